package shootout.queue.kurrent

import io.grpc.Status
import shootout.driver.{Session, Unsupported}
import shootout.yaml.Reader
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported, Replicas}
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** KurrentDB, formerly EventStoreDB. A queue is a stream with one persistent subscription from its beginning. */
final class KurrentDriver extends QueueDriver("kurrent", "KurrentDB", KurrentProtocol.nodes, KurrentProtocol(_, _)):
  def name: String = s"kurrentdb-client ${KurrentClient.libraryVersion}"
  override def settings: List[String] = KurrentProtocol.settings

/** KurrentDB as one server or one cluster speaks it.
  *
  * @param nodes
  *   number of nodes of the cluster, most of which have an event when its append is confirmed
  */
final class KurrentProtocol(nodes: Replicas, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      KurrentProtocol.lacks,
      // persistent subscriptions keep no order, because what is given back comes later
      nodes.promise(DeliveryOrder.Unordered, Redelivery.AtLeastOnce),
      KurrentProtocol.settings,
      nodes.options
    ):
  override def largestBody: Int = KurrentSender.LargestBody
  override protected def whyNoLarger: String =
    s"an append may have at most 1 MiB including its frames, and so a message at most $largestBody B"

  protected def refuses(failure: Throwable): Boolean = KurrentProtocol.noes(Status.fromThrowable(failure).getCode)

  def open(endpoint: Endpoint): Session =
    val queues = KurrentQueues(endpoint)
    QueueSession(queues, KurrentLink(_, endpoint, queues))

object KurrentProtocol:
  private val noes = Set(Status.Code.UNAUTHENTICATED, Status.Code.PERMISSION_DENIED)

  /** Reads the section of a `broker.yaml`. */
  private[queue] val nodes: Reader[Replicas] = Replicas.reader("KurrentDB", alone = 1, most = 9)

  private[queue] val settings: List[String] = List(
    s"bufferSize=${KurrentReceiver.Ahead}, or the workload's prefetch: by default, a subscriber has at most 10 " +
      "events that it has not acknowledged",
    s"messageTimeout=${KurrentQueues.TimeoutS} s: by default, events of a dead consumer are redelivered after 30 s, " +
      "longer than any workload waits",
    "maxRetryCount: unlimited; by default, an event that was given back ten times is put aside",
    "one append at a time for each sender and stream: the library would run several in any order; messages that " +
      "are sent meanwhile go with the next append"
  )

  /** What KurrentDB or this driver lacks. */
  private val lacks: Unsupported =
    QueueUnsupported.noTopics("this driver uses streams as queues, with one persistent subscription each") ++
      QueueUnsupported.keepsAll("KurrentDB writes every event to its log") ++
      QueueUnsupported.noTransactions("an append is a transaction of its own, and acknowledgements are in none") ++
      QueueUnsupported.noSelectors("a persistent subscription to a stream has no selectors") ++ Unsupported(
        "partitions" -> "a stream has no partitions",
        "priority" -> "a stream has no priorities",
        "listener" -> "this driver asks for events that have arrived, and is not called back"
      )
