package shootout.queue.kafka

import org.apache.kafka.clients.consumer.*
import org.apache.kafka.clients.producer.{Callback, KafkaProducer, ProducerRecord, RecordMetadata}
import org.apache.kafka.common.TopicPartition
import org.apache.kafka.common.errors.RebalanceInProgressException
import org.apache.kafka.common.header.Header
import org.apache.kafka.common.header.internals.RecordHeader
import org.apache.kafka.common.serialization.{ByteArrayDeserializer, ByteArraySerializer}
import shootout.driver.{Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{HoldingReceiver, MessageSender, QueueReceiver, Waiting}
import shootout.scenario.Ack
import shootout.units.DestinationType

import java.nio.charset.StandardCharsets.UTF_8
import java.time.Duration
import java.util.ArrayDeque
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.LockSupport
import scala.jdk.CollectionConverters.*

/** The sending half of a client. */
private final class KafkaSender(
    settings: java.util.Map[String, Object],
    send: SendSpec,
    confirmations: Confirmations
) extends MessageSender(send, reuse = true):
  private val topics = send.targets.map(_.name).toArray
  private val waits = send.confirm && !send.pipelined

  private val headers: java.lang.Iterable[Header] =
    send.headers.map((name, value) => RecordHeader(name, value.getBytes(UTF_8)): Header).asJava

  /** The keys of message groups. All records of a key go to one partition, which one consumer of a group reads. */
  private val keys: Array[Array[Byte] | Null] =
    if send.messageGroups.isEmpty then Array(null) else send.messageGroups.map(_.getBytes(UTF_8)).toArray
  private val producer =
    KafkaProducer[Array[Byte], Array[Byte]](settings, ByteArraySerializer(), ByteArraySerializer())

  // a thread of the library calls it
  private final class Sent(sequence: Long) extends Callback:
    def onCompletion(metadata: RecordMetadata, failure: Exception): Unit =
      if failure != null then confirmations.failed(failure)
      else confirmations.confirmed(sequence)

  private val unconfirmed: Callback = (_, failure) => if failure != null then confirmations.failed(failure)

  /** Returns when the producer knows where the topics are. */
  override def begin(): Unit = topics.foreach(producer.partitionsFor)

  /** Sends one message. The library copies its body into a batch before it returns. */
  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit =
    val key = keys((sequence % keys.length).toInt)
    val record = ProducerRecord[Array[Byte], Array[Byte]](topics(target), null, key, body, headers)
    producer.send(record, if send.confirm then Sent(sequence) else unconfirmed): Unit

  /** If the client waits for each send, sends at once, and returns when the publisher confirm has arrived. */
  def flush(): Unit = if waits then producer.flush()

  def close(): Unit =
    producer.flush()
    producer.close()

  override def cut(): Unit = producer.close(Duration.ZERO)

/** The receiving half of a client: a member of a consumer group. */
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
    giveBack()
    consumer.close(CloseOptions.timeout(CutWithin))

  /** From any thread. */
  override def interrupt(): Unit = consumer.wakeup()

private object KafkaReceiver:
  val JoinLimitS = 25L
  private val JoinStep = TimeUnit.MILLISECONDS.toNanos(50)
  private val Pause = TimeUnit.MILLISECONDS.toNanos(10)
  val CutWithin: Duration = Duration.ofMillis(300)

/** The receiving half of a client: a member of a share group, which acknowledges messages one by one. The library
  * delivers nothing more until all that it delivered is acknowledged.
  */
private final class KafkaShareReceiver(
    settings: java.util.Map[String, Object],
    receive: ReceiveSpec,
    /** whether the group has accepted the consumer */
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

  override def cut(): Unit = consumer.close(KafkaReceiver.CutWithin)

  /** From any thread. */
  override def interrupt(): Unit = consumer.wakeup()

private object KafkaShareReceiver:
  private val JoinStep = TimeUnit.MILLISECONDS.toNanos(20)

  /** Acknowledgements wait no longer than this. The broker gives unacknowledged messages to others much later. */
  private val TellWithin = TimeUnit.MILLISECONDS.toNanos(100)
