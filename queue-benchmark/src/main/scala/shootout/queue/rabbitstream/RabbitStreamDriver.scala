package shootout.queue.rabbitstream

import com.rabbitmq.stream.AuthenticationFailureException
import com.rabbitmq.stream.impl.ClientProperties
import shootout.driver.{Access, DeliveryPromise, Session, Unsupported}
import shootout.yaml.{Fields, Reader}
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported}
import shootout.scenario.Workload
import shootout.units.{Confirmation, DeliveryOrder, DestinationType, Endpoint, Redelivery}

/** RabbitMQ's streams, by RabbitMQ's own library for their own protocol. A queue is a stream for each of its partitions, which the session
  * deals out to its receivers; a topic is one stream, which each subscriber reads by itself.
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
  override protected def whyNoLarger: String = s"a frame has 1 MiB at most, and a message $largestBody B"

  override def undivided(workload: Workload): Option[String] =
    val shared = workload.destinations.kind == DestinationType.Queue && workload.consumerCount > 1
    Option.when(shared || workload.destinations.partitions.exists(_ > 1))(
      "the load JVM itself deals out partitions: a broker of 3.10 does not"
    )

  /** It says no to the password, or the virtual host. */
  protected def refuses(failure: Throwable): Boolean = failure match
    case _: AuthenticationFailureException => true
    case other => Option(other.getMessage).exists(_.startsWith(RabbitStreamProtocol.NoVirtualHost))

  def open(endpoint: Endpoint): Session =
    val streams = RabbitStreams(endpoint)
    QueueSession(streams, RabbitStreamLink(_, streams))

object RabbitStreamProtocol:
  /** Of a frame of 1 MiB, the default, something is left for what stands around a body. */
  private val LargestBody = (1 << 20) - (1 << 12)

  /** In the library's words, which has no exception of its own for it. */
  private val NoVirtualHost = "Unexpected response code when connecting to virtual host"

  /** A section of `broker.yaml` has nothing to say of it. */
  private[queue] val dialect: Reader[Unit] = Fields.reader("a dialect of RabbitMQ's streams")((_, _) => Some(()))

  private[queue] val settings: List[String] = List(
    "com.rabbitmq.stream.impl.Client: the half of the library on which its producers and consumers stand. They would recover from a lost connection in " +
      "silence, make three connections for a client, and write by a thread of their own for each partition; here a client has one connection, its loss is " +
      "told, and what is sent together goes as one frame",
    "credits: 10 chunks, as the library's consumers have; another one for each that was taken whole, so that nothing piles up here",
    "store_offset: the driver stores each acknowledgement, as the load says; the library's consumers would store one in 10,000"
  )

  /** What streams lack, or this driver. */
  private val lacks: Unsupported =
    QueueUnsupported.keepsAll("a stream writes every message to its log") ++
      QueueUnsupported.noTransactions("streams have no transactions") ++
      QueueUnsupported.noPrefetch(
        "what is delivered ahead is counted in chunks, of as many messages as were written together"
      ) ++
      QueueUnsupported.noSelectors("a stream delivers every message") ++ Unsupported(
        "ack_individual" -> "an offset is a position, and no message",
        "durable" -> "up to 3.10 nobody says where a stream ends, so that a subscription that was never there has no place to begin",
        "shared" -> "each reader of a stream gets all of it",
        "shared_durable" -> "each reader of a stream gets all of it",
        "priority" -> "messages come in the order of their stream",
        "listener" -> "the library knows no other way than to call back, so it does that in every load"
      )
