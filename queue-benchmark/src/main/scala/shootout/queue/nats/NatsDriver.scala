package shootout.queue.nats

import io.nats.client.{AuthenticationException, Nats}
import shootout.driver.{Session, Unsupported}
import shootout.yaml.Reader
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported, Replicas}
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** NATS JetStream. A queue is a stream that forgets acknowledged messages (a work queue), with one pull consumer. A
  * topic is a stream that keeps messages as long as one of its consumers wants them.
  */
final class NatsDriver extends QueueDriver("nats", "NATS JetStream", NatsProtocol.replicas, NatsProtocol(_, _)):
  def name: String = s"jnats ${Nats.CLIENT_VERSION}"
  override def settings: List[String] = NatsProtocol.settings

/** JetStream as one server or one cluster speaks it.
  *
  * @param replicas
  *   number of copies of each stream
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
  /** Reads the section of a `broker.yaml`. JetStream allows at most five copies. */
  private[queue] val replicas: Reader[Replicas] = Replicas.reader("NATS", alone = 1, most = 5)

  private[queue] val settings: List[String] = List(
    "noReconnect: a lost connection is reported, and not silently restored",
    "ackWait=10 s: by default, messages of a dead consumer are redelivered after 30 s, longer than any workload waits",
    "requestTimeout=20 s: by default, a cluster has 2 s to make a stream"
  )

  /** What JetStream or this driver lacks. */
  private val lacks: Unsupported =
    QueueUnsupported.keepsAll("JetStream stores every message") ++
      QueueUnsupported.noTransactions("JetStream has no transactions") ++
      QueueUnsupported.noPrefetch(
        "the limit for messages delivered ahead (max_ack_pending) covers all consumers of a queue together"
      ) ++
      QueueUnsupported.noSelectors("a consumer selects by subject, not by header") ++ Unsupported(
        "partitions" -> "a stream has no partitions",
        "priority" -> "messages arrive in the order of their stream",
        "listener" -> "this driver uses pull consumers only, which deliver on request and have no callbacks"
      )
