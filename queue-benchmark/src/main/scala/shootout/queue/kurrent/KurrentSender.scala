package shootout.queue.kurrent

import io.kurrent.dbclient.{EventData, EventDataBuilder}
import shootout.driver.{Confirmations, SendSpec, StampedBody}
import shootout.queue.QueueSender

import java.util.UUID
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
