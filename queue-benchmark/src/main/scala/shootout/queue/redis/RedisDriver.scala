package shootout.queue.redis

import shootout.driver.*
import shootout.input.{Fields, Node, Problem, Problems, Reader}
import shootout.scenario.Cell
import shootout.units.{Endpoint, Nanos}

import java.util.concurrent.ConcurrentLinkedQueue

/** Redis, and servers that speak as it does. A queue is a stream with one consumer group; what was acknowledged is deleted from it. */
final class RedisDriver extends Driver:
  def protocol: String = "redis"
  def title: String = "Redis streams"
  def api: String = "queue"
  def name: String = s"jedis ${RedisConnection.libraryVersion}"
  override def settings: List[String] = RedisProtocol.settings
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    RedisDialect.read(dialect).map(RedisProtocol(_, cannot))

/** What differs between servers: the `redis` section of a `broker.yaml`.
  *
  * @param replicas
  *   nodes beside the primary that have a message when its send is confirmed (`WAIT`)
  */
final case class RedisDialect(replicas: Int)

object RedisDialect:
  private val MostReplicas = 100
  private val dialect = Fields.reader("a Redis dialect") { (f, _) =>
    Some(RedisDialect(f.getOrElse("replicas", Reader.int(0, MostReplicas))(0)))
  }

  /** @return the dialect, or every problem with its place */
  def read(node: Node): Either[List[Problem], RedisDialect] =
    val problems = Problems()
    val value = dialect.read(node, problems)
    problems.orElse(value.get)

/** Redis as one server, or a primary with its replicas, speaks it. */
final class RedisProtocol(dialect: RedisDialect, cannot: Map[String, String]) extends Protocol:
  override def options: List[(String, String)] =
    Option.when(dialect.replicas > 0)("replicas" -> dialect.replicas.toString).toList
  override def effectiveSettings: List[String] = RedisProtocol.settings

  override def promise: DeliveryPromise =
    val confirmation = if dialect.replicas > 0 then Confirmation.Replicas else Confirmation.Broker
    DeliveryPromise(DeliveryOrder.Producer, Redelivery.AtLeastOnce, confirmation)

  def unsupported(cell: Cell): Option[String] = Needs.of(cell).iterator.flatMap(lack).nextOption()

  /** Why a capability is lacking; none: it is there. */
  private[queue] def lack(need: String): Option[String] = cannot.get(need).orElse(RedisProtocol.cannot.get(need))

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = RedisConnection.refuses)

  def open(endpoint: Endpoint): Session = RedisSession(dialect, endpoint)

object RedisProtocol:
  private[queue] val settings: List[String] = List(
    "socketTimeout=60 s: by default a client gives up on a server that is silent for 2 s, shorter than one may stand still",
    "pipelining: sends go in pipelines, and acknowledgements (XACK, and XDEL, for else the stream would grow for ever) with the next XREADGROUP",
    "XAUTOCLAIM: what a consumer took along into its grave comes to others after 10 s, for a server gives it to nobody by itself"
  )

  private val stored = "Redis writes each command to its append-only file"
  private val noTopics =
    "what all groups of a stream have acknowledged cannot be deleted one by one, so this driver makes streams queues only"
  private val unsent = "this driver sends no transactions"
  private val noHeader = "a consumer group selects nothing"
  private val onlyBytes = "an entry's field is bytes"
  private val noAddresses = "this driver has no addresses to reply to"

  /** What Redis lacks, or this driver. */
  private val cannot: Map[String, String] = Map(
    "topic" -> noTopics,
    "unsubscribed_topic" -> noTopics,
    "durable" -> noTopics,
    "shared" -> noTopics,
    "shared_durable" -> noTopics,
    "non_persistent" -> stored,
    "confirm_non_persistent" -> stored,
    "request_reply" -> noAddresses,
    "temporary_queue" -> noAddresses,
    "transaction" -> unsent,
    "rollback_send" -> unsent,
    "rollback_receive" -> unsent,
    "partitions" -> "a stream has none",
    "selector" -> noHeader,
    "selector_queue" -> noHeader,
    "subscription_headers" -> noHeader,
    "priority" -> "messages come in the order of their stream",
    "listener" -> "the library is asked for entries, and calls nobody back",
    "message_text" -> onlyBytes,
    "message_map" -> onlyBytes,
    "message_object" -> onlyBytes,
    "price_update" -> "it is (de)serialised in the forms of JMS only",
    "small_body" -> s"this driver keeps its stamp of ${Stamp.Bytes} B in the body"
  )

private final class RedisSession(dialect: RedisDialect, endpoint: Endpoint) extends Session:
  private val streams = RedisStreams(endpoint)
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  override def create(destinations: List[DestinationSpec]): Unit =
    destinations.foreach(d => streams.ensure(d.name.name))
  override def remove(destinations: List[DestinationName]): Unit = destinations.foreach(d => streams.remove(d.name))

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, RedisLink(spec, endpoint, streams, dialect.replicas))
    clients.add(client)
    client

  def close(): Unit =
    clients.forEach(_.giveUp())
    streams.close()
