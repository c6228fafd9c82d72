package shootout.queue.kafka

import org.apache.kafka.clients.CommonClientConfigs
import org.apache.kafka.clients.consumer.ConsumerConfig.*
import org.apache.kafka.clients.producer.{Callback, KafkaProducer, ProducerConfig, ProducerRecord, RecordMetadata}
import org.apache.kafka.common.header.Header
import org.apache.kafka.common.header.internals.RecordHeader
import org.apache.kafka.common.serialization.ByteArraySerializer
import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{MessageSender, QueueLink, QueueReceiver, QueueSender}
import shootout.units.{DestinationType, Endpoint}

import java.nio.charset.StandardCharsets.UTF_8
import java.time.Duration
import java.util.UUID
import scala.jdk.CollectionConverters.*

/** What one client uses: a producer, a consumer, or both. */
private final class KafkaLink(spec: ClientSpec, settings: KafkaSettings, topics: KafkaTopics)
    extends QueueLink(spec, topics):
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    KafkaSender(settings.producer(spec), send, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    if settings.shares then
      KafkaShareReceiver(
        settings.member(spec, receive),
        receive,
        () => topics.hasMember(receive.source.name, spec.name)
      )
    else KafkaReceiver(settings.consumer(spec, receive), receive)
  override protected def leave(unsubscribe: Boolean): Unit =
    if unsubscribe then spec.receive.flatMap(_.durable).foreach(topics.removeGroup)

/** The settings of the library that differ from its defaults. Those of `broker.yaml` win. */
private final class KafkaSettings(dialect: KafkaDialect, endpoint: Endpoint):
  private val servers =
    CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG -> endpoint.addresses.map((host, port) => s"$host:$port").mkString(",")

  def shares: Boolean = dialect.shares

  def admin: java.util.Map[String, Object] = all(List(servers))

  def producer(client: ClientSpec): java.util.Map[String, Object] =
    all(List(servers, ProducerConfig.CLIENT_ID_CONFIG -> client.name) ++ dialect.producer)

  def consumer(client: ClientSpec, receive: ReceiveSpec): java.util.Map[String, Object] =
    val queue = receive.source.kind == DestinationType.Queue
    val own = List(
      servers,
      CLIENT_ID_CONFIG -> client.name,
      GROUP_ID_CONFIG -> group(client, receive),
      AUTO_OFFSET_RESET_CONFIG -> (if queue then "earliest" else "latest"),
      ENABLE_AUTO_COMMIT_CONFIG -> KafkaSettings.commitsAlone(receive).toString,
      ALLOW_AUTO_CREATE_TOPICS_CONFIG -> "false",
      SESSION_TIMEOUT_MS_CONFIG -> "10000",
      HEARTBEAT_INTERVAL_MS_CONFIG -> "1000"
    )
    all(own ++ receive.batch.map(most => MAX_POLL_RECORDS_CONFIG -> most.toString) ++ dialect.consumer)

  /** The settings for a member of a share group, which cannot choose when others may have its messages. However few
    * messages the workload takes at a time, the library fetches as many as it likes. Each poll is a request of its own,
    * which waits until the broker has stored the acknowledgements. Polls of ten reach 535 msg/s; polls of 500, the
    * default, reach 24,000 msg/s.
    */
  def member(client: ClientSpec, receive: ReceiveSpec): java.util.Map[String, Object] =
    val own = List(
      servers,
      CLIENT_ID_CONFIG -> client.name,
      GROUP_ID_CONFIG -> group(client, receive),
      SHARE_ACKNOWLEDGEMENT_MODE_CONFIG -> "explicit",
      ALLOW_AUTO_CREATE_TOPICS_CONFIG -> "false"
    )
    all(own ++ dialect.consumer)

  /** The name of the group. A queue has one; a topic has one for each subscription. */
  private def group(client: ClientSpec, receive: ReceiveSpec): String =
    receive.shared.orElse(receive.durable).getOrElse {
      if receive.source.kind == DestinationType.Queue then receive.source.name
      else s"${receive.source.name}-${client.name}-${UUID.randomUUID}"
    }

  private def all(settings: List[(String, String)]): java.util.Map[String, Object] =
    val map = java.util.HashMap[String, Object]()
    for (name, value) <- settings do map.put(name, value)
    map

private object KafkaSettings:
  /** Whether the library acknowledges on its own what it has delivered. */
  def commitsAlone(receive: ReceiveSpec): Boolean = receive.ack.isAutomatic

  private val always: List[String] = List(
    "allow.auto.create.topics=false: the driver makes each topic as its workload needs it",
    "flush: follows each send that is waited for, because its batch would wait for linger.ms first"
  )

  /** The settings with share groups, each with its reason. */
  val sharing: List[String] = List(
    "share.acknowledgement.mode=explicit: messages are acknowledged one by one, and those that were not taken are " +
      "given back",
    "share.auto.offset.reset=earliest: set for each group, because messages that wait for its first member must " +
      "not be skipped"
  ) ++ always

  val reasons: List[String] = List(
    "max.poll.records: set only if the workload says how many messages it takes at a time",
    "auto.offset.reset=earliest: set for queues, because messages that wait for the first consumer must not be skipped",
    "enable.auto.commit=false: set only if the workload says when it acknowledges",
    "session.timeout.ms=10000, heartbeat.interval.ms=1000: by default, a dead consumer keeps all its partitions " +
      "for 45 s, longer than any workload waits, and others learn of a newcomer after 3 s"
  ) ++ always

/** The sending half of a client. Only the client's thread may use it. */
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

  override def cut(): Unit =
    try producer.close(Duration.ZERO)
    catch case _: RuntimeException => ()
