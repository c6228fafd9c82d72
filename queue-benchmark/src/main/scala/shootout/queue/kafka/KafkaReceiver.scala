package shootout.queue.kafka

import org.apache.kafka.clients.consumer.{AcknowledgeType, CloseOptions, CommitFailedException}
import org.apache.kafka.clients.consumer.{ConsumerRebalanceListener, ConsumerRecord, KafkaConsumer}
import org.apache.kafka.clients.consumer.{KafkaShareConsumer, OffsetAndMetadata}
import org.apache.kafka.common.TopicPartition
import org.apache.kafka.common.errors.RebalanceInProgressException
import org.apache.kafka.common.serialization.ByteArrayDeserializer
import shootout.driver.ReceiveSpec
import shootout.queue.{HoldingReceiver, QueueReceiver, Waiting}
import shootout.scenario.Ack
import shootout.units.DestinationType

import java.time.Duration
import java.util.ArrayDeque
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.LockSupport
import scala.jdk.CollectionConverters.*

/** The receiving half of a client: a member of a consumer group. Only the client's thread may use it, except for
  * [[interrupt]].
  */
private final class KafkaReceiver(settings: java.util.Map[String, Object], receive: ReceiveSpec)
    extends ConsumerRebalanceListener, QueueReceiver:
  import KafkaReceiver.*
  private type Octets = Array[Byte]
  private val consumer = KafkaConsumer[Octets, Octets](settings, ByteArrayDeserializer(), ByteArrayDeserializer())
  private val topic = receive.source.name
  private val commits = receive.ack == Ack.Client

  private var records: java.util.Iterator[ConsumerRecord[Octets, Octets]] = java.util.Collections.emptyIterator()
  private var fetched = 0
  private var joined = false
  private var isCut = false

  /** The offset after the latest message that was taken, by partition; -1 if none was. */
  private var taken = Array.empty[Long]
  private var acknowledged = Array.empty[Long]

  /** Returns when the consumer is a member of the group, and its place in the log is known. */
  override def join(): Unit =
    // a consumer gets nothing from a topic that its node does not know yet
    Waiting.until("the node did not learn of the topic", JoinLimitS, Pause) {
      !Option(consumer.partitionsFor(topic)).forall(_.isEmpty)
    }
    consumer.subscribe(java.util.List.of(topic), this)
    Waiting.until("the group did not accept a consumer", JoinLimitS, 0) {
      fetch(JoinStep)
      joined
    }
    if receive.source.kind == DestinationType.Topic then
      for partition <- consumer.assignment.asScala do consumer.position(partition): Unit
      // a member that gets a partition later begins there
      ifMember(consumer.commitSync())

  private def fetch(nanos: Long): Unit =
    val came = consumer.poll(Duration.ofNanos(nanos))
    if !came.isEmpty then
      records = came.iterator
      fetched = came.count

  def poll(nanos: Long): Int =
    if fetched == 0 then fetch(nanos)
    val count = fetched
    fetched = 0
    count

  def next(): Array[Byte] =
    val record = records.next()
    val partition = record.partition
    if partition >= taken.length then grow(partition + 1)
    taken(partition) = record.offset + 1
    val body = record.value
    if body == null then Array.emptyByteArray else body

  private def grow(size: Int): Unit =
    def longer(offsets: Array[Long]) = offsets ++ Array.fill(size - offsets.length)(-1L)
    taken = longer(taken)
    acknowledged = longer(acknowledged)

  /** Acknowledges all that was taken. The library sends this to the broker when it likes. */
  def acknowledge(): Unit = if commits then
    val offsets = java.util.HashMap[TopicPartition, OffsetAndMetadata]()
    var partition = 0
    while partition < taken.length do
      if taken(partition) > acknowledged(partition) then
        acknowledged(partition) = taken(partition)
        offsets.put(TopicPartition(topic, partition), OffsetAndMetadata(taken(partition)))
      partition += 1
    if !offsets.isEmpty then consumer.commitAsync(offsets, null)

  def onPartitionsAssigned(partitions: java.util.Collection[TopicPartition]): Unit = joined = true

  /** Gives partitions to other members, which begin after the acknowledged messages. */
  def onPartitionsRevoked(partitions: java.util.Collection[TopicPartition]): Unit =
    if !isCut then commit()
    onPartitionsLost(partitions)

  override def onPartitionsLost(partitions: java.util.Collection[TopicPartition]): Unit =
    for partition <- partitions.asScala if partition.partition < taken.length do
      taken(partition.partition) = -1
      acknowledged(partition.partition) = -1

  /** Returns when the broker has the acknowledgements. Messages for which it refuses them are redelivered. */
  private def commit(): Unit =
    val offsets = acknowledged.toList.zipWithIndex.collect {
      case (offset, partition) if offset >= 0 => TopicPartition(topic, partition) -> OffsetAndMetadata(offset)
    }
    if offsets.nonEmpty then ifMember(consumer.commitSync(offsets.toMap.asJava))

  /** Ignores the refusal of a group that has gone on without this member, or that is about to change. */
  private def ifMember(commit: => Unit): Unit =
    try commit
    catch case _: (CommitFailedException | RebalanceInProgressException) => ()

  /** Leaves messages that were not taken for others. If the library acknowledges on its own, they would count as
    * delivered.
    */
  private def giveBack(): Unit =
    val partitions = collection.mutable.Set.empty[Int]
    while records.hasNext do
      val record = records.next()
      if partitions.add(record.partition) then consumer.seek(TopicPartition(topic, record.partition), record.offset)
    fetched = 0

  def close(unsubscribe: Boolean): Unit =
    giveBack()
    commit()
    consumer.close()

  override def cut(): Unit =
    isCut = true
    try
      giveBack()
      consumer.close(CloseOptions.timeout(CutWithin))
    catch case _: RuntimeException => ()

  /** From any thread. */
  override def interrupt(): Unit = consumer.wakeup()

private object KafkaReceiver:
  val JoinLimitS = 25L
  private val JoinStep = TimeUnit.MILLISECONDS.toNanos(50)
  private val Pause = TimeUnit.MILLISECONDS.toNanos(10)
  val CutWithin: Duration = Duration.ofMillis(300)

/** The receiving half of a client: a member of a share group, which acknowledges messages one by one. The library
  * delivers nothing more until all that it delivered is acknowledged. Only the client's thread may use it, except for
  * [[interrupt]].
  *
  * @param isMember
  *   whether the group has accepted the consumer
  */
private final class KafkaShareReceiver(
    settings: java.util.Map[String, Object],
    receive: ReceiveSpec,
    isMember: () => Boolean
) extends HoldingReceiver[ConsumerRecord[Array[Byte], Array[Byte]]](receive):
  import KafkaShareReceiver.*
  private type Octets = Array[Byte]
  private val consumer = KafkaShareConsumer[Octets, Octets](settings, ByteArrayDeserializer(), ByteArrayDeserializer())
  private val most = receive.batch.getOrElse(Int.MaxValue)

  /** Whether the library has acknowledgements that the broker does not have yet. */
  private var untold = false
  private var toldAt = System.nanoTime()

  override def join(): Unit =
    consumer.subscribe(java.util.List.of(receive.source.name))
    // a consumer that gets messages is a member
    Waiting.until("the share group did not accept a consumer", KafkaReceiver.JoinLimitS, 0) {
      if !isMember() then fetch(JoinStep)
      !came.isEmpty || isMember()
    }

  /** Fetches messages. Acknowledgements go with the request. */
  private def fetch(nanos: Long): Unit =
    untold = false
    toldAt = System.nanoTime()
    consumer.poll(Duration.ofNanos(nanos)).forEach(came.add(_): Unit)

  def poll(nanos: Long): Int =
    if automatic then acceptAll()
    if came.isEmpty && unacknowledged.isEmpty then fetch(nanos)
    else tell()
    // without a pause, the engine would poll again at once
    if came.isEmpty && !unacknowledged.isEmpty then LockSupport.parkNanos(this, nanos)
    math.min(most, came.size)

  def next(): Octets =
    val body = take().value
    if body == null then Array.emptyByteArray else body

  override def acknowledge(): Unit =
    super.acknowledge()
    if System.nanoTime() - toldAt > TellWithin then tell()

  protected def accept(record: ConsumerRecord[Octets, Octets]): Unit =
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
    try consumer.close(KafkaReceiver.CutWithin)
    catch case _: RuntimeException => ()

  /** From any thread. */
  override def interrupt(): Unit = consumer.wakeup()

private object KafkaShareReceiver:
  private val JoinStep = TimeUnit.MILLISECONDS.toNanos(20)

  /** Acknowledgements wait no longer than this. The broker gives unacknowledged messages to others much later. */
  private val TellWithin = TimeUnit.MILLISECONDS.toNanos(100)
