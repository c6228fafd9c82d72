package shootout.queue.rabbit

import com.rabbitmq.client.*
import com.rabbitmq.client.impl.ClientVersion
import shootout.driver.*
import shootout.yaml.{Fields, Reader}
import shootout.queue.*
import shootout.units.{Confirmation, DeliveryOrder, DestinationType, Endpoint, Redelivery}

import scala.jdk.CollectionConverters.*

/** RabbitMQ's own protocol, through RabbitMQ's own library. A queue is a durable queue. A topic is a fanout exchange
  * with a queue for each subscription.
  */
final class RabbitDriver
    extends QueueDriver(
      "amqp091",
      "AMQP 0-9-1",
      RabbitDialect.reader,
      DeliveryOrder.Producer,
      Redelivery.Unacknowledged
    ):
  def name: String = s"amqp-client ${ClientVersion.VERSION}"
  override def access: Access = Access(virtualHosts = true)

  /** Whether the broker refuses the password or the virtual host. */
  def refuses(failure: Throwable): Boolean = failure match
    case _: PossibleAuthenticationFailureException => true
    case signal: ShutdownSignalException =>
      signal.getReason match
        case close: AMQP.Connection.Close =>
          close.getReplyCode == AMQP.ACCESS_REFUSED || close.getReplyCode == AMQP.NOT_ALLOWED
        case _ => false
    case _ => false

  def open(dialect: RabbitDialect, endpoint: Endpoint): Session = RabbitSession(dialect, endpoint)

  override def settings: List[String] = List(
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

  def lacks(dialect: RabbitDialect): Unsupported =
    QueueUnsupported.noSelectors("a queue has no selectors and delivers every message") ++ Unsupported(
      "partitions" -> "a queue has no partitions",
      "subscription_headers" -> "this driver sends no arguments with a subscription",
      "priority" -> "messages arrive in the order of their sending, because a queue has no priorities by default",
      "listener" -> "the library only offers callbacks, so every workload uses them"
    ) ++
      (if dialect.quorum then QueueUnsupported.keepsAll("a quorum queue writes every message to its log")
       else Unsupported.none)

/** The differences between RabbitMQ clusters: the `amqp091` section of a `broker.yaml`.
  *
  * @param quorum
  *   whether queues are quorum queues, and not classic ones
  * @param replicas
  *   number of nodes that have each queue; for classic queues, a policy of the broker ensures it
  */
private[queue] final case class RabbitDialect(quorum: Boolean, replicas: Replicas) extends QueueDialect:
  /** Arguments of each queue that outlives its clients. */
  def arguments: Map[String, Object] =
    if !quorum then Map.empty
    else Map("x-queue-type" -> RabbitDialect.Quorum, "x-quorum-initial-group-size" -> Int.box(replicas.count))

  override def confirmation: Confirmation = replicas.confirmation
  override def options: List[(String, String)] =
    Option.when(quorum)("queue_type" -> RabbitDialect.Quorum).toList ++ replicas.options

private[queue] object RabbitDialect:
  private val Quorum = "quorum"
  private val MostReplicas = 99

  val reader: Reader[RabbitDialect] = Fields.reader("an AMQP 0-9-1 dialect") { (f, _) =>
    val quorum = f.getOrElse("queue_type", Reader.word("classic" -> false, Quorum -> true))(false)
    val replicas = f.getOrElse("replicas", Reader.int(1, MostReplicas))(1)
    Some(RabbitDialect(quorum, Replicas(replicas, alone = 1)))
  }

/** Queues and exchanges. */
private final class RabbitSession(dialect: RabbitDialect, endpoint: Endpoint) extends QueueSession:
  private val shared =
    CommonConnection[RabbitConnection](RabbitConnection(endpoint, "queues", _ => ()), _.isOpen, _.close())
  private val arguments = dialect.arguments.asJava

  private def asking(what: Channel => Unit): Unit = shared.ask { connection =>
    val channel = connection.channel()
    try RabbitConnection.explained(what(channel))
    finally if channel.isOpen then channel.close()
  }

  protected def make(spec: DestinationSpec): Unit =
    val destination = spec.name
    asking { channel =>
      if destination.kind == DestinationType.Queue then declare(channel, destination.name)
      else channel.exchangeDeclare(destination.name, BuiltinExchangeType.FANOUT, true)
    }

  private def declare(channel: Channel, queue: String): Unit =
    channel.queueDeclare(queue, true, false, false, arguments): Unit

  protected def delete(destination: DestinationName): Unit =
    asking { channel =>
      if destination.kind == DestinationType.Queue then channel.queueDelete(destination.name)
      else channel.exchangeDelete(destination.name)
    }

  /** The queue from which a consumer takes messages through its channel. For a topic it is the queue of the
    * subscription, which is made if it does not exist.
    */
  def source(channel: Channel, receive: ReceiveSpec): String =
    val topic = receive.source.name
    if receive.source.kind == DestinationType.Queue then topic
    else
      val queue = receive.durable.orElse(receive.shared).fold(channel.queueDeclare().getQueue) { name =>
        val queue = s"$topic.$name"
        if receive.durable.isDefined then declare(channel, queue)
        // the queue ends with the last consumer that shares it
        else channel.queueDeclare(queue, false, false, true, null)
        queue
      }
      channel.queueBind(queue, topic, "")
      queue

  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection =
    RabbitClient(RabbitConnection(endpoint, spec.name, confirmations.failed), this, confirmations)

  protected def end(): Unit = shared.close()
