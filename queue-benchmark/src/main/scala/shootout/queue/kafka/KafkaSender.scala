package shootout.queue.kafka

import org.apache.kafka.clients.producer.{Callback, KafkaProducer, ProducerRecord, RecordMetadata}
import org.apache.kafka.common.header.Header
import org.apache.kafka.common.header.internals.RecordHeader
import org.apache.kafka.common.serialization.ByteArraySerializer
import shootout.driver.{Confirmations, SendSpec, StampedBody}
import shootout.queue.QueueSender

import java.nio.charset.StandardCharsets.UTF_8
import java.time.Duration
import scala.jdk.CollectionConverters.*

/** The sending half of a client. In the client's thread only. */
private final class KafkaSender(
    settings: java.util.Map[String, Object],
    send: SendSpec,
    confirmations: Confirmations
) extends QueueSender:
  private val topics = send.targets.map(_.name).toArray
  private val waits = send.confirm && !send.pipelined

  /** A send copies the body into its batch before it returns. */
  private val bodies = StampedBody(reuse = true)
  private val headers: java.lang.Iterable[Header] =
    send.headers.map((name, value) => RecordHeader(name, value.getBytes(UTF_8)): Header).asJava

  /** All records of a key go to one partition, which has one consumer of a group. */
  private val keys: Array[Array[Byte] | Null] =
    if send.messageGroups.isEmpty then Array(null) else send.messageGroups.map(_.getBytes(UTF_8)).toArray
  private val producer =
    KafkaProducer[Array[Byte], Array[Byte]](settings, ByteArraySerializer(), ByteArraySerializer())

  // called by a thread of the library's
  private final class Sent(sequence: Long) extends Callback:
    def onCompletion(metadata: RecordMetadata, failure: Exception): Unit =
      if failure != null then confirmations.failed(failure)
      else confirmations.confirmed(sequence)

  private val unconfirmed: Callback = (_, failure) => if failure != null then confirmations.failed(failure)

  /** It knows where the topics are. */
  override def begin(): Unit = topics.foreach(producer.partitionsFor)

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    var n = 0
    while n < count do
      val body = bodies(id, sequence + n, stampNanos, bodyBytes)
      val key = keys(((sequence + n) % keys.length).toInt)
      val record = ProducerRecord[Array[Byte], Array[Byte]](topics(target), null, key, body, headers)
      producer.send(record, if send.confirm then Sent(sequence + n) else unconfirmed)
      n += 1

  /** A send that is waited for goes at once, and its confirmation is there when this returns. */
  def flush(): Unit = if waits then producer.flush()

  def close(): Unit =
    producer.flush()
    producer.close()

  override def cut(): Unit =
    try producer.close(Duration.ZERO)
    catch case _: RuntimeException => ()
