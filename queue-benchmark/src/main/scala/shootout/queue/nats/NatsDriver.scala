package shootout.queue.nats

import io.nats.client.{AuthenticationException, Nats}
import shootout.driver.*
import shootout.input.{Fields, Node, Problem, Problems, Reader}
import shootout.scenario.Cell
import shootout.units.{Endpoint, Nanos}

import java.util.concurrent.ConcurrentLinkedQueue

/** NATS JetStream. A queue is a stream that forgets what was acknowledged (a work queue), with one pull consumer; a topic is a stream
  * that keeps messages for as long as one of its consumers wants them.
  */
final class NatsDriver extends Driver:
  def protocol: String = "nats"
  def title: String = "NATS JetStream"
  def api: String = "queue"
  def name: String = s"jnats ${Nats.CLIENT_VERSION}"
  override def settings: List[String] = NatsProtocol.settings
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    NatsDialect.read(dialect).map(NatsProtocol(_, cannot))

/** What differs between servers: the `nats` section of a `broker.yaml`.
  *
  * @param replicas
  *   copies of each stream
  */
final case class NatsDialect(replicas: Int)

object NatsDialect:
  /** JetStream has no more. */
  private val MostReplicas = 5
  private val dialect = Fields.reader("a NATS dialect") { (f, _) =>
    Some(NatsDialect(f.getOrElse("replicas", Reader.int(1, MostReplicas))(1)))
  }

  /** @return the dialect, or every problem with its place */
  def read(node: Node): Either[List[Problem], NatsDialect] =
    val problems = Problems()
    val value = dialect.read(node, problems)
    problems.orElse(value.get)

/** JetStream as one server, or one cluster, speaks it. */
final class NatsProtocol(dialect: NatsDialect, cannot: Map[String, String]) extends Protocol:
  override def options: List[(String, String)] =
    Option.when(dialect.replicas > 1)("replicas" -> dialect.replicas.toString).toList
  override def effectiveSettings: List[String] = NatsProtocol.settings

  override def promise: DeliveryPromise =
    val confirmation = if dialect.replicas > 1 then Confirmation.Replicas else Confirmation.Broker
    DeliveryPromise(DeliveryOrder.Producer, Redelivery.AtLeastOnce, confirmation)

  override def removes: Boolean = true
  def unsupported(cell: Cell): Option[String] = Needs.of(cell).iterator.flatMap(lack).nextOption()

  /** Why a capability is lacking; none: it is there. */
  private[queue] def lack(need: String): Option[String] = cannot.get(need).orElse(NatsProtocol.cannot.get(need))

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = NatsProtocol.refuses)

  def open(endpoint: Endpoint): Session = NatsSession(dialect, endpoint)

object NatsProtocol:
  private def refuses(failure: Throwable): Boolean =
    Iterator.iterate(failure)(_.getCause).takeWhile(_ != null).exists(_.isInstanceOf[AuthenticationException])

  private[queue] val settings: List[String] = List(
    "noReconnect: a connection that is lost is told, and not mended in silence",
    "ackWait=10 s: by default what a consumer took along into its grave comes again after 30 s, longer than any load waits",
    "requestTimeout=20 s: by default a cluster has 2 s to make a stream"
  )

  private val stored = "JetStream stores every message"
  private val ahead = "what is delivered ahead is limited for all consumers of a queue together (max_ack_pending)"
  private val selects = "a consumer selects by subject, and not by header"
  private val unsent = "JetStream has no transactions"
  private val onlyBytes = "a NATS message is bytes"

  /** What JetStream lacks, or this driver. */
  private val cannot: Map[String, String] = Map(
    "non_persistent" -> stored,
    "confirm_non_persistent" -> stored,
    "request_reply" -> "this driver has no addresses to reply to",
    "temporary_queue" -> "this driver has no addresses to reply to",
    "transaction" -> unsent,
    "rollback_send" -> unsent,
    "rollback_receive" -> unsent,
    "prefetch" -> ahead,
    "prefetch_auto" -> ahead,
    "prefetch_any_size" -> ahead,
    "partitions" -> "a stream has none",
    "selector" -> selects,
    "selector_queue" -> selects,
    "subscription_headers" -> selects,
    "priority" -> "messages come in the order of their stream",
    "listener" -> "a pull consumer is asked for; this driver uses no push consumers",
    "message_text" -> onlyBytes,
    "message_map" -> onlyBytes,
    "message_object" -> onlyBytes,
    "price_update" -> "it is (de)serialised in the forms of JMS only",
    "small_body" -> s"this driver keeps its stamp of ${Stamp.Bytes} B in the body"
  )

private final class NatsSession(dialect: NatsDialect, endpoint: Endpoint) extends Session:
  private val streams = NatsStreams(dialect, endpoint)
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  override def create(destinations: List[DestinationSpec]): Unit = destinations.foreach(d => streams.ensure(d.name))
  override def remove(destinations: List[DestinationName]): Unit = destinations.foreach(d => streams.remove(d.name))

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, NatsLink(spec, endpoint, streams))
    clients.add(client)
    client

  def close(): Unit =
    clients.forEach(_.giveUp())
    streams.close()
