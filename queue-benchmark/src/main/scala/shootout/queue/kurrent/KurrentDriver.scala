package shootout.queue.kurrent

import io.grpc.Status
import shootout.driver.{Session, Unsupported}
import shootout.yaml.Reader
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported, Replicas}
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** KurrentDB, and EventStoreDB, as it was called. A queue is a stream with one persistent subscription from its beginning. */
final class KurrentDriver extends QueueDriver("kurrent", "KurrentDB", KurrentProtocol.nodes, KurrentProtocol(_, _)):
  def name: String = s"kurrentdb-client ${KurrentClient.libraryVersion}"
  override def settings: List[String] = KurrentProtocol.settings

/** KurrentDB as one server, or one cluster, speaks it.
  *
  * @param nodes
  *   of the cluster, most of which have an event when its append is confirmed
  */
final class KurrentProtocol(nodes: Replicas, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      KurrentProtocol.lacks,
      // persistent subscriptions give no order: what is given back comes later
      nodes.promise(DeliveryOrder.Unordered, Redelivery.AtLeastOnce),
      KurrentProtocol.settings,
      nodes.options
    ):
  override def largestBody: Int = KurrentSender.LargestBody
  override protected def whyNoLarger: String =
    s"an append has 1 MiB at most, its frames included, and so a message $largestBody B"

  protected def refuses(failure: Throwable): Boolean = KurrentProtocol.noes(Status.fromThrowable(failure).getCode)

  def open(endpoint: Endpoint): Session =
    val queues = KurrentQueues(endpoint)
    QueueSession(queues, KurrentLink(_, endpoint, queues))

object KurrentProtocol:
  private val noes = Set(Status.Code.UNAUTHENTICATED, Status.Code.PERMISSION_DENIED)

  /** The section of a `broker.yaml`. */
  private[queue] val nodes: Reader[Replicas] = Replicas.reader("KurrentDB", alone = 1, most = 9)

  private[queue] val settings: List[String] = List(
    s"bufferSize=${KurrentReceiver.Ahead}, or what the load says: by default a subscriber has 10 events that it has not acknowledged",
    s"messageTimeout=${KurrentQueues.TimeoutS} s: by default what a consumer took along into its grave comes again after 30 s, longer than any " +
      "load waits",
    "maxRetryCount: without end; by default an event that was given back ten times is put aside",
    "one append at a time for each sender and stream: the library starts several in any order; what is sent meanwhile goes along in the next one"
  )

  /** What KurrentDB lacks, or this driver. */
  private val lacks: Unsupported =
    QueueUnsupported.noTopics("this driver makes streams queues, with one persistent subscription each") ++
      QueueUnsupported.keepsAll("KurrentDB writes every event to its log") ++
      QueueUnsupported.noTransactions("an append is a transaction of its own, and an acknowledgement is in none") ++
      QueueUnsupported.noSelectors("a persistent subscription to a stream selects nothing") ++ Unsupported(
        "partitions" -> "a stream has none",
        "priority" -> "a stream has no priorities",
        "listener" -> "this driver asks for events that have come, and is not called back"
      )
