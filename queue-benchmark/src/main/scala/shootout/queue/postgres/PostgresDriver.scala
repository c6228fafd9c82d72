package shootout.queue.postgres

import org.postgresql.PGProperty
import org.postgresql.util.DriverInfo
import shootout.driver.*
import shootout.queue.*
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

import java.nio.charset.StandardCharsets.UTF_8
import java.sql.{Connection, SQLException}
import java.util.{Properties, UUID}
import scala.util.Using

/** PostgreSQL. A queue is a table. A receiver locks the first rows that no other receiver has locked, and deletes the
  * acknowledged ones. The replicas are synchronous standbys, without which the primary confirms nothing.
  */
final class PostgresDriver
    extends QueueDriver(
      "postgres",
      "PostgreSQL table",
      Replicas.reader("PostgreSQL", 0 to 100),
      DeliveryOrder.Producer,
      Redelivery.Unacknowledged
    ):
  def name: String = s"pgjdbc ${DriverInfo.DRIVER_VERSION}"
  def open(replicas: Replicas, endpoint: Endpoint): Session = PostgresSession(endpoint, replicas.count)

  /** The class of SQL states for a wrong login has the prefix 28. */
  def refuses(failure: Throwable): Boolean = failure match
    case e: SQLException => Option(e.getSQLState).exists(_.startsWith("28"))
    case _ => false

  override def settings: List[String] = List(
    "one connection for each client, and no pool, because each client needs it all the time",
    "enable_seqscan=off: a plan that was made while a queue was empty would read all of a long one",
    "polling: a receiver that finds nothing asks again after 1 ms, and then after twice as long each time, up to " +
      "10 ms; NOTIFY is not used because it takes a lock that all commits wait for",
    "the sends of one turn, or of one batch, are one INSERT; acknowledgements are one DELETE, when all that was " +
      "taken is acknowledged"
  )

  def lacks(replicas: Replicas): Unsupported =
    QueueUnsupported.noTopics("a row is for one receiver, so this driver uses tables as queues only") ++
      QueueUnsupported.keepsAll("PostgreSQL writes each row to its log") ++
      QueueUnsupported.noTransactions("this driver commits each send and each acknowledgement") ++
      QueueUnsupported.noSelectors("this driver has no selectors for rows") ++ Unsupported(
        "partitions" -> "a table of this driver has no partitions",
        "priority" -> "messages arrive in the order of their rows"
      )

/** Tables. */
private final class PostgresSession(endpoint: Endpoint, replicas: Int) extends QueueSession:
  private val shared = CommonConnection[Connection](open("tables"), !_.isClosed, _.close())

  /** Connects to the primary.
    *
    * @throws java.sql.SQLException
    *   if there is no connection, or the password is refused
    */
  def open(name: String): Connection =
    val properties = Properties()
    endpoint.login.foreach(PGProperty.USER.set(properties, _))
    endpoint.passcode.foreach(PGProperty.PASSWORD.set(properties, _))
    PGProperty.APPLICATION_NAME.set(properties, name)
    PGProperty.OPTIONS.set(properties, "-c enable_seqscan=off")
    val url = s"jdbc:postgresql://${endpoint.host}:${endpoint.port}/postgres"
    val connection = org.postgresql.Driver().connect(url, properties)
    if connection == null then throw SQLException(s"the library does not accept the address $url")
    connection

  private def run(statement: String): Unit = shared.ask { connection =>
    Using.resource(connection.createStatement())(_.execute(statement)): Unit
  }

  /** Makes a table that is vacuumed often, because deleted rows leave dead ones, through which every receiver would
    * have to look.
    */
  protected def make(spec: DestinationSpec): Unit =
    try
      run(
        s"CREATE TABLE IF NOT EXISTS ${PostgresSession.table(spec.name.name)} " +
          "(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea NOT NULL, headers text[]) " +
          "WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0)"
      )
    // several clients may make it at a time, and only one succeeds
    catch case e: SQLException if PostgresSession.made(e.getSQLState) => ()

  protected def delete(destination: DestinationName): Unit =
    run(s"DROP TABLE IF EXISTS ${PostgresSession.table(destination.name)}")

  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection =
    PostgresConnections(spec, this, replicas, confirmations)

  protected def end(): Unit = shared.close()

private object PostgresSession:
  private val made = Set("42P07", "23505")

  /** The most bytes of a name. The server cuts longer names. */
  private val MostBytes = 63

  /** The table of a queue, quoted for a statement. */
  def table(queue: String): String =
    val name =
      if queue.getBytes(UTF_8).length <= MostBytes then queue
      else UUID.nameUUIDFromBytes(queue.getBytes(UTF_8)).toString
    s"\"${name.replace("\"", "\"\"")}\""
