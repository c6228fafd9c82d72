package shootout.queue

import shootout.driver.*
import shootout.yaml.{Fields, Node, Problem, Reader}
import shootout.scenario.Workload
import shootout.units.{Confirmation, DeliveryOrder, Endpoint, Nanos, Redelivery}

import scala.annotation.unused

/** The differences between brokers of one system: the protocol's section of a `broker.yaml`. */
private[queue] trait QueueDialect:
  /** The options that the result shows. */
  def options: List[(String, String)] = Nil

  /** What it means that a send is confirmed. */
  def confirmation: Confirmation = Confirmation.Broker

/** The driver of a queue system. */
abstract class QueueDriver[D <: QueueDialect](
    val protocol: String,
    val title: String,
    dialect: Reader[D],
    /** what the system promises about order; `redelivery` is the same about redelivery */
    order: DeliveryOrder,
    redelivery: Redelivery = Redelivery.AtLeastOnce
) extends Driver:
  def api: String = "queue"
  def speak(section: Node, cannot: Map[String, String]): Either[List[Problem], QueueProtocol[D]] =
    dialect.whole(section).map(QueueProtocol(this, _, cannot))

  /** All settings with this broker that differ from the library's defaults, each with the reason. */
  def effectiveSettings(@unused dialect: D): List[String] = settings

  /** What the system or this driver lacks. Most drivers also lack [[QueueUnsupported.common]]. */
  def lacks(dialect: D): Unsupported

  /** The words of [[QueueUnsupported.common]] that this driver does not lack. */
  def offers: List[String] = Nil

  def promise(dialect: D): DeliveryPromise = DeliveryPromise(order, redelivery, dialect.confirmation)

  /** The largest body in bytes, see [[shootout.driver.Protocol.largestBody]]. */
  def largestBody(@unused dialect: D): Int = Int.MaxValue
  def whyNoLarger(dialect: D): String = s"a message may have at most ${largestBody(dialect)} B"

  /** A further reason why the broker cannot run a workload. */
  def rejects(dialect: D, workload: Workload): Option[String] = None

  // these work like the methods of `Protocol`
  def isEmbedded: Boolean = false
  def undivided(workload: Workload): Option[String] = None

  /** Whether a failure, or a cause of one, says that the broker understood the library and refused it. */
  def refuses(failure: Throwable): Boolean
  def open(dialect: D, endpoint: Endpoint): Session

/** The protocol of a queue system, as one broker or one cluster speaks it.
  *
  * @param cannot
  *   the reasons why the broker lacks capabilities, by capability
  */
final class QueueProtocol[D <: QueueDialect](driver: QueueDriver[D], dialect: D, cannot: Map[String, String])
    extends Protocol:
  private val lacks = driver.lacks(dialect)
  override def options: List[(String, String)] = dialect.options
  override def effectiveSettings: List[String] = driver.effectiveSettings(dialect)
  override def promise: DeliveryPromise = driver.promise(dialect)
  override def largestBody: Int = driver.largestBody(dialect)
  override def removes: Boolean = true
  override def isEmbedded: Boolean = driver.isEmbedded
  override def undivided(workload: Workload): Option[String] = driver.undivided(workload)

  def unsupported(workload: Workload): Option[String] =
    def tooLarge = workload.producers.exists(_.size.largest > largestBody)
    Needs.of(workload).iterator.flatMap(lack).nextOption()
      .orElse(Option.when(tooLarge)(driver.whyNoLarger(dialect)))
      .orElse(driver.rejects(dialect, workload))

  /** The reason why a capability is missing; none if it is available. */
  private[queue] def lack(need: String): Option[String] =
    def common = if driver.offers.contains(need) then None else QueueUnsupported.common.get(need)
    cannot.get(need).orElse(lacks.get(need)).orElse(common)

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = driver.refuses)

  def open(endpoint: Endpoint): Session = driver.open(dialect, endpoint)

/** The number of nodes that have a message, for systems whose servers differ in nothing else.
  *
  * @param alone
  *   the count that means a single node
  */
private[queue] final case class Replicas(count: Int, alone: Int) extends QueueDialect:
  override def options: List[(String, String)] = Option.when(count > alone)("replicas" -> count.toString).toList
  override def confirmation: Confirmation = if count > alone then Confirmation.Replicas else Confirmation.Broker

private[queue] object Replicas:
  /** Reads the section of a `broker.yaml`. The smallest of the `allowed` counts means a single node. */
  def reader(system: String, allowed: Range): Reader[Replicas] = Fields.reader(s"a $system dialect") { (f, _) =>
    Some(Replicas(f.getOrElse("replicas", Reader.int(allowed.start, allowed.end))(allowed.start), allowed.start))
  }

/** The reasons why queue systems or their drivers lack what a workload may ask for. */
private[queue] object QueueUnsupported:
  /** The capabilities of drivers that send more than plain bytes, see [[shootout.driver.FormedBody]]. */
  val forms: List[String] = List("message_text", "message_object", "message_externalizable", "price_update")

  /** The capability of systems that deliver all messages of a group to one consumer. */
  val groups: String = "message_groups"

  /** The reasons that apply to all systems. A system's own reason takes precedence. */
  val common: Unsupported =
    Unsupported.all("request_reply", "temporary_queue")("this driver has no addresses to reply to") ++
      Unsupported.all(forms*)("this driver sends bytes") ++
      Unsupported(
        "price_update" -> "this driver sends filler only",
        "listener" -> "this driver asks for messages that have arrived, and is not called back",
        groups -> "this driver sends messages without a group",
        "message_map" -> "this driver sends bytes, which have no entries",
        "small_body" -> s"this driver keeps its stamp of ${Stamp.Bytes} B in the body"
      ) ++
      noTransactions("this driver sends no transactions")

  def noTransactions(because: String): Unsupported =
    Unsupported.all("transaction", "rollback_send", "rollback_receive")(because)

  def noTopics(because: String): Unsupported =
    Unsupported.all("topic", "unsubscribed_topic", "leaving_subscriber", "durable", "shared", "shared_durable")(because)

  /** The system would store non-persistent messages too, but the result would show them as non-persistent. */
  def keepsAll(because: String): Unsupported = Unsupported.all("non_persistent", "confirm_non_persistent")(because)

  def noPrefetch(because: String): Unsupported =
    Unsupported.all("prefetch", "prefetch_auto", "prefetch_any_size")(because)

  def noSelectors(because: String): Unsupported =
    Unsupported.all("selector", "selector_queue", "subscription_headers")(because)
