package shootout.queue.kafka

import org.apache.kafka.clients.CommonClientConfigs
import org.apache.kafka.clients.admin.{Admin, AlterConfigOp, ConfigEntry, NewTopic}
import org.apache.kafka.clients.consumer.ConsumerConfig
import org.apache.kafka.clients.consumer.ConsumerConfig.*
import org.apache.kafka.clients.producer.ProducerConfig
import org.apache.kafka.common.KafkaFuture
import org.apache.kafka.common.config.ConfigResource
import org.apache.kafka.common.errors.*
import org.apache.kafka.common.utils.AppInfoParser
import shootout.driver.*
import shootout.queue.*
import shootout.scenario.Workload
import shootout.units.{Confirmation, DeliveryOrder, DestinationType, Endpoint}
import shootout.yaml.{Fields, Reader}

import java.time.Duration
import java.util.UUID
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.util.control.Exception.ignoring

/** Kafka. A queue is a topic with one consumer group, whose members share its partitions, or with one share group,
  * whose members share its messages. A topic has a consumer group for each subscription.
  */
final class KafkaDriver extends QueueDriver("kafka", "Kafka", KafkaDialect.reader, DeliveryOrder.Partition):
  def name: String = s"kafka-clients ${AppInfoParser.getVersion}"
  override def offers: List[String] = List(QueueUnsupported.groups)

  override def promise(dialect: KafkaDialect): DeliveryPromise =
    val promised = super.promise(dialect)
    if dialect.shares then promised.copy(order = DeliveryOrder.Unordered) else promised

  /** A receiver that does not acknowledge each message may wait in vain for the last ones of a share group. */
  override def rejects(dialect: KafkaDialect, workload: Workload): Option[String] = workload.consumers.collectFirst {
    case group if dialect.shares && !group.ack.isAutomatic && group.batch.isEmpty && group.ackEvery > 1 =>
      "a member of a share group is given nothing more before all that it was given is acknowledged (ack_every)"
  }

  def refuses(failure: Throwable): Boolean = failure match
    case _: (AuthenticationException | AuthorizationException | UnsupportedVersionException) => true
    case _ => false

  def open(dialect: KafkaDialect, endpoint: Endpoint): Session = KafkaSession(dialect, KafkaSettings(dialect, endpoint))

  override def effectiveSettings(dialect: KafkaDialect): List[String] =
    (if dialect.shares then sharing else settings) ++
      dialect.options.map((name, value) => s"$name=$value: an option of broker.yaml")

  private def always = List(
    "allow.auto.create.topics=false: the driver makes each topic as its workload needs it",
    "flush: follows each send that is waited for, because its batch would wait for linger.ms first"
  )

  /** The settings with share groups, each with its reason. */
  private def sharing = List(
    "share.acknowledgement.mode=explicit: messages are acknowledged one by one, and those that were not taken are " +
      "given back",
    "share.auto.offset.reset=earliest: set for each group, because messages that wait for its first member must " +
      "not be skipped"
  ) ++ always

  override def settings: List[String] = List(
    "max.poll.records: set only if the workload says how many messages it takes at a time",
    "auto.offset.reset=earliest: set for queues, because messages that wait for the first consumer must not be skipped",
    "enable.auto.commit=false: set only if the workload says when it acknowledges",
    "session.timeout.ms=10000, heartbeat.interval.ms=1000: by default, a dead consumer keeps all its partitions " +
      "for 45 s, longer than any workload waits, and others learn of a newcomer after 3 s"
  ) ++ always

  def lacks(dialect: KafkaDialect): Unsupported =
    QueueUnsupported.keepsAll("Kafka writes every message to its log") ++
      QueueUnsupported.noPrefetch("a consumer fetches ahead, whatever the workload asks for or acknowledges") ++
      QueueUnsupported.noSelectors("Kafka has no selectors") ++ Unsupported(
        "temporary_queue" -> "Kafka has no temporary topics",
        "priority" -> "messages arrive in the order of their partition"
      ) ++
      (if dialect.shares then sharesLack else groupsLack)

  private def groupsLack = Unsupported(
    "ack_individual" -> "a consumer group acknowledges positions; share groups acknowledge messages (kafka/share)"
  )

  private def sharesLack = QueueUnsupported.noTopics(
    "a share group begins with what is sent after its first member joined, and that time is not known, so this " +
      "driver uses it for queues only"
  ) ++ Unsupported(
    "message_groups" -> "the members of a share group share the records of a partition, whatever their keys"
  )

/** The differences between Kafka clusters: the `kafka` section of a `broker.yaml`. */
private[queue] final case class KafkaDialect(
    /** number of copies of each partition */
    replicas: Int,
    /** whether the receivers of a queue are a share group, and not a consumer group */
    shares: Boolean,
    /** settings of producers, under the library's names; `consumer` and `topic` are the same for consumers and topics
      */
    producer: List[(String, String)],
    consumer: List[(String, String)],
    topic: List[(String, String)]
) extends QueueDialect:
  /** The replicas that have a message when its send is confirmed: `1`, or `all` that are in sync. */
  def acks: String = producer.toMap.getOrElse(ProducerConfig.ACKS_CONFIG, KafkaDialect.All)

  override def confirmation: Confirmation =
    if replicas == 1 then Confirmation.Broker else if acks == "1" then Confirmation.Leader else Confirmation.Replicas

  override def options: List[(String, String)] =
    List("producer" -> producer, "consumer" -> consumer, "topic" -> topic).flatMap((of, settings) =>
      settings.map((name, value) => s"$of.$name" -> value)
    ) ++ Option.when(shares)("group" -> "share") ++ Option.when(replicas > 1)("replicas" -> replicas.toString)

private[queue] object KafkaDialect:
  val All = "all"
  private val confirming = Set(All, "-1", "1")

  val reader: Reader[KafkaDialect] = Fields.reader("a Kafka dialect") { (f, problems) =>
    val replicas = f.getOrElse("replicas", Reader.int(1, Short.MaxValue))(1)
    val shares = f.getOrElse("group", Reader.word("consumer" -> false, "share" -> true))(false)
    val producer = f.getOrElse("producer", known(ProducerConfig.configNames.asScala.toSet))(Nil)
    val consumer = f.getOrElse("consumer", known(ConsumerConfig.configNames.asScala.toSet))(Nil)
    val topic = f.getOrElse("topic", Reader.mapOf(Reader.text))(Nil)
    val read = KafkaDialect(replicas, shares, producer, consumer, topic)
    if !confirming(read.acks) then
      problems.add(
        f.place,
        s"acks: ${read.acks} confirms nothing; write ${confirming.toList.sorted.mkString(", ")}, or no acks"
      )
    Some(read)
  }

  /** Refuses unknown settings, which the library would only mention in its log. */
  private def known(names: Set[String]): Reader[List[(String, String)]] =
    val settings = Reader.mapOf(Reader.text)
    Reader.of("a mapping of the library's settings") { (node, problems) =>
      val read = settings.read(node, problems)
      for (name, _) <- read.getOrElse(Nil) if !names(name) do
        val hint = Fields.meant(name, names).fold("")(n => s"; did you mean '$n'?")
        problems.add(node.place, s"kafka-clients has no setting '$name'$hint")
      read
    }

/** Topics and groups. */
private final class KafkaSession(dialect: KafkaDialect, settings: KafkaSettings) extends QueueSession:
  private val shared =
    CommonConnection[Admin](Admin.create(settings.admin), _ => true, _.close(KafkaSession.CloseWithin))
  private def admin: Admin = shared.get

  override def hello(): Unit = done(admin.describeCluster().clusterId())

  protected def make(spec: DestinationSpec): Unit =
    val partitions = if dialect.shares then spec.partitions.getOrElse(1) else spec.partitionsNeeded
    val topic = NewTopic(spec.name.name, partitions, dialect.replicas.toShort).configs(dialect.topic.toMap.asJava)
    // a node that has just started is not counted at once
    Waiting.until("the cluster had too few nodes for a topic", KafkaSession.LimitS, KafkaSession.Pause) {
      try
        ignoring(classOf[TopicExistsException])(done(admin.createTopics(java.util.List.of(topic)).all()))
        true
      catch case _: InvalidReplicationFactorException => false
    }
    // by default, a share group skips what was there before it
    if dialect.shares then reset(spec.name.name, AlterConfigOp.OpType.SET)

  private def reset(group: String, how: AlterConfigOp.OpType): Unit =
    val change = AlterConfigOp(ConfigEntry("share.auto.offset.reset", "earliest"), how)
    val of = ConfigResource(ConfigResource.Type.GROUP, group)
    done(admin.incrementalAlterConfigs(java.util.Map.of(of, java.util.List.of(change))).all())

  /** Whether a client of this name is in a share group, and has partitions to receive from. */
  private def hasMember(group: String, client: String): Boolean =
    val described = admin.describeShareGroups(java.util.List.of(group)).describedGroups.get(group)
    try
      Waiting.answer(described, KafkaSession.LimitS).members.asScala
        .exists(member => member.clientId == client && !member.assignment.topicPartitions.isEmpty)
    catch case _: GroupIdNotFoundException => false

  /** Removes a topic, after the group of the same name. A share group has a state for each partition. Without the
    * topic, the cluster would look for that state for half a minute.
    */
  protected def delete(destination: DestinationName): Unit =
    removeGroup(destination.name)
    val removed = admin.deleteTopics(java.util.List.of(destination.name)).all()
    ignoring(classOf[UnknownTopicOrPartitionException])(done(removed))

  /** Removes a group, unless it still has members. */
  private def removeGroup(group: String): Unit =
    val names = java.util.List.of(group)
    if dialect.shares then reset(group, AlterConfigOp.OpType.DELETE)
    val removed =
      if dialect.shares then admin.deleteShareGroups(names).all() else admin.deleteConsumerGroups(names).all()
    ignoring(classOf[GroupNotEmptyException], classOf[GroupIdNotFoundException])(done(removed))

  /** @throws Throwable
    *   what the cluster says if it refuses
    */
  private def done(future: KafkaFuture[?]): Unit =
    Waiting.answer(future, KafkaSession.LimitS): Unit

  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection = new QueueConnection(this):
    def sender(send: SendSpec): QueueSender = KafkaSender(settings.producer(spec), send, confirmations)

    def receiver(receive: ReceiveSpec): QueueReceiver =
      if !dialect.shares then KafkaReceiver(settings.consumer(spec, receive), receive)
      else
        KafkaShareReceiver(settings.member(spec, receive), receive, () => hasMember(receive.source.name, spec.name))

    override def leave(unsubscribe: Boolean): Unit =
      if unsubscribe then spec.receive.flatMap(_.durable).foreach(removeGroup)

  protected def end(): Unit = shared.close()

private object KafkaSession:
  private val LimitS = 60L
  private val CloseWithin = Duration.ofMillis(200)
  private val Pause = TimeUnit.MILLISECONDS.toNanos(200)

/** The settings of the library that differ from its defaults. Those of `broker.yaml` win. */
private final class KafkaSettings(dialect: KafkaDialect, endpoint: Endpoint):
  private val servers =
    CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG -> endpoint.addresses.map((host, port) => s"$host:$port").mkString(",")

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
      ENABLE_AUTO_COMMIT_CONFIG -> receive.ack.isAutomatic.toString,
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
