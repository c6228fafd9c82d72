package shootout.queue.nats

import io.nats.client.{AuthenticationException, Nats}
import shootout.driver.{Session, Unsupported}
import shootout.yaml.Reader
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported, Replicas}
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** NATS JetStream. A queue is a stream that forgets what was acknowledged (a work queue), with one pull consumer; a topic is a stream
  * that keeps messages for as long as one of its consumers wants them.
  */
final class NatsDriver extends QueueDriver("nats", "NATS JetStream", NatsProtocol.replicas, NatsProtocol(_, _)):
  def name: String = s"jnats ${Nats.CLIENT_VERSION}"
  override def settings: List[String] = NatsProtocol.settings

/** JetStream as one server, or one cluster, speaks it.
  *
  * @param replicas
  *   copies of each stream
  */
final class NatsProtocol(replicas: Replicas, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      NatsProtocol.lacks,
      replicas.promise(DeliveryOrder.Producer, Redelivery.AtLeastOnce),
      NatsProtocol.settings,
      replicas.options
    ):
  protected def refuses(failure: Throwable): Boolean = failure.isInstanceOf[AuthenticationException]

  def open(endpoint: Endpoint): Session =
    val streams = NatsStreams(replicas.count, endpoint)
    QueueSession(streams, NatsLink(_, endpoint, streams))

object NatsProtocol:
  /** The section of a `broker.yaml`; JetStream has no more copies. */
  private[queue] val replicas: Reader[Replicas] = Replicas.reader("NATS", alone = 1, most = 5)

  private[queue] val settings: List[String] = List(
    "noReconnect: a connection that is lost is told, and not mended in silence",
    "ackWait=10 s: by default what a consumer took along into its grave comes again after 30 s, longer than any load waits",
    "requestTimeout=20 s: by default a cluster has 2 s to make a stream"
  )

  /** What JetStream lacks, or this driver. */
  private val lacks: Unsupported =
    QueueUnsupported.keepsAll("JetStream stores every message") ++
      QueueUnsupported.noTransactions("JetStream has no transactions") ++
      QueueUnsupported.noPrefetch(
        "what is delivered ahead is limited for all consumers of a queue together (max_ack_pending)"
      ) ++
      QueueUnsupported.noSelectors("a consumer selects by subject, and not by header") ++ Unsupported(
        "partitions" -> "a stream has none",
        "priority" -> "messages come in the order of their stream",
        "listener" -> "a pull consumer is asked for; this driver uses no push consumers"
      )
