package shootout.queue.rabbitstream

import com.rabbitmq.stream.Message

import java.util.ArrayList
import java.util.function.ToLongFunction

/** Messages for one stream, until they go together in one frame. The broker confirms each by the number that it came with, which is its
  * sequence here.
  *
  * @param id
  *   by which the broker knows the stream
  */
private final class StreamPublisher(val connection: StreamConnection, id: Byte) extends ToLongFunction[Object]:
  private val messages = ArrayList[Message](StreamPublisher.Most)
  private val sequences = new Array[Long](StreamPublisher.Most)
  private var bytes = 0
  private var numbered = 0

  def add(sequence: Long, message: Message, bodyBytes: Int): Unit =
    sequences(messages.size) = sequence
    messages.add(message)
    bytes += bodyBytes
    if messages.size == StreamPublisher.Most || bytes >= StreamPublisher.MostBytes then flush()

  /** The library asks for the numbers of the messages, one by one. */
  def applyAsLong(message: Object): Long =
    numbered += 1
    sequences(numbered - 1)

  def flush(): Unit = if !messages.isEmpty then
    connection.awaitRoom()
    numbered = 0
    connection.client.publish(id, messages, this)
    messages.clear()
    bytes = 0

private object StreamPublisher:
  /** As the library's producers have it. */
  private val Most = 100
  private val MostBytes = 1 << 18
