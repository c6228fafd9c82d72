package shootout.queue.postgres

import org.postgresql.PGConnection
import shootout.driver.*
import shootout.queue.*

import java.sql.{Array as SqlArray, Connection, PreparedStatement, SQLException}
import java.util.{ArrayDeque, ArrayList}
import java.util.concurrent.{CopyOnWriteArrayList, TimeUnit}
import java.util.concurrent.locks.LockSupport
import scala.util.Using

/** The connections of one client: one that sends, one that receives, or both. */
private final class PostgresConnections(
    spec: ClientSpec,
    session: PostgresSession,
    replicas: Int,
    confirmations: Confirmations
) extends QueueConnection(session):
  private val connections = CopyOnWriteArrayList[Connection]()

  def sender(send: SendSpec): QueueSender = PostgresSender(connection(), send, confirmations)
  def receiver(receive: ReceiveSpec): QueueReceiver = PostgresReceiver(connection(), receive)

  private def connection(): Connection =
    val connection = session.open(spec.name)
    connections.add(connection)
    connection

  /** Returns when the server has answered and its synchronous standbys are connected. */
  override def hello(): Unit =
    val there = Using.resource(connection().createStatement().executeQuery(PostgresConnections.Standbys)) { counted =>
      counted.next()
      counted.getInt(1)
    }
    if there < replicas then
      throw IllegalStateException(s"$there of $replicas synchronous standbys are connected; check that all are running")

  override def cut(): Unit = interrupt()

  /** Aborts the connections, because only the end of its socket ends a call that waits for the server.
    */
  override def interrupt(): Unit = connections.forEach { connection =>
    connections.remove(connection)
    try connection.abort(task => task.run())
    catch case _: SQLException => ()
  }

private object PostgresConnections:
  private val Standbys = "SELECT count(*) FROM pg_stat_replication WHERE sync_state IN ('sync', 'quorum')"

/** The sending half of a client. It gathers bodies; [[flush]] inserts them, and waits until they are committed.
  */
private final class PostgresSender(connection: Connection, send: SendSpec, confirmations: Confirmations)
    extends MessageSender(send, reuse = false):
  private val arrays = connection.unwrap(classOf[PGConnection])
  private val inserts = send.targets.map(target => insert(PostgresSession.table(target.name))).toArray

  /** Bodies that wait until they are inserted. */
  private val waiting = ArrayList[Array[Byte]]()
  private val sequences = SequenceBuffer()
  private var into = 0

  private def insert(table: String): PreparedStatement =
    if send.headers.isEmpty then connection.prepareStatement(s"INSERT INTO $table (body) SELECT unnest(?::bytea[])")
    else
      val statement =
        connection.prepareStatement(s"INSERT INTO $table (body, headers) SELECT unnest(?::bytea[]), ?::text[]")
      val headers = send.headers.flatMap((name, value) => List[AnyRef](name, value)).toArray
      statement.setArray(2, connection.createArrayOf("text", headers))
      statement

  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit =
    if target != into then flush()
    into = target
    waiting.add(body)
    sequences.add(sequence)

  /** @throws java.sql.SQLException
    *   if the server refuses the insert
    */
  def flush(): Unit = if !waiting.isEmpty then
    val statement = inserts(into)
    statement.setArray(1, arrays.createArrayOf("bytea", waiting.toArray(PostgresSender.NoBodies)))
    waiting.clear()
    statement.executeUpdate()
    sequences.settle(send, confirmations)

  def close(): Unit = flush()

private object PostgresSender:
  private val NoBodies = Array.empty[Array[Byte]]

/** The receiving half of a client. It locks rows in a transaction, which ends when all of them are acknowledged and
  * deleted. If it ends otherwise, other receivers get the rows.
  */
private final class PostgresReceiver(connection: Connection, receive: ReceiveSpec)
    extends HoldingReceiver[TakenRow](receive):
  import PostgresReceiver.*
  connection.setAutoCommit(false)
  private val arrays = connection.unwrap(classOf[PGConnection])
  private val most = (receive.batch.toList ++ receive.prefetch).minOption.getOrElse(Ahead)
  private val table = PostgresSession.table(receive.source.name)
  private val select = connection.prepareStatement(query(""))
  private val selectOthers = connection.prepareStatement(query("WHERE id <> ALL (?) "))
  private val delete = connection.prepareStatement(s"DELETE FROM $table WHERE id = ANY (?)")

  /** Acknowledgements that the server does not have yet. */
  private val acknowledged = ArrayDeque[TakenRow]()
  private var pause = FirstPause

  private def query(which: String): String =
    s"SELECT id, body FROM $table ${which}ORDER BY id LIMIT $most FOR UPDATE SKIP LOCKED"

  def poll(nanos: Long): Int =
    if came.isEmpty then
      val limit = System.nanoTime() + nanos
      forget()
      fetch()
      while came.isEmpty && rest(limit - System.nanoTime()) do fetch()
    came.size

  /** Pauses. @return whether there was time for it */
  private def rest(left: Long): Boolean =
    if left > 0 then
      LockSupport.parkNanos(math.min(pause, left))
      pause = math.min(2 * pause, LongestPause)
    left > 0 && !Thread.currentThread.isInterrupted

  /** Locks more rows. Those that it has locked already are left out, because they would be selected again. */
  private def fetch(): Unit =
    val statement = if unacknowledged.isEmpty then select else selectOthers
    if !unacknowledged.isEmpty then statement.setArray(1, ids(unacknowledged))
    read(statement)
    if !came.isEmpty then pause = FirstPause
    else if unacknowledged.isEmpty then connection.commit()

  private def read(statement: PreparedStatement): Unit =
    val rows = statement.executeQuery()
    try while rows.next() do came.add(TakenRow(rows.getLong(1), rows.getBytes(2)))
    finally rows.close()

  def next(): Array[Byte] =
    val row = take()
    if automatic then acceptAll()
    row.body

  protected def accept(row: TakenRow): Unit = acknowledged.add(row): Unit

  /** Deletes the acknowledged rows. While other rows are locked, the transaction goes on, because its end would give
    * them to others.
    */
  private def forget(): Unit = if !acknowledged.isEmpty then
    delete.setArray(1, ids(acknowledged))
    delete.executeUpdate()
    acknowledged.clear()
    if unacknowledged.isEmpty && came.isEmpty then connection.commit()

  private def ids(rows: ArrayDeque[TakenRow]): SqlArray =
    val all = new Array[Long](rows.size)
    var n = 0
    rows.forEach { row =>
      all(n) = row.id
      n += 1
    }
    arrays.createArrayOf("int8", all)

  /** Gives what is not acknowledged to other receivers at once. */
  def close(unsubscribe: Boolean): Unit =
    forget()
    connection.commit()

private object PostgresReceiver:
  private val Ahead = 100
  private val FirstPause = TimeUnit.MILLISECONDS.toNanos(1)
  private val LongestPause = TimeUnit.MILLISECONDS.toNanos(10)

private final case class TakenRow(id: Long, body: Array[Byte])
