package shootout.queue.kafka

import org.apache.kafka.clients.consumer.ConsumerConfig
import org.apache.kafka.clients.producer.ProducerConfig
import org.apache.kafka.common.errors.{AuthenticationException, AuthorizationException, UnsupportedVersionException}
import org.apache.kafka.common.utils.AppInfoParser
import shootout.driver.*
import shootout.yaml.{Fields, Reader}
import shootout.queue.*
import shootout.scenario.Workload
import shootout.units.{Confirmation, DeliveryOrder, Endpoint}

import scala.jdk.CollectionConverters.*

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

/** The differences between Kafka clusters: the `kafka` section of a `broker.yaml`.
  *
  * @param replicas
  *   number of copies of each partition
  * @param shares
  *   whether the receivers of a queue are a share group, and not a consumer group
  * @param producer
  *   settings of producers, under the library's names; `consumer` and `topic` are the same for consumers and topics
  */
private[queue] final case class KafkaDialect(
    replicas: Int,
    shares: Boolean,
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
