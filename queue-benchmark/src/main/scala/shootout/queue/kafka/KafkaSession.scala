package shootout.queue.kafka

import org.apache.kafka.clients.CommonClientConfigs
import org.apache.kafka.clients.admin.{Admin, AlterConfigOp, ConfigEntry, NewTopic}
import org.apache.kafka.clients.consumer.ConsumerConfig.*
import org.apache.kafka.clients.producer.ProducerConfig
import org.apache.kafka.common.KafkaFuture
import org.apache.kafka.common.config.ConfigResource
import org.apache.kafka.common.errors.*
import shootout.driver.*
import shootout.queue.*
import shootout.units.{DestinationType, Endpoint}

import java.time.Duration
import java.util.UUID
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.util.control.Exception.ignoring

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
