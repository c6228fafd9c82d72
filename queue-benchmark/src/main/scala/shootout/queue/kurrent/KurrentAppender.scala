package shootout.queue.kurrent

import io.kurrent.dbclient.{AppendToStreamOptions, EventData, StreamState}

import java.util.{ArrayDeque, ArrayList}

/** Appends to one stream, in order: one append at a time, and what is added meanwhile goes along in the next one.
  *
  * @param appended
  *   is told, by a thread of the library's, which ones are in the stream, or why they are not
  */
private[kurrent] final class KurrentAppender(
    client: KurrentClient,
    stream: String,
    appended: (Array[Long], Throwable | Null) => Unit
):
  private final class Message(val sequence: Long, val event: EventData, val bytes: Int)

  private val lock = Object()
  private val gathered = ArrayDeque[Message]()
  private var underWay = false
  private val anyState = AppendToStreamOptions.get().streamState(StreamState.any())

  /** Goes with [[go]], or with what goes before it. */
  def add(sequence: Long, event: EventData, bytes: Int): Unit =
    lock.synchronized(gathered.add(Message(sequence, event, bytes))): Unit

  def go(): Unit =
    val together = lock.synchronized {
      if underWay || gathered.isEmpty then ArrayList[Message]()
      else
        underWay = true
        next()
    }
    if !together.isEmpty then append(together)

  /** As many as one append may have. */
  private def next(): ArrayList[Message] =
    val together = ArrayList[Message]()
    var bytes = 0
    while !gathered.isEmpty && (together.isEmpty || bytes + size(gathered.peek()) <= KurrentAppender.MostBytes) do
      bytes += size(gathered.peek())
      together.add(gathered.poll())
    together

  private def size(message: Message): Int = message.bytes + KurrentAppender.Around

  private def append(together: ArrayList[Message]): Unit =
    val events = ArrayList[EventData](together.size)
    together.forEach(message => events.add(message.event))
    client.streams.appendToStream(stream, anyState, events.iterator).whenComplete { (_, failure) =>
      lock.synchronized { underWay = false }
      // the next one is under way while the confirmations are told
      go()
      val sequences = Array.tabulate(together.size)(together.get(_).sequence)
      appended(sequences, if failure == null then null else KurrentClient.cause(failure))
    }: Unit

private[kurrent] object KurrentAppender:
  /** Of an append that the server takes. */
  private val MostBytes = (1 << 20) - 1024

  /** Identity, type and metadata of an event. */
  private val Around = 256
