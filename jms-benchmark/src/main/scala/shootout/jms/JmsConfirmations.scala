package shootout.jms

import shootout.driver.ClientListener

import java.util.concurrent.ConcurrentLinkedQueue
import javax.jms.{CompletionListener, Message}

/** What the broker has confirmed: told by the client's own thread behind a send that waits, or by threads of the library.
  *
  * @param most
  *   are told to the engine in a turn: a confirmation lets it send, and without a pipeline that waits
  * @param current
  *   the number of the connection that the client has now
  * @param wake
  *   the client's thread, from any thread
  * @param failed
  *   is told by a thread of the library why a send has failed, and of which connection it was
  */
private final class JmsConfirmations(most: Int, current: () => Int, wake: Runnable, failed: (Throwable, Int) => Unit):
  private final case class ConfirmedSend(sequence: Long, nanos: Long, connection: Int)

  private val told = ConcurrentLinkedQueue[ConfirmedSend]()

  def clear(): Unit = told.clear()

  /** The broker has confirmed so many messages, just now. */
  def add(sequence: Long, count: Int, connection: Int): Unit =
    val now = System.nanoTime()
    var n = 0
    while n < count do
      told.add(ConfirmedSend(sequence + n, now, connection))
      n += 1

  /** For the library, which tells when the broker has confirmed one message. */
  def completion(sequence: Long, connection: Int): CompletionListener = new CompletionListener:
    def onCompletion(message: Message): Unit =
      add(sequence, 1, connection)
      wake.run()
    def onException(message: Message, e: Exception): Unit = failed(e, connection)

  /** In the client's turn: tells the engine. @return whether there was something to tell */
  def tell(listener: ClientListener): Boolean =
    var next = told.poll()
    val any = next != null
    var left = most
    while next != null do
      if next.connection == current() then
        listener.onBatch(next.nanos)
        try listener.onConfirmed(next.sequence)
        finally listener.onBatchEnd()
      left -= 1
      next = if left > 0 then told.poll() else null
    any
