package shootout.queue.rabbit

import com.rabbitmq.client.{AMQP, PossibleAuthenticationFailureException, ShutdownSignalException}
import com.rabbitmq.client.impl.ClientVersion
import shootout.driver.{Access, Session, Unsupported}
import shootout.yaml.{Fields, Reader}
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported, Replicas}
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** RabbitMQ's own protocol, through RabbitMQ's own library. A queue is a durable queue. A topic is a fanout exchange
  * with a queue for each subscription.
  */
final class RabbitDriver extends QueueDriver("amqp091", "AMQP 0-9-1", RabbitDialect.reader, RabbitProtocol(_, _)):
  def name: String = s"amqp-client ${ClientVersion.VERSION}"
  override def settings: List[String] = RabbitProtocol.settings
  override def access: Access = Access(virtualHosts = true)

/** AMQP 0-9-1 as one broker or one cluster speaks it. */
final class RabbitProtocol(dialect: RabbitDialect, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      RabbitProtocol.lacks ++ (if dialect.quorum then RabbitProtocol.quorumLacks else Unsupported.none),
      Replicas(dialect.replicas, alone = 1).promise(DeliveryOrder.Producer, Redelivery.Unacknowledged),
      RabbitProtocol.settings,
      dialect.options
    ):
  /** Whether the broker refuses the password or the virtual host. */
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
    "automaticRecovery=false: a lost connection is reported, and not silently restored",
    "basicQos=1000: used if a workload asks for no prefetch, because the library would take a whole queue into its " +
      "memory",
    "basicAck with multiple=true: used if the workload acknowledges several messages together",
    "autoAck=false: in auto mode too, where the driver acknowledges together all that it was given; messages that " +
      "the protocol acknowledges on its own are lost if a consumer leaves before it has processed them",
    "the executor of consumers is the connection's own thread: it stores each message where the client's thread " +
      "finds it, and involves no other thread",
    "channelRpcTimeout=30 s: by default, a call waits ten minutes for its answer"
  )

  private val quorumLacks = QueueUnsupported.keepsAll("a quorum queue writes every message to its log")

  /** What AMQP 0-9-1 or this driver lacks. */
  private val lacks: Unsupported =
    QueueUnsupported.noSelectors("a queue has no selectors and delivers every message") ++ Unsupported(
      "partitions" -> "a queue has no partitions",
      "subscription_headers" -> "this driver sends no arguments with a subscription",
      "priority" -> "messages arrive in the order of their sending, because a queue has no priorities by default",
      "listener" -> "the library only offers callbacks, so every workload uses them"
    )

/** The differences between RabbitMQ clusters: the `amqp091` section of a `broker.yaml`.
  *
  * @param quorum
  *   whether queues are quorum queues, and not classic ones
  * @param replicas
  *   number of nodes that have each queue; for classic queues, a policy of the broker ensures it
  */
final case class RabbitDialect(quorum: Boolean, replicas: Int):
  /** Arguments of each queue that outlives its clients. */
  def arguments: Map[String, Object] =
    if !quorum then Map.empty
    else Map(RabbitDialect.TypeArgument -> RabbitDialect.Quorum, RabbitDialect.SizeArgument -> Int.box(replicas))

  /** The options that the result shows. */
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
