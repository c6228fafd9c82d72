package shootout.jms

import javax.jms.Message

/** Messages that were received together, and are looked at one by one. In the client's thread only.
  *
  * @param most
  *   of them
  */
private final class MessageBatch(most: Int):
  private val messages = new Array[Message | Null](most)
  private var size = 0
  private var at = 0

  /** When the last of them was received, on the monotonic clock. */
  var arrival = 0L

  /** Whether all were looked at. */
  def isEmpty: Boolean = at == size

  def clear(): Unit =
    java.util.Arrays.fill(messages.asInstanceOf[Array[Object]], null)
    size = 0
    at = 0

  /** Waits for the first one, up to so many milliseconds, and takes of the next ones those that are here. */
  def fill(link: JmsLink, millis: Long): Unit =
    clear()
    var came = link.receive(millis)
    while came do
      messages(size) = link.latest
      size += 1
      came = size < most && link.receiveNow()
    arrival = System.nanoTime()

  def next(): Message =
    val message = messages(at).nn
    at += 1
    message
