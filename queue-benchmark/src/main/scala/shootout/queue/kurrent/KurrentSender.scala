package shootout.queue.kurrent

import io.kurrent.dbclient.{AppendToStreamOptions, EventData, EventDataBuilder, StreamState}
import shootout.driver.{Confirmations, SendSpec, StampedBody}
import shootout.queue.QueueSender

import java.util.{ArrayDeque, ArrayList, UUID}
import java.util.concurrent.{Semaphore, TimeUnit}

/** The sending half of a client. In the client's thread only; confirmations come by threads of the library's. */
private[kurrent] final class KurrentSender(client: KurrentClient, send: SendSpec, confirmations: Confirmations)
    extends QueueSender:
  private val waits = send.confirm && !send.pipelined

  /** The library keeps a body until it is written. */
  private val bodies = StampedBody(reuse = false)
  private val headers: Array[Byte] | Null =
    if send.headers.isEmpty then null else upickle.default.writeToByteArray(send.headers.toMap)

  /** Who is not waited for must not run ahead without end. */
  private val room = Semaphore(KurrentSender.Most)
  private val appenders = send.targets.map(target => KurrentAppender(client, target.name, appended)).toArray

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    val appender = appenders(target)
    var n = 0
    while n < count do
      if !room.tryAcquire() then
        appender.go()
        room.acquire()
      appender.add(sequence + n, event(bodies(id, sequence + n, stampNanos, bodyBytes)), bodyBytes)
      n += 1
    appender.go()

  private def event(body: Array[Byte]): EventData =
    val event = EventDataBuilder.binary(UUID.randomUUID(), KurrentSender.Kind, body)
    (if headers == null then event else event.metadataAsBytes(headers)).build()

  private def appended(sequences: Array[Long], failure: Throwable | Null): Unit =
    if failure != null then confirmations.failed(failure)
    else if send.confirm then sequences.foreach(confirmations.confirmed)
    room.release(sequences.length)

  /** A send that is waited for: its confirmation is there when this returns. */
  def flush(): Unit = if waits then settle()

  private def settle(): Unit =
    if !room.tryAcquire(KurrentSender.Most, KurrentSender.LimitS, TimeUnit.SECONDS) then
      throw IllegalStateException(s"an append had no answer within ${KurrentSender.LimitS} s")
    room.release(KurrentSender.Most)

  def close(): Unit = settle()

private[kurrent] object KurrentSender:
  /** An append has 1 MiB at most, with some 100 B around each message. */
  val LargestBody: Int = (1 << 20) - 4096

  /** Messages of a client that are under way. */
  private val Most = 1024
  private val LimitS = 60L

  /** What the server calls the type of an event. */
  private val Kind = "filler"

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
