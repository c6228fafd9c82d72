package shootout.queue.postgres

import org.postgresql.PGProperty
import shootout.driver.{DestinationName, DestinationSpec}
import shootout.queue.{CommonConnection, QueueAdmin}
import shootout.units.Endpoint

import java.nio.charset.StandardCharsets.UTF_8
import java.sql.{Connection, SQLException}
import java.util.{Properties, UUID}
import scala.util.Using

/** Connects to the primary. */
private object PostgresConnection:
  private val driver = org.postgresql.Driver()
  private val RefusedStates = "28"

  /** @throws java.sql.SQLException
    *   if there is no connection, or the password is refused
    */
  def open(endpoint: Endpoint, name: String): Connection =
    val properties = Properties()
    endpoint.login.foreach(PGProperty.USER.set(properties, _))
    endpoint.passcode.foreach(PGProperty.PASSWORD.set(properties, _))
    PGProperty.APPLICATION_NAME.set(properties, name)
    PGProperty.OPTIONS.set(properties, "-c enable_seqscan=off")
    val url = s"jdbc:postgresql://${endpoint.host}:${endpoint.port}/postgres"
    Option(driver.connect(
      url,
      properties
    )).getOrElse(throw SQLException(s"the library does not accept the address $url"))

  /** Whether the server understood the library and refused it. */
  def refuses(failure: Throwable): Boolean = failure match
    case e: SQLException => Option(e.getSQLState).exists(_.startsWith(RefusedStates))
    case _ => false

/** Makes and removes the tables of queues for all clients of a session. Any thread may call it, and every call waits
  * for the server.
  */
private final class PostgresTables(endpoint: Endpoint) extends QueueAdmin:
  private val shared = CommonConnection[Connection](PostgresConnection.open(endpoint, "tables"), !_.isClosed, _.close())

  private def run(statement: String): Unit = shared.ask { connection =>
    Using.resource(connection.createStatement())(_.execute(statement)): Unit
  }

  /** Makes a table that is vacuumed often, because deleted rows leave dead ones, through which every receiver would
    * have to look.
    */
  protected def make(spec: DestinationSpec): Unit =
    try
      run(
        s"CREATE TABLE IF NOT EXISTS ${PostgresTables.table(spec.name.name)} " +
          "(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea NOT NULL, headers text[]) " +
          "WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0)"
      )
    // several clients may make it at a time, and only one succeeds
    catch case e: SQLException if PostgresTables.made(e.getSQLState) => ()

  protected def delete(destination: DestinationName): Unit =
    run(s"DROP TABLE IF EXISTS ${PostgresTables.table(destination.name)}")

  def close(): Unit = shared.close()

private object PostgresTables:
  private val made = Set("42P07", "23505")

  /** The most bytes of a name. The server cuts longer names. */
  private val MostBytes = 63

  /** The table of a queue, quoted for a statement. */
  def table(queue: String): String =
    val name =
      if queue.getBytes(UTF_8).length <= MostBytes then queue
      else UUID.nameUUIDFromBytes(queue.getBytes(UTF_8)).toString
    s"\"${name.replace("\"", "\"\"")}\""
