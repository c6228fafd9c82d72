package shootout.queue.postgres

import org.postgresql.util.DriverInfo
import shootout.driver.{Session, Unsupported}
import shootout.yaml.Reader
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported, Replicas}
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** PostgreSQL. A queue is a table. A receiver locks the first rows that no other receiver has locked, and deletes the
  * acknowledged ones.
  */
final class PostgresDriver
    extends QueueDriver("postgres", "PostgreSQL table", PostgresProtocol.replicas, PostgresProtocol(_, _)):
  def name: String = s"pgjdbc ${DriverInfo.DRIVER_VERSION}"
  override def settings: List[String] = PostgresProtocol.settings

/** PostgreSQL as one server, or a primary with its standbys, speaks it.
  *
  * @param replicas
  *   number of synchronous standbys, without which the primary confirms nothing
  */
final class PostgresProtocol(replicas: Replicas, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      PostgresProtocol.lacks,
      replicas.promise(DeliveryOrder.Producer, Redelivery.Unacknowledged),
      PostgresProtocol.settings,
      replicas.options
    ):
  protected def refuses(failure: Throwable): Boolean = PostgresConnection.refuses(failure)

  def open(endpoint: Endpoint): Session =
    val tables = PostgresTables(endpoint)
    QueueSession(tables, PostgresLink(_, endpoint, tables, replicas.count))

object PostgresProtocol:
  /** Reads the section of a `broker.yaml`. */
  private[queue] val replicas: Reader[Replicas] = Replicas.reader("PostgreSQL", alone = 0, most = 100)

  private[queue] val settings: List[String] = List(
    "one connection for each client, and no pool, because each client needs it all the time",
    "enable_seqscan=off: a plan that was made while a queue was empty would read all of a long one",
    "polling: a receiver that finds nothing asks again after 1 ms, and then after twice as long each time, up to " +
      "10 ms; NOTIFY is not used because it takes a lock that all commits wait for",
    "the sends of one turn, or of one batch, are one INSERT; acknowledgements are one DELETE, when all that was " +
      "taken is acknowledged"
  )

  /** What PostgreSQL or this driver lacks as a queue. */
  private val lacks: Unsupported =
    QueueUnsupported.noTopics("a row is for one receiver, so this driver uses tables as queues only") ++
      QueueUnsupported.keepsAll("PostgreSQL writes each row to its log") ++
      QueueUnsupported.noTransactions("this driver commits each send and each acknowledgement") ++
      QueueUnsupported.noSelectors("this driver has no selectors for rows") ++ Unsupported(
        "partitions" -> "a table of this driver has no partitions",
        "priority" -> "messages arrive in the order of their rows",
        "listener" -> "a table delivers rows only on request, and has no callbacks"
      )
