package shootout.queue.postgres

import shootout.units.Endpoint

import java.nio.charset.StandardCharsets.UTF_8
import java.sql.{Connection, SQLException}
import java.util.UUID
import java.util.concurrent.ConcurrentHashMap
import scala.util.Using

/** Makes and removes the tables of queues, for all clients of a session. From any thread; every call waits for the server. */
private final class PostgresTables(endpoint: Endpoint) extends AutoCloseable:
  private var connectionOrNull: Connection | Null = null
  private val known = ConcurrentHashMap.newKeySet[String]()

  private def run(statement: String): Unit = synchronized {
    val there = connectionOrNull
    val connection = if there != null && !there.isClosed then there else PostgresConnection.open(endpoint, "tables")
    connectionOrNull = connection
    Using.resource(connection.createStatement())(_.execute(statement)): Unit
  }

  /** Makes a queue's table, unless it is there. What was taken leaves dead rows behind, through which every receiver would have to look. */
  def ensure(queue: String): Unit = if !known.contains(queue) then
    try
      run(
        s"CREATE TABLE IF NOT EXISTS ${PostgresTables.table(queue)} " +
          "(id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, body bytea NOT NULL, headers text[]) " +
          "WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_cost_delay = 0)"
      )
    // several may make it at a time, and only one does
    catch case e: SQLException if PostgresTables.made(e.getSQLState) => ()
    known.add(queue): Unit

  def remove(queue: String): Unit =
    run(s"DROP TABLE IF EXISTS ${PostgresTables.table(queue)}")
    known.remove(queue): Unit

  def close(): Unit = synchronized {
    val there = connectionOrNull
    if there != null then there.close()
  }

private object PostgresTables:
  private val made = Set("42P07", "23505")

  /** Of longer ones the server takes the beginning for the whole. */
  private val MostBytes = 63

  /** The table of a queue, as it stands in a statement. */
  def table(queue: String): String =
    val name =
      if queue.getBytes(UTF_8).length <= MostBytes then queue
      else UUID.nameUUIDFromBytes(queue.getBytes(UTF_8)).toString
    s"\"${name.replace("\"", "\"\"")}\""
