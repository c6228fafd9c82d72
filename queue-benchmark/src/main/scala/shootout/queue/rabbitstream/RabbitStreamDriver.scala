package shootout.queue.rabbitstream

import com.rabbitmq.stream.AuthenticationFailureException
import com.rabbitmq.stream.impl.ClientProperties
import shootout.driver.{Access, DeliveryPromise, Session, Unsupported}
import shootout.yaml.{Fields, Reader}
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported}
import shootout.scenario.Workload
import shootout.units.{Confirmation, DeliveryOrder, DestinationType, Endpoint, Redelivery}

/** RabbitMQ's streams, through RabbitMQ's own library for their protocol. A queue is one stream for each of its
  * partitions, which the session deals out to its receivers. A topic is one stream, which all subscribers read
  * independently.
  */
final class RabbitStreamDriver
    extends QueueDriver(
      "rabbitmq_stream",
      "RabbitMQ streams",
      RabbitStreamProtocol.dialect,
      (_, cannot) => RabbitStreamProtocol(cannot)
    ):
  def name: String = s"stream-client ${ClientProperties.VERSION}"
  override def settings: List[String] = RabbitStreamProtocol.settings
  override def access: Access = Access(virtualHosts = true)

/** The protocol of streams, as one node speaks it. */
final class RabbitStreamProtocol(cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      RabbitStreamProtocol.lacks,
      DeliveryPromise(DeliveryOrder.Partition, Redelivery.AtLeastOnce, Confirmation.Broker),
      RabbitStreamProtocol.settings
    ):
  override def largestBody: Int = RabbitStreamProtocol.LargestBody
  override protected def whyNoLarger: String = s"a frame may have at most 1 MiB, and a message at most $largestBody B"

  override def undivided(workload: Workload): Option[String] =
    val shared = workload.destinations.kind == DestinationType.Queue && workload.consumerCount > 1
    Option.when(shared || workload.destinations.partitions.exists(_ > 1))(
      "the generator's JVM itself deals out partitions, because a broker of 3.10 does not"
    )

  /** Whether the broker refuses the password or the virtual host. */
  protected def refuses(failure: Throwable): Boolean = failure match
    case _: AuthenticationFailureException => true
    case other => Option(other.getMessage).exists(_.startsWith(RabbitStreamProtocol.NoVirtualHost))

  def open(endpoint: Endpoint): Session =
    val streams = RabbitStreams(endpoint)
    QueueSession(streams, RabbitStreamLink(_, streams))

object RabbitStreamProtocol:
  /** The largest body. A frame has 1 MiB by default, and some of it is left for what surrounds a body. */
  private val LargestBody = (1 << 20) - (1 << 12)

  /** The library's message for this, because it has no exception of its own for it. */
  private val NoVirtualHost = "Unexpected response code when connecting to virtual host"

  /** The section of a `broker.yaml`, which has no keys of its own. */
  private[queue] val dialect: Reader[Unit] = Fields.reader("a dialect of RabbitMQ's streams")((_, _) => Some(()))

  private[queue] val settings: List[String] = List(
    "com.rabbitmq.stream.impl.Client: the part of the library on which its producers and consumers are built. They " +
      "would silently recover from a lost connection, open three connections for each client, and write in a " +
      "thread of their own for each partition. Here a client has one connection, its loss is reported, and what is " +
      "sent together goes as one frame",
    "credits: 10 chunks, as in the library's consumers, and one more for each chunk that was taken whole, so that " +
      "no backlog builds up in the client",
    "store_offset: the driver stores each acknowledgement, as the workload asks; the library's consumers would " +
      "store one in 10,000"
  )

  /** What streams or this driver lacks. */
  private val lacks: Unsupported =
    QueueUnsupported.keepsAll("a stream writes every message to its log") ++
      QueueUnsupported.noTransactions("streams have no transactions") ++
      QueueUnsupported.noPrefetch(
        "messages delivered ahead are counted in chunks, of as many messages as were written together"
      ) ++
      QueueUnsupported.noSelectors("a stream has no selectors and delivers every message") ++ Unsupported(
        "ack_individual" -> "an offset is a position, not a message",
        "durable" -> "up to 3.10, the broker does not say where a stream ends, so that a new subscription has no place to begin",
        "shared" -> "each reader of a stream gets all of it",
        "shared_durable" -> "each reader of a stream gets all of it",
        "priority" -> "messages arrive in the order of their stream",
        "listener" -> "the library only offers callbacks, so every workload uses them"
      )
