package shootout.queue.postgres

import org.postgresql.util.DriverInfo
import shootout.driver.*
import shootout.input.{Fields, Node, Problem, Problems, Reader}
import shootout.scenario.Cell
import shootout.units.{Endpoint, Nanos}

import java.util.concurrent.ConcurrentLinkedQueue

/** PostgreSQL. A queue is a table; a receiver locks the first rows that nobody else has locked, and deletes what is acknowledged. */
final class PostgresDriver extends Driver:
  def protocol: String = "postgres"
  def title: String = "PostgreSQL table"
  def api: String = "queue"
  def name: String = s"pgjdbc ${DriverInfo.DRIVER_VERSION}"
  override def settings: List[String] = PostgresProtocol.settings
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    PostgresDialect.read(dialect).map(PostgresProtocol(_, cannot))

/** What differs between servers: the `postgres` section of a `broker.yaml`.
  *
  * @param replicas
  *   synchronous standbys beside the primary, without which it confirms nothing
  */
final case class PostgresDialect(replicas: Int)

object PostgresDialect:
  private val MostReplicas = 100
  private val dialect = Fields.reader("a PostgreSQL dialect") { (f, _) =>
    Some(PostgresDialect(f.getOrElse("replicas", Reader.int(0, MostReplicas))(0)))
  }

  /** @return the dialect, or every problem with its place */
  def read(node: Node): Either[List[Problem], PostgresDialect] =
    val problems = Problems()
    val value = dialect.read(node, problems)
    problems.orElse(value.get)

/** PostgreSQL as one server, or a primary with its standbys, speaks it. */
final class PostgresProtocol(dialect: PostgresDialect, cannot: Map[String, String]) extends Protocol:
  override def options: List[(String, String)] =
    Option.when(dialect.replicas > 0)("replicas" -> dialect.replicas.toString).toList
  override def effectiveSettings: List[String] = PostgresProtocol.settings

  override def promise: DeliveryPromise =
    val confirmation = if dialect.replicas > 0 then Confirmation.Replicas else Confirmation.Broker
    DeliveryPromise(DeliveryOrder.Producer, Redelivery.Unacknowledged, confirmation)

  def unsupported(cell: Cell): Option[String] = Needs.of(cell).iterator.flatMap(lack).nextOption()

  /** Why a capability is lacking; none: it is there. */
  private[queue] def lack(need: String): Option[String] = cannot.get(need).orElse(PostgresProtocol.cannot.get(need))

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = PostgresConnection.refuses)

  def open(endpoint: Endpoint): Session = PostgresSession(dialect, endpoint)

object PostgresProtocol:
  private[queue] val settings: List[String] = List(
    "one connection for each client, and no pool: each needs it all the time",
    "enable_seqscan=off: a plan that was made while a queue was empty would read all of a long one",
    "polling: a receiver that finds nothing asks again after 1 ms, and then after twice as long each time, up to 10 ms; NOTIFY takes a lock " +
      "that all commits wait for",
    "sends of one turn, or of one batch, are one INSERT; acknowledgements one DELETE, when all that was taken is acknowledged"
  )

  private val stored = "PostgreSQL writes each row to its log"
  private val noTopics = "a row is for one receiver; this driver makes tables queues only"
  private val unsent = "this driver commits each send, and each acknowledgement"
  private val noHeader = "this driver selects no rows"
  private val onlyBytes = "this driver's rows hold bytes"
  private val noAddresses = "this driver has no addresses to reply to"

  /** What PostgreSQL lacks as a queue, or this driver. */
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
    "partitions" -> "a table of this driver has none",
    "selector" -> noHeader,
    "selector_queue" -> noHeader,
    "subscription_headers" -> noHeader,
    "priority" -> "messages come in the order of their rows",
    "listener" -> "a table is asked for rows, and calls nobody back",
    "message_text" -> onlyBytes,
    "message_map" -> onlyBytes,
    "message_object" -> onlyBytes,
    "price_update" -> "it is (de)serialised in the forms of JMS only",
    "small_body" -> s"this driver keeps its stamp of ${Stamp.Bytes} B in the body"
  )

private final class PostgresSession(dialect: PostgresDialect, endpoint: Endpoint) extends Session:
  private val tables = PostgresTables(endpoint)
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  override def create(destinations: List[DestinationSpec]): Unit = destinations.foreach(d => tables.ensure(d.name.name))
  override def remove(destinations: List[DestinationName]): Unit = destinations.foreach(d => tables.remove(d.name))

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, PostgresLink(spec, endpoint, tables, dialect.replicas))
    clients.add(client)
    client

  def close(): Unit =
    clients.forEach(_.giveUp())
    tables.close()
