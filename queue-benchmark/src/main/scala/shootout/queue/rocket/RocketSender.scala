package shootout.queue.rocket

import org.apache.rocketmq.client.producer.{DefaultMQProducer, SendCallback, SendResult, SendStatus}
import org.apache.rocketmq.common.message.Message
import shootout.driver.{Confirmations, SendSpec, StampedBody}
import shootout.queue.QueueSender

import java.io.IOException
import java.util.ArrayList
import java.util.concurrent.Semaphore

/** The sending half of a client. In the client's thread only; confirmations come by threads of the library's. */
private final class RocketSender(producer: DefaultMQProducer, send: SendSpec, confirmations: Confirmations)
    extends QueueSender:
  private val topics = send.targets.map(_.name).toArray
  private val waits = send.confirm && !send.pipelined

  /** The library keeps a body until it is written to the socket. */
  private val bodies = StampedBody(reuse = false)

  /** Who is not waited for must not run ahead without end. */
  private val inFlight = Semaphore(RocketSender.Most)

  /** Of one message, or of all in a batch, which is stored as a whole. */
  private final class Sent(first: Long, count: Int) extends SendCallback:
    def onSuccess(result: SendResult): Unit =
      if result.getSendStatus == SendStatus.SEND_OK then
        var n = 0
        while send.confirm && n < count do
          confirmations.confirmed(first + n)
          n += 1
      else confirmations.failed(IOException(s"a send ended with ${result.getSendStatus}"))
      inFlight.release()

    def onException(failure: Throwable): Unit =
      confirmations.failed(failure)
      inFlight.release()

  /** It knows where the topics are. */
  override def begin(): Unit =
    producer.start()
    topics.foreach(producer.fetchPublishMessageQueues)

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    val most = if send.batched then math.max(1, RocketSender.BatchBytes / (bodyBytes + RocketSender.Overhead)) else 1
    var sent = 0
    while sent < count do
      val part = math.min(most, count - sent)
      inFlight.acquire()
      val first = sequence + sent
      if part == 1 then producer.send(message(target, id, first, stampNanos, bodyBytes), Sent(first, 1))
      else
        val batch = ArrayList[Message](part)
        var n = 0
        while n < part do
          batch.add(message(target, id, first + n, stampNanos, bodyBytes))
          n += 1
        producer.send(batch, Sent(first, part))
      sent += part

  private def message(target: Int, id: Int, sequence: Long, stampNanos: Long, bodyBytes: Int): Message =
    val message = Message(topics(target), bodies(id, sequence, stampNanos, bodyBytes))
    for (name, value) <- send.headers do message.putUserProperty(name, value)
    message

  /** A send that is waited for: its confirmation is there when this returns. */
  def flush(): Unit = if waits then settle()

  private def settle(): Unit =
    inFlight.acquire(RocketSender.Most)
    inFlight.release(RocketSender.Most)

  def close(): Unit =
    settle()
    producer.shutdown()

  override def cut(): Unit =
    try producer.shutdown()
    catch case _: RuntimeException => ()

private object RocketSender:
  private val Most = 1024

  /** Of a message in a batch, beside its body and headers. */
  private val Overhead = 200

  /** A batch has no more bytes than a message may have. */
  private val BatchBytes = RocketProtocol.LargestBody
