package shootout.queue.kafka

import org.apache.kafka.common.errors.{AuthenticationException, AuthorizationException, UnsupportedVersionException}
import org.apache.kafka.common.utils.AppInfoParser
import shootout.driver.{Confirmation, DeliveryOrder, DeliveryPromise, Redelivery, Session}
import shootout.queue.{Lacks, QueueDriver, QueueProtocol, QueueSession}
import shootout.units.Endpoint

/** Kafka. A queue is a topic with one consumer group, whose members share its partitions; a topic is one with a group for each
  * subscription.
  */
final class KafkaDriver extends QueueDriver("kafka", "Kafka", KafkaDialect.reader, KafkaProtocol(_, _)):
  def name: String = s"kafka-clients ${AppInfoParser.getVersion}"
  override def settings: List[String] = KafkaSettings.reasons

/** Kafka as one cluster speaks it. */
final class KafkaProtocol(dialect: KafkaDialect, cannot: Map[String, String])
    extends QueueProtocol(cannot, KafkaProtocol.lacks):
  override def options: List[(String, String)] = dialect.options
  override def effectiveSettings: List[String] =
    KafkaSettings.reasons ++ dialect.options.map((name, value) => s"$name=$value: of broker.yaml")

  override def promise: DeliveryPromise =
    val confirmation =
      if dialect.replicas == 1 then Confirmation.Broker
      else if dialect.acks == "1" then Confirmation.Leader
      else Confirmation.Replicas
    DeliveryPromise(DeliveryOrder.Partition, Redelivery.AtLeastOnce, confirmation)

  protected def refuses(failure: Throwable): Boolean = failure match
    case _: (AuthenticationException | AuthorizationException | UnsupportedVersionException) => true
    case _ => false

  def open(endpoint: Endpoint): Session =
    val settings = KafkaSettings(dialect, endpoint)
    val topics = KafkaTopics(dialect, settings)
    QueueSession(topics, KafkaLink(_, settings, topics))

object KafkaProtocol:
  /** What Kafka lacks, or this driver. */
  private val lacks: Map[String, String] =
    Lacks.keepsAll("Kafka writes every message to its log") ++
      Lacks.noPrefetch("a consumer fetches ahead of what it is asked for and of what is acknowledged") ++
      Lacks.noSelectors("Kafka selects no messages") ++ Map(
        "temporary_queue" -> "Kafka has no temporary topics",
        "ack_individual" -> "a consumer group acknowledges positions, not messages; share groups do, which this driver does not use",
        "priority" -> "messages come in the order of their partition",
        "listener" -> "the library's consumer is asked, and calls nobody back"
      )
