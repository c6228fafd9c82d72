package shootout.queue.postgres

import org.postgresql.PGConnection
import shootout.driver.{Confirmations, SendSpec, StampedBody}
import shootout.queue.QueueSender

import java.sql.{Connection, PreparedStatement}

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
