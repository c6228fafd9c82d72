package shootout.queue.rabbit

import com.rabbitmq.client.impl.ClientVersion
import com.rabbitmq.client.{AMQP, PossibleAuthenticationFailureException, ShutdownSignalException}
import shootout.driver.*
import shootout.input.{Node, Problem}
import shootout.scenario.Cell
import shootout.units.{Endpoint, Nanos}

import java.util.concurrent.ConcurrentLinkedQueue

/** RabbitMQ's own protocol, by RabbitMQ's own library. A queue is a durable queue; a topic is a fanout exchange with a queue for each
  * subscription.
  */
final class RabbitDriver extends Driver:
  def protocol: String = "amqp091"
  def title: String = "AMQP 0-9-1"
  def api: String = "queue"
  def name: String = s"amqp-client ${ClientVersion.VERSION}"
  override def settings: List[String] = RabbitProtocol.settings
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    RabbitDialect.read(dialect).map(RabbitProtocol(_, cannot))

/** AMQP 0-9-1 as one broker, or one cluster, speaks it. */
final class RabbitProtocol(dialect: RabbitDialect, cannot: Map[String, String]) extends Protocol:
  override def options: List[(String, String)] = dialect.options
  override def effectiveSettings: List[String] = RabbitProtocol.settings

  override def promise: DeliveryPromise =
    val confirmation = if dialect.replicas > 1 then Confirmation.Replicas else Confirmation.Broker
    DeliveryPromise(DeliveryOrder.Producer, Redelivery.Unacknowledged, confirmation)

  def unsupported(cell: Cell): Option[String] = Needs.of(cell).iterator.flatMap(lack).nextOption()

  /** Why a capability is lacking; none: it is there. */
  private[queue] def lack(need: String): Option[String] =
    val quorum = if dialect.quorum then RabbitProtocol.quorumCannot.get(need) else None
    cannot.get(need).orElse(quorum).orElse(RabbitProtocol.cannot.get(need))

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = RabbitProtocol.refuses)

  def open(endpoint: Endpoint): Session = RabbitSession(dialect, endpoint)

object RabbitProtocol:
  private val AccessRefused = 403
  private val NotAllowed = 530

  /** Whether a broker understood the library and said no: to the password, or the virtual host. */
  private def refuses(failure: Throwable): Boolean =
    Iterator.iterate(failure)(_.getCause).takeWhile(_ != null).exists {
      case _: PossibleAuthenticationFailureException => true
      case signal: ShutdownSignalException =>
        signal.getReason match
          case close: AMQP.Connection.Close => close.getReplyCode == AccessRefused || close.getReplyCode == NotAllowed
          case _ => false
      case _ => false
    }

  private[queue] val settings: List[String] = List(
    "automaticRecovery=false: a connection that is lost is told, and not mended in silence",
    "basicQos=1000: where a load asks for no prefetch, for the library would take a whole queue into its memory",
    "basicAck with multiple=true: where the load acknowledges several messages together",
    "autoAck=false: in auto mode too, where the driver acknowledges all that it was given together; what the protocol acknowledges by itself " +
      "is lost with a consumer that leaves before it has looked at it",
    "the executor of consumers is the connection's own thread: it puts each message where the client's thread finds it, and hands it to no other",
    "channelRpcTimeout=30 s: by default a call waits ten minutes for its answer"
  )

  private val unsent = "this driver sends no transactions"
  private val selects = "a queue delivers every message"
  private val onlyBytes = "a message of AMQP 0-9-1 is bytes"
  private val stored = "a quorum queue writes every message to its log"

  private val quorumCannot: Map[String, String] =
    Map("non_persistent" -> stored, "confirm_non_persistent" -> stored)

  /** What AMQP 0-9-1 lacks, or this driver. */
  private val cannot: Map[String, String] = Map(
    "request_reply" -> "this driver has no addresses to reply to",
    "temporary_queue" -> "this driver has no addresses to reply to",
    "transaction" -> unsent,
    "rollback_send" -> unsent,
    "rollback_receive" -> unsent,
    "partitions" -> "a queue has none",
    "selector" -> selects,
    "selector_queue" -> selects,
    "subscription_headers" -> "this driver sends no arguments with a subscription",
    "priority" -> "messages come in the order of their sending, for a queue has no priorities by default",
    "listener" -> "the library knows no other way than to call back, so it does that in every load",
    "message_text" -> onlyBytes,
    "message_map" -> onlyBytes,
    "message_object" -> onlyBytes,
    "price_update" -> "it is (de)serialised in the forms of JMS only",
    "small_body" -> s"this driver keeps its stamp of ${Stamp.Bytes} B in the body"
  )

private final class RabbitSession(dialect: RabbitDialect, endpoint: Endpoint) extends Session:
  private val queues = RabbitQueues(dialect, endpoint)
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  override def create(destinations: List[DestinationSpec]): Unit = destinations.foreach(d => queues.ensure(d.name))
  override def remove(destinations: List[DestinationName]): Unit = destinations.foreach(queues.remove)

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, RabbitLink(spec, endpoint, queues))
    clients.add(client)
    client

  def close(): Unit =
    clients.forEach(_.giveUp())
    queues.close()
