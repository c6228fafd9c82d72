package shootout.queue.postgres

import org.postgresql.PGConnection
import shootout.driver.ReceiveSpec
import shootout.queue.QueueReceiver
import shootout.scenario.Ack

import java.sql.{Array as SqlArray, Connection, PreparedStatement}
import java.util.ArrayDeque
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.LockSupport

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
