package shootout.queue.postgres

import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}
import shootout.units.Endpoint

import java.sql.{Connection, SQLException}
import java.util.concurrent.CopyOnWriteArrayList
import scala.util.Using

/** A connection that sends, one that receives, or both. */
private final class PostgresLink(spec: ClientSpec, endpoint: Endpoint, tables: PostgresTables, replicas: Int)
    extends QueueLink(spec, tables):
  private val connections = CopyOnWriteArrayList[Connection]()

  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    PostgresSender(connection(), send, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    PostgresReceiver(connection(), receive)

  private def connection(): Connection =
    val connection = PostgresConnection.open(endpoint, spec.name)
    connections.add(connection)
    connection

  /** Returns when the server has answered, and its synchronous standbys are there. */
  protected def hello(): Unit =
    val there = Using.resource(connection().createStatement().executeQuery(PostgresLink.Standbys)) { counted =>
      counted.next()
      counted.getInt(1)
    }
    if there < replicas then
      throw IllegalStateException(s"$there of $replicas synchronous standbys are there; see whether they run")

  override protected def disconnect(): Unit = interrupt()

  /** From any thread: what waits for the server hears of the socket's end. */
  override def interrupt(): Unit = connections.forEach { connection =>
    connections.remove(connection)
    try connection.abort(task => task.run())
    catch case _: SQLException => ()
  }

private object PostgresLink:
  private val Standbys = "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"
