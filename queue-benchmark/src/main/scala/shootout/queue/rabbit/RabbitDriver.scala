package shootout.queue.rabbit

import com.rabbitmq.client.{AMQP, PossibleAuthenticationFailureException, ShutdownSignalException}
import com.rabbitmq.client.impl.ClientVersion
import shootout.driver.{Access, Session, Unsupported}
import shootout.yaml.{Fields, Reader}
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported, Replicas}
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** RabbitMQ's own protocol, by RabbitMQ's own library. A queue is a durable queue; a topic is a fanout exchange with a queue for each
  * subscription.
  */
final class RabbitDriver extends QueueDriver("amqp091", "AMQP 0-9-1", RabbitDialect.reader, RabbitProtocol(_, _)):
  def name: String = s"amqp-client ${ClientVersion.VERSION}"
  override def settings: List[String] = RabbitProtocol.settings
  override def access: Access = Access(virtualHosts = true)

/** AMQP 0-9-1 as one broker, or one cluster, speaks it. */
final class RabbitProtocol(dialect: RabbitDialect, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      RabbitProtocol.lacks ++ (if dialect.quorum then RabbitProtocol.quorumLacks else Unsupported.none),
      Replicas(dialect.replicas, alone = 1).promise(DeliveryOrder.Producer, Redelivery.Unacknowledged),
      RabbitProtocol.settings,
      dialect.options
    ):
  /** It says no to the password, or the virtual host. */
  protected def refuses(failure: Throwable): Boolean = failure match
    case _: PossibleAuthenticationFailureException => true
    case signal: ShutdownSignalException =>
      signal.getReason match
        case close: AMQP.Connection.Close =>
          close.getReplyCode == RabbitProtocol.AccessRefused || close.getReplyCode == RabbitProtocol.NotAllowed
        case _ => false
    case _ => false

  def open(endpoint: Endpoint): Session =
    val queues = RabbitQueues(dialect, endpoint)
    QueueSession(queues, RabbitLink(_, endpoint, queues))

object RabbitProtocol:
  private val AccessRefused = 403
  private val NotAllowed = 530

  private[queue] val settings: List[String] = List(
    "automaticRecovery=false: a connection that is lost is told, and not mended in silence",
    "basicQos=1000: where a load asks for no prefetch, for the library would take a whole queue into its memory",
    "basicAck with multiple=true: where the load acknowledges several messages together",
    "autoAck=false: in auto mode too, where the driver acknowledges all that it was given together; what the protocol acknowledges by itself " +
      "is lost with a consumer that leaves before it has looked at it",
    "the executor of consumers is the connection's own thread: it puts each message where the client's thread finds it, and hands it to no other",
    "channelRpcTimeout=30 s: by default a call waits ten minutes for its answer"
  )

  private val quorumLacks = QueueUnsupported.keepsAll("a quorum queue writes every message to its log")

  /** What AMQP 0-9-1 lacks, or this driver. */
  private val lacks: Unsupported =
    QueueUnsupported.noSelectors("a queue delivers every message") ++ Unsupported(
      "partitions" -> "a queue has none",
      "subscription_headers" -> "this driver sends no arguments with a subscription",
      "priority" -> "messages come in the order of their sending, for a queue has no priorities by default",
      "listener" -> "the library knows no other way than to call back, so it does that in every load"
    )

/** What differs between RabbitMQ clusters: the `amqp091` section of a `broker.yaml`.
  *
  * @param quorum
  *   queues are quorum queues; else they are classic ones
  * @param replicas
  *   nodes that have each queue. Of classic queues a policy of the broker's sees to that
  */
final case class RabbitDialect(quorum: Boolean, replicas: Int):
  /** Arguments of each queue that outlives its clients. */
  def arguments: Map[String, Object] =
    if !quorum then Map.empty
    else Map(RabbitDialect.TypeArgument -> RabbitDialect.Quorum, RabbitDialect.SizeArgument -> Int.box(replicas))

  /** As the result has them. */
  def options: List[(String, String)] =
    Option.when(quorum)("queue_type" -> RabbitDialect.Quorum).toList ++ Replicas(replicas, alone = 1).options

object RabbitDialect:
  private val Quorum = "quorum"
  private val TypeArgument = "x-queue-type"
  private val SizeArgument = "x-quorum-initial-group-size"
  private val MostReplicas = 99

  val reader: Reader[RabbitDialect] = Fields.reader("an AMQP 0-9-1 dialect") { (f, _) =>
    val quorum = f.getOrElse("queue_type", Reader.word("classic" -> false, Quorum -> true))(false)
    val replicas = f.getOrElse("replicas", Reader.int(1, MostReplicas))(1)
    Some(RabbitDialect(quorum, replicas))
  }
