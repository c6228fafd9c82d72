package shootout.queue.kafka

import org.apache.kafka.clients.consumer.{AcknowledgeType, ConsumerRecord, KafkaShareConsumer}
import org.apache.kafka.common.serialization.ByteArrayDeserializer
import shootout.driver.ReceiveSpec
import shootout.queue.QueueReceiver
import shootout.scenario.Ack

import java.time.Duration
import java.util.ArrayDeque
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.LockSupport

/** The receiving half of a client: a member of a share group, which acknowledges messages one by one. The library gives it nothing more
  * until all that it gave is acknowledged. In the client's thread only, but for [[interrupt]].
  *
  * @param isMember
  *   whether the group has taken it in
  */
private final class KafkaShareReceiver(
    settings: java.util.Map[String, Object],
    receive: ReceiveSpec,
    isMember: () => Boolean
) extends QueueReceiver:
  import KafkaShareReceiver.*
  private type Octets = Array[Byte]
  private val consumer = KafkaShareConsumer[Octets, Octets](settings, ByteArrayDeserializer(), ByteArrayDeserializer())
  private val most = receive.batch.getOrElse(Int.MaxValue)
  private val automatic = receive.ack.isAutomatic

  /** Messages that the library gave and that were not taken. */
  private val came = ArrayDeque[ConsumerRecord[Octets, Octets]]()
  private val unacknowledged = ArrayDeque[ConsumerRecord[Octets, Octets]]()

  /** Whether the library has acknowledgements of which the broker does not know. */
  private var untold = false
  private var toldAt = System.nanoTime()

  override def join(): Unit =
    consumer.subscribe(java.util.List.of(receive.source.name))
    val limit = System.nanoTime() + JoinLimit
    // who gets messages is a member
    while came.isEmpty && !isMember() do
      if System.nanoTime() - limit > 0 then
        throw IllegalStateException(s"the share group did not take in a consumer within $JoinLimitS s")
      fetch(JoinStep)

  /** Acknowledgements go with the request. */
  private def fetch(nanos: Long): Unit =
    untold = false
    toldAt = System.nanoTime()
    consumer.poll(Duration.ofNanos(nanos)).forEach(came.add(_): Unit)

  /** @return how many [[next]] will give */
  def poll(nanos: Long): Int =
    if automatic then acceptAll()
    if came.isEmpty && unacknowledged.isEmpty then fetch(nanos)
    else tell()
    // it would be asked again at once
    if came.isEmpty && !unacknowledged.isEmpty then LockSupport.parkNanos(this, nanos)
    math.min(most, came.size)

  def next(): Octets =
    val record = came.poll()
    unacknowledged.add(record)
    val body = record.value
    if body == null then Array.emptyByteArray else body

  def acknowledge(): Unit =
    if receive.ack == Ack.Individual then
      val latest = unacknowledged.pollLast()
      if latest != null then accept(latest)
    else acceptAll()
    if System.nanoTime() - toldAt > TellWithin then tell()

  private def acceptAll(): Unit =
    while !unacknowledged.isEmpty do accept(unacknowledged.poll())

  private def accept(record: ConsumerRecord[Octets, Octets]): Unit =
    consumer.acknowledge(record, AcknowledgeType.ACCEPT)
    untold = true

  private def tell(): Unit = if untold then
    consumer.commitAsync()
    untold = false
    toldAt = System.nanoTime()

  private def release(records: ArrayDeque[ConsumerRecord[Octets, Octets]]): Unit =
    while !records.isEmpty do consumer.acknowledge(records.poll(), AcknowledgeType.RELEASE)

  def close(unsubscribe: Boolean): Unit =
    if automatic then acceptAll()
    release(unacknowledged)
    release(came)
    consumer.commitSync()
    consumer.close()

  override def cut(): Unit =
    try consumer.close(CutWithin)
    catch case _: RuntimeException => ()

  /** From any thread. */
  override def interrupt(): Unit = consumer.wakeup()

private object KafkaShareReceiver:
  private val JoinLimitS = 25L
  private val JoinLimit = TimeUnit.SECONDS.toNanos(JoinLimitS)
  private val JoinStep = TimeUnit.MILLISECONDS.toNanos(20)

  /** Much sooner than the broker gives messages to others that are not acknowledged. */
  private val TellWithin = TimeUnit.MILLISECONDS.toNanos(100)
  private val CutWithin = Duration.ofMillis(300)
