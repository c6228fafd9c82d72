package shootout.queue.postgres

import org.postgresql.PGConnection
import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec, StampedBody}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}
import shootout.scenario.Ack
import shootout.units.Endpoint

import java.sql.{Array as SqlArray, Connection, PreparedStatement, SQLException}
import java.util.ArrayDeque
import java.util.concurrent.{CopyOnWriteArrayList, TimeUnit}
import java.util.concurrent.locks.LockSupport
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

/** The sending half of a client: bodies are gathered, and [[flush]] inserts them, and waits until they are committed. In the client's thread
  * only.
  */
private final class PostgresSender(connection: Connection, send: SendSpec, confirmations: Confirmations)
    extends QueueSender:
  private val arrays = connection.unwrap(classOf[PGConnection])
  private val inserts = send.targets.map(target => insert(PostgresTables.table(target.name))).toArray

  /** They wait until they are inserted. */
  private val bodies = StampedBody(reuse = false)
  private var waiting = new Array[Array[Byte]](PostgresSender.FirstSize)
  private var sequences = new Array[Long](PostgresSender.FirstSize)
  private var count = 0
  private var into = 0

  private def insert(table: String): PreparedStatement =
    if send.headers.isEmpty then connection.prepareStatement(s"INSERT INTO $table (body) SELECT unnest(?::bytea[])")
    else
      val statement =
        connection.prepareStatement(s"INSERT INTO $table (body, headers) SELECT unnest(?::bytea[]), ?::text[]")
      val headers = send.headers.flatMap((name, value) => List[AnyRef](name, value)).toArray
      statement.setArray(2, connection.createArrayOf("text", headers))
      statement

  def send(target: Int, id: Int, sequence: Long, more: Int, stampNanos: Long, bodyBytes: Int): Unit =
    if target != into then flush()
    into = target
    if count + more > waiting.length then grow(count + more)
    var n = 0
    while n < more do
      waiting(count) = bodies(id, sequence + n, stampNanos, bodyBytes)
      sequences(count) = sequence + n
      count += 1
      n += 1

  private def grow(size: Int): Unit =
    waiting = java.util.Arrays.copyOf(waiting, 2 * size)
    sequences = java.util.Arrays.copyOf(sequences, 2 * size)

  /** @throws java.sql.SQLException
    *   if the server refuses
    */
  def flush(): Unit = if count > 0 then
    val sent = count
    count = 0
    val statement = inserts(into)
    statement.setArray(1, arrays.createArrayOf("bytea", java.util.Arrays.copyOf(waiting, sent)))
    statement.executeUpdate()
    if send.confirm then
      var n = 0
      while n < sent do
        confirmations.confirmed(sequences(n))
        n += 1

  def close(): Unit = flush()

private object PostgresSender:
  private val FirstSize = 64

/** The receiving half of a client: it locks rows in a transaction, which ends when all of them are acknowledged and deleted. Where it ends
  * otherwise, the rows are there for others. In the client's thread only.
  */
private final class PostgresReceiver(connection: Connection, receive: ReceiveSpec) extends QueueReceiver:
  import PostgresReceiver.*
  connection.setAutoCommit(false)
  private val arrays = connection.unwrap(classOf[PGConnection])
  private val automatic = receive.ack.isAutomatic
  private val most = (receive.batch.toList ++ receive.prefetch).minOption.getOrElse(Ahead)
  private val table = PostgresTables.table(receive.source.name)
  private val take = connection.prepareStatement(query(""))
  private val takeOthers = connection.prepareStatement(query("WHERE id <> ALL (?) "))
  private val delete = connection.prepareStatement(s"DELETE FROM $table WHERE id = ANY (?)")

  private val came = ArrayDeque[TakenRow]()
  private val unacknowledged = ArrayDeque[TakenRow]()

  /** What the server does not yet know of. */
  private val acknowledged = ArrayDeque[TakenRow]()
  private var pause = FirstPause

  private def query(which: String): String =
    s"SELECT id, body FROM $table ${which}ORDER BY id LIMIT $most FOR UPDATE SKIP LOCKED"

  /** @return how many [[next]] will give */
  def poll(nanos: Long): Int =
    if came.isEmpty then
      val limit = System.nanoTime() + nanos
      forget()
      fetch()
      while came.isEmpty && rest(limit - System.nanoTime()) do fetch()
    came.size

  /** @return whether there was time for it */
  private def rest(left: Long): Boolean =
    if left > 0 then
      LockSupport.parkNanos(math.min(pause, left))
      pause = math.min(2 * pause, LongestPause)
    left > 0 && !Thread.currentThread.isInterrupted

  /** What it has locked itself would come again. */
  private def fetch(): Unit =
    val statement = if unacknowledged.isEmpty then take else takeOthers
    if !unacknowledged.isEmpty then statement.setArray(1, ids(unacknowledged))
    read(statement)
    if !came.isEmpty then pause = FirstPause
    else if unacknowledged.isEmpty then connection.commit()

  private def read(statement: PreparedStatement): Unit =
    val rows = statement.executeQuery()
    try while rows.next() do came.add(TakenRow(rows.getLong(1), rows.getBytes(2)))
    finally rows.close()

  def next(): Array[Byte] =
    val row = came.poll()
    (if automatic then acknowledged else unacknowledged).add(row)
    row.body

  def acknowledge(): Unit =
    if receive.ack == Ack.Individual then
      val latest = unacknowledged.pollLast()
      if latest != null then acknowledged.add(latest)
    else
      acknowledged.addAll(unacknowledged)
      unacknowledged.clear()

  /** Deletes what is acknowledged. As long as other rows are held, the transaction goes on: its end would give them to others. */
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

  /** What is not acknowledged is for others, at once. */
  def close(unsubscribe: Boolean): Unit =
    forget()
    connection.commit()

private object PostgresReceiver:
  private val Ahead = 100
  private val FirstPause = TimeUnit.MILLISECONDS.toNanos(1)
  private val LongestPause = TimeUnit.MILLISECONDS.toNanos(10)

  private final case class TakenRow(id: Long, body: Array[Byte])
