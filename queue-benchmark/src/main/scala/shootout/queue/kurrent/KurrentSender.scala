package shootout.queue.kurrent

import io.kurrent.dbclient.{AppendToStreamOptions, EventData, EventDataBuilder, StreamState}
import shootout.driver.{Confirmations, SendSpec, StampedBody}
import shootout.queue.{InFlight, QueueSender, Waiting}

import java.util.{ArrayDeque, ArrayList, UUID}

/** The sending half of a client. Only the client's thread may use it. Publisher confirms arrive in threads of the
  * library.
  */
private[kurrent] final class KurrentSender(client: KurrentClient, send: SendSpec, confirmations: Confirmations)
    extends QueueSender:
  /** Bodies are not reused, because the library keeps each until it is written. */
  private val bodies = StampedBody(reuse = false)
  private val headers: Array[Byte] | Null =
    if send.headers.isEmpty then null else upickle.default.writeToByteArray(send.headers.toMap)

  private val inFlight = InFlight(KurrentSender.Most, send, confirmations)
  private val appenders = send.targets.map(target => KurrentAppender(client, target.name, appended)).toArray

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    val appender = appenders(target)
    var n = 0
    while n < count do
      if !inFlight.tryBegin() then
        appender.go()
        inFlight.begin()
      appender.add(sequence + n, event(bodies(id, sequence + n, stampNanos, bodyBytes)), bodyBytes)
      n += 1
    appender.go()

  private def event(body: Array[Byte]): EventData =
    val event = EventDataBuilder.binary(UUID.randomUUID(), KurrentSender.Kind, body)
    (if headers == null then event else event.metadataAsBytes(headers)).build()

  private def appended(sequences: Array[Long], failure: Throwable | Null): Unit =
    sequences.foreach(inFlight.end(_, 1, failure))

  def flush(): Unit = inFlight.flush()

  def close(): Unit = if inFlight.settleWithin(KurrentSender.LimitS) > 0 then
    throw IllegalStateException(s"the server did not answer an append within ${KurrentSender.LimitS} s")

private[kurrent] object KurrentSender:
  /** An append may have at most 1 MiB, with some 100 B around each message. */
  val LargestBody: Int = (1 << 20) - 4096

  /** The most messages of a client that are in flight. */
  private val Most = 1024
  private val LimitS = 60L

  /** The value that the server stores as the type of an event. */
  private val Kind = "filler"

/** Appends to one stream, in order. It runs one append at a time, and messages that are added meanwhile go with the
  * next one.
  *
  * @param appended
  *   called by a thread of the library with the messages that are in the stream, or with the reason why they are not
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

  /** Adds a message, which goes with the next [[go]] or with an append before it. */
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

  /** Takes as many messages as one append may have. */
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
      // the next append is under way before these publisher confirms are reported
      go()
      val sequences = Array.tabulate(together.size)(together.get(_).sequence)
      appended(sequences, if failure == null then null else Waiting.cause(failure))
    }: Unit

private[kurrent] object KurrentAppender:
  /** The most bytes of an append that the server accepts. */
  private val MostBytes = (1 << 20) - 1024

  /** Bytes for the identity, type and metadata of an event. */
  private val Around = 256
