package shootout.queue.mongo

import com.mongodb.internal.build.MongoDriverVersion
import shootout.driver.*
import shootout.input.{Node, Problem}
import shootout.scenario.Cell
import shootout.units.{Endpoint, Nanos}

import java.util.concurrent.ConcurrentLinkedQueue

/** MongoDB. A queue is a collection of documents, each with the time from which on it is due; find-and-modify takes one that is, and
  * puts its time off; who deletes it has acknowledged it.
  */
final class MongoDriver extends Driver:
  def protocol: String = "mongo"
  def title: String = "MongoDB"
  def api: String = "queue"
  def name: String = s"mongodb-driver-sync ${MongoDriverVersion.VERSION}"
  override def settings: List[String] = MongoProtocol.settings
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    MongoDialect.read(dialect).map(MongoProtocol(_, cannot))

/** MongoDB as one server, or one replica set, speaks it. */
final class MongoProtocol(dialect: MongoDialect, cannot: Map[String, String]) extends Protocol:
  override def options: List[(String, String)] = dialect.options
  override def effectiveSettings: List[String] =
    MongoProtocol.settings ++ dialect.options.map((name, value) => s"$name=$value: of broker.yaml")

  override def promise: DeliveryPromise =
    val confirmation = if dialect.majority then Confirmation.Replicas else Confirmation.Broker
    DeliveryPromise(DeliveryOrder.Unordered, Redelivery.AtLeastOnce, confirmation)

  override def largestBody: Int = MongoProtocol.LargestBody

  override def removes: Boolean = true
  def unsupported(cell: Cell): Option[String] =
    Needs.of(cell).iterator.flatMap(lack).nextOption().orElse {
      Option.when(cell.producers.exists(_.size.largest > largestBody))("a document has 16 MiB at most")
    }

  /** Why a capability is lacking; none: it is there. */
  private[queue] def lack(need: String): Option[String] = cannot.get(need).orElse(MongoProtocol.cannot.get(need))

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = MongoConnections.refuses)

  def open(endpoint: Endpoint): Session = MongoSession(dialect, endpoint)

object MongoProtocol:
  /** A document has 16 MiB; the rest of it is less than one. */
  private val LargestBody = (16 << 20) - 1024

  private[queue] val settings: List[String] = List(
    "maxPoolSize=0: as many connections as there are clients, each of which waits for its answers; by default there are 100, and others wait",
    "insertMany: what a client hands over while its calls are under way, four at most, goes together in the next one, as far as it need not " +
      "wait; in threads of its own, for the library's calls wait for their answer",
    s"serverSelectionTimeout=${MongoConnections.PatienceS} s: by default a server that is gone is waited for 30 s, longer than any load"
  )

  private val stored = "MongoDB stores every document"
  private val onlyQueues = "this driver makes queues of collections, and no topics"
  private val selects = "a receiver takes what is due; this driver selects by nothing else"
  private val unsent = "this driver sends no transactions"
  private val ahead = "a receiver has what it was given, and nothing is delivered ahead"
  private val onlyBytes = "this driver sends bytes"

  /** What MongoDB lacks, or this driver. */
  private val cannot: Map[String, String] = Map(
    "topic" -> onlyQueues,
    "unsubscribed_topic" -> onlyQueues,
    "leaving_subscriber" -> onlyQueues,
    "durable" -> onlyQueues,
    "shared" -> onlyQueues,
    "shared_durable" -> onlyQueues,
    "non_persistent" -> stored,
    "confirm_non_persistent" -> stored,
    "request_reply" -> "this driver has no addresses to reply to",
    "temporary_queue" -> "this driver has no addresses to reply to",
    "transaction" -> unsent,
    "rollback_send" -> unsent,
    "rollback_receive" -> unsent,
    "prefetch" -> ahead,
    "prefetch_auto" -> ahead,
    "prefetch_any_size" -> ahead,
    "partitions" -> "a collection has none that a receiver could choose",
    "selector" -> selects,
    "selector_queue" -> selects,
    "subscription_headers" -> selects,
    "priority" -> "what is due is taken whatever it is",
    "listener" -> "the server is asked for messages, and calls nobody back",
    "message_text" -> onlyBytes,
    "message_map" -> onlyBytes,
    "message_object" -> onlyBytes,
    "price_update" -> "it is (de)serialised in the forms of JMS only",
    "small_body" -> s"this driver keeps its stamp of ${Stamp.Bytes} B in the body"
  )

private final class MongoSession(dialect: MongoDialect, endpoint: Endpoint) extends Session:
  private val queues = MongoQueues(dialect, endpoint)
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  override def create(destinations: List[DestinationSpec]): Unit = destinations.foreach(d => queues.of(d.name.name))
  override def remove(destinations: List[DestinationName]): Unit = destinations.foreach(d => queues.remove(d.name))

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, MongoLink(spec, dialect, queues))
    clients.add(client)
    client

  def close(): Unit =
    clients.forEach(_.giveUp())
    queues.close()
