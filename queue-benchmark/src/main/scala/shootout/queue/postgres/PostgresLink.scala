package shootout.queue.postgres

import shootout.driver.{ClientSpec, Confirmations, PollingLink}
import shootout.units.Endpoint

import java.sql.{Connection, SQLException}
import java.util.concurrent.CopyOnWriteArrayList
import scala.util.Using

/** The library's objects for one client: a connection that sends, one that receives, or both. */
private final class PostgresLink(spec: ClientSpec, endpoint: Endpoint, tables: PostgresTables, replicas: Int)
    extends PollingLink:
  private val connections = CopyOnWriteArrayList[Connection]()
  private var senderOrNull: PostgresSender | Null = null
  private var receiverOrNull: PostgresReceiver | Null = null

  def open(confirmations: Confirmations): Unit =
    if spec.send.isEmpty && spec.receive.isEmpty then hello(connect())
    (spec.send.toList.flatMap(_.targets) ++ spec.receive.map(_.source)).foreach(d => tables.ensure(d.name))
    for send <- spec.send do senderOrNull = PostgresSender(connect(), send, confirmations)
    for receive <- spec.receive do receiverOrNull = PostgresReceiver(connect(), receive)

  private def connect(): Connection =
    val connection = PostgresConnection.open(endpoint, spec.name)
    connections.add(connection)
    connection

  /** Returns when the server has answered, and its synchronous standbys are there. */
  private def hello(connection: Connection): Unit =
    val there = Using.resource(connection.createStatement().executeQuery(PostgresLink.Standbys)) { counted =>
      counted.next()
      counted.getInt(1)
    }
    if there < replicas then
      throw IllegalStateException(s"$there of $replicas synchronous standbys are there; see whether they run")

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    senderOrNull.nn.send(target, producer, sequence, count, stampNanos, bodyBytes)

  def flush(): Unit =
    val sender = senderOrNull
    if sender != null then sender.flush()

  def poll(nanos: Long): Int = receiverOrNull.nn.poll(nanos)
  def next(): Array[Byte] = receiverOrNull.nn.next()
  def acknowledge(): Unit = receiverOrNull.nn.acknowledge()

  def close(unsubscribe: Boolean): Unit =
    val receiver = receiverOrNull
    flush()
    if receiver != null then receiver.close()
    cut()

  def cut(): Unit =
    senderOrNull = null
    receiverOrNull = null
    interrupt()

  /** From any thread: what waits for the server hears of the socket's end. */
  def interrupt(): Unit = connections.forEach { connection =>
    connections.remove(connection)
    try connection.abort(task => task.run())
    catch case _: SQLException => ()
  }

private object PostgresLink:
  private val Standbys = "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"
