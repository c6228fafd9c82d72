package shootout.queue.nats

import io.nats.client.JetStream
import io.nats.client.impl.Headers
import shootout.driver.{Confirmations, SendSpec, StampedBody}
import shootout.queue.QueueSender

import java.util.concurrent.Semaphore

/** The sending half of a client. In the client's thread only; confirmations come by a thread of the library's. */
private final class NatsSender(stream: JetStream, send: SendSpec, confirmations: Confirmations) extends QueueSender:
  private val subjects = send.targets.map(_.name).toArray
  private val waits = send.confirm && !send.pipelined

  /** The library keeps a body until it is written to the socket. */
  private val bodies = StampedBody(reuse = false)
  private val headers: Headers | Null =
    if send.headers.isEmpty then null
    else send.headers.foldLeft(Headers())((all, header) => all.add(header._1, header._2))

  /** Who is not waited for must not run ahead without end. */
  private val inFlight = Semaphore(NatsSender.Most)

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    var n = 0
    while n < count do
      one(subjects(target), sequence + n, bodies(id, sequence + n, stampNanos, bodyBytes))
      n += 1

  private def one(subject: String, sequence: Long, body: Array[Byte]): Unit =
    inFlight.acquire()
    stream.publishAsync(subject, headers, body).whenComplete { (_, failure) =>
      inFlight.release()
      if failure != null then confirmations.failed(failure)
      else if send.confirm then confirmations.confirmed(sequence)
    }

  /** A send that is waited for: its confirmation is there when this returns. */
  def flush(): Unit = if waits then settle()

  private def settle(): Unit =
    inFlight.acquire(NatsSender.Most)
    inFlight.release(NatsSender.Most)

  def close(): Unit =
    settle()

private object NatsSender:
  private val Most = 1024
