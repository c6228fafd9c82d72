package shootout.queue

import shootout.driver.{Driver, Handshake, Lacks, Needs, NoService, Protocol}
import shootout.input.{Node, Problem, Reader}
import shootout.scenario.Cell
import shootout.units.{Endpoint, Nanos}

/** The driver of a queue system.
  *
  * @param dialect
  *   what differs between brokers: reads the protocol's section of a `broker.yaml`
  */
abstract class QueueDriver[D](
    val protocol: String,
    val title: String,
    dialect: Reader[D],
    speaks: (D, Map[String, String]) => QueueProtocol
) extends Driver:
  def api: String = "queue"
  def speak(section: Node, cannot: Map[String, String]): Either[List[Problem], QueueProtocol] =
    dialect.whole(section).map(speaks(_, cannot))

/** The protocol of a queue system, as one broker, or one cluster, speaks it.
  *
  * @param cannot
  *   capability to the reason why the broker lacks it
  * @param lacks
  *   alike, of its system or this driver; what nobody has stands in [[QueueLacks.common]]
  */
abstract class QueueProtocol(cannot: Map[String, String], lacks: Lacks) extends Protocol:
  override def removes: Boolean = true

  def unsupported(cell: Cell): Option[String] = Needs.of(cell).iterator.flatMap(lack).nextOption().orElse {
    Option.when(cell.producers.exists(_.size.largest > largestBody))(whyNoLarger)
  }

  /** Where bodies have a limit. */
  protected def whyNoLarger: String = s"a message has $largestBody B at most"

  /** Whether its clients send and read more than plain bytes. */
  protected def hasForms: Boolean = false

  /** Whether all messages of a group go to one consumer. */
  protected def hasGroups: Boolean = false

  /** Why a capability is lacking; none: it is there. */
  private[queue] def lack(need: String): Option[String] =
    val formless = if hasForms then Lacks.none else QueueLacks.forms
    val groupless = if hasGroups then Lacks.none else QueueLacks.groups
    val common = QueueLacks.common ++ formless ++ groupless
    cannot.get(need).orElse(lacks.get(need)).orElse(common.get(need))

  /** Whether a failure, or a cause of one, says that the broker understood the library and said no. */
  protected def refuses(failure: Throwable): Boolean

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = refuses)
