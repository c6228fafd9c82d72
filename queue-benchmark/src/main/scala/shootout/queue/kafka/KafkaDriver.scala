package shootout.queue.kafka

import org.apache.kafka.common.errors.{AuthenticationException, AuthorizationException, UnsupportedVersionException}
import org.apache.kafka.common.utils.AppInfoParser
import shootout.driver.*
import shootout.input.{Node, Problem}
import shootout.scenario.Cell
import shootout.units.{Endpoint, Nanos}

import java.util.concurrent.ConcurrentLinkedQueue

/** Kafka. A queue is a topic with one consumer group, whose members share its partitions; a topic is one with a group for each
  * subscription.
  */
final class KafkaDriver extends Driver:
  def protocol: String = "kafka"
  def title: String = "Kafka"
  def api: String = "queue"
  def name: String = s"kafka-clients ${AppInfoParser.getVersion}"
  override def settings: List[String] = KafkaSettings.reasons
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    KafkaDialect.read(dialect).map(KafkaProtocol(_, cannot))

/** Kafka as one cluster speaks it. */
final class KafkaProtocol(dialect: KafkaDialect, cannot: Map[String, String]) extends Protocol:
  override def options: List[(String, String)] = dialect.options
  override def effectiveSettings: List[String] =
    KafkaSettings.reasons ++ dialect.options.map((name, value) => s"$name=$value: of broker.yaml")

  override def promise: DeliveryPromise =
    val confirmation =
      if dialect.replicas == 1 then Confirmation.Broker
      else if dialect.acks == "1" then Confirmation.Leader
      else Confirmation.Replicas
    DeliveryPromise(DeliveryOrder.Partition, Redelivery.AtLeastOnce, confirmation)

  override def removes: Boolean = true
  def unsupported(cell: Cell): Option[String] = Needs.of(cell).iterator.flatMap(lack).nextOption()

  /** Why a capability is lacking; none: it is there. */
  private[queue] def lack(need: String): Option[String] = cannot.get(need).orElse(KafkaProtocol.cannot.get(need))

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = KafkaProtocol.refuses)

  def open(endpoint: Endpoint): Session = KafkaSession(dialect, endpoint)

object KafkaProtocol:
  /** Whether a broker understood the library and said no. */
  private def refuses(failure: Throwable): Boolean =
    Iterator.iterate(failure)(_.getCause).takeWhile(_ != null).exists {
      case _: (AuthenticationException | AuthorizationException | UnsupportedVersionException) => true
      case _ => false
    }

  private val noHeader = "Kafka selects no messages"
  private val ahead = "a consumer fetches ahead of what it is asked for and of what is acknowledged"
  private val onlyBytes = "a Kafka record is bytes"
  private val positions =
    "a consumer group acknowledges positions, not messages; share groups do, which this driver does not use"

  /** What Kafka lacks, or this driver. */
  private val cannot: Map[String, String] = Map(
    "non_persistent" -> "Kafka writes every message to its log",
    "confirm_non_persistent" -> "Kafka writes every message to its log",
    "request_reply" -> "this driver has no addresses to reply to",
    "temporary_queue" -> "Kafka has no temporary topics",
    "transaction" -> "this driver sends no transactions",
    "rollback_send" -> "this driver sends no transactions",
    "rollback_receive" -> "this driver sends no transactions",
    "ack_individual" -> positions,
    "prefetch" -> ahead,
    "prefetch_auto" -> ahead,
    "prefetch_any_size" -> ahead,
    "selector" -> noHeader,
    "selector_queue" -> noHeader,
    "subscription_headers" -> noHeader,
    "priority" -> "messages come in the order of their partition",
    "listener" -> "the library's consumer is asked, and calls nobody back",
    "message_text" -> onlyBytes,
    "message_map" -> onlyBytes,
    "message_object" -> onlyBytes,
    "price_update" -> "it is (de)serialised in the forms of JMS only",
    "small_body" -> s"this driver keeps its stamp of ${Stamp.Bytes} B in the body"
  )

private final class KafkaSession(dialect: KafkaDialect, endpoint: Endpoint) extends Session:
  private val settings = KafkaSettings(dialect, endpoint)
  private val topics = KafkaTopics(dialect, settings)
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  override def create(destinations: List[DestinationSpec]): Unit =
    topics.create(destinations.map(d => d.name.name -> d.partitionsNeeded))

  override def remove(destinations: List[DestinationName]): Unit = topics.remove(destinations.map(_.name))

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, KafkaLink(spec, settings, topics))
    clients.add(client)
    client

  def close(): Unit =
    clients.forEach(_.giveUp())
    topics.close()
