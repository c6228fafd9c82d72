package shootout.queue

import shootout.driver.*
import shootout.yaml.{Fields, Node, Problem, Reader}
import shootout.scenario.Workload
import shootout.units.{Confirmation, DeliveryOrder, Endpoint, Nanos, Redelivery}

/** The driver of a queue system.
  *
  * @param dialect
  *   reads the differences between brokers: the protocol's section of a `broker.yaml`
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

/** The protocol of a queue system, as one broker or one cluster speaks it.
  *
  * @param cannot
  *   the reasons why the broker lacks capabilities, by capability
  * @param lacks
  *   the same for its system or this driver; [[QueueUnsupported.common]] has the reasons that apply to all
  */
abstract class QueueProtocol(
    cannot: Map[String, String],
    lacks: Unsupported,
    override val promise: DeliveryPromise,
    override val effectiveSettings: List[String],
    override val options: List[(String, String)] = Nil
) extends Protocol:
  override def removes: Boolean = true

  def unsupported(workload: Workload): Option[String] = Needs.of(workload).iterator.flatMap(lack).nextOption().orElse {
    Option.when(workload.producers.exists(_.size.largest > largestBody))(whyNoLarger)
  }

  /** Says why a body must not be larger, for systems with a limit. */
  protected def whyNoLarger: String = s"a message may have at most $largestBody B"

  /** Whether its clients send and read more than plain bytes. */
  protected def hasForms: Boolean = false

  /** Whether all messages of a group go to one consumer. */
  protected def hasGroups: Boolean = false

  /** The reason why a capability is missing; none if it is available. */
  private[queue] def lack(need: String): Option[String] =
    val formless = if hasForms then Unsupported.none else QueueUnsupported.forms
    val groupless = if hasGroups then Unsupported.none else QueueUnsupported.groups
    val common = QueueUnsupported.common ++ formless ++ groupless
    cannot.get(need).orElse(lacks.get(need)).orElse(common.get(need))

  /** Whether a failure, or a cause of one, says that the broker understood the library and refused it. */
  protected def refuses(failure: Throwable): Boolean

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = refuses)

/** The number of nodes that have a message, for systems whose servers differ in nothing else.
  *
  * @param alone
  *   the count that means a single node
  */
private[queue] final case class Replicas(count: Int, alone: Int):
  /** The options that the result shows. */
  def options: List[(String, String)] = Option.when(count > alone)("replicas" -> count.toString).toList

  def promise(order: DeliveryOrder, redelivery: Redelivery): DeliveryPromise =
    DeliveryPromise(order, redelivery, if count > alone then Confirmation.Replicas else Confirmation.Broker)

private[queue] object Replicas:
  /** Reads the section of a `broker.yaml`. The system has from `alone` to `most` replicas. */
  def reader(system: String, alone: Int, most: Int): Reader[Replicas] = Fields.reader(s"a $system dialect") { (f, _) =>
    Some(Replicas(f.getOrElse("replicas", Reader.int(alone, most))(alone), alone))
  }

/** The reasons why queue systems or their drivers lack what a workload may ask for. */
private[queue] object QueueUnsupported:
  /** The reasons that apply to all systems. A system's own reason takes precedence. */
  val common: Unsupported =
    Unsupported.all("request_reply", "temporary_queue")("this driver has no addresses to reply to") ++
      Unsupported(
        "message_map" -> "this driver sends bytes, which have no entries",
        "small_body" -> s"this driver keeps its stamp of ${Stamp.Bytes} B in the body"
      ) ++
      noTransactions("this driver sends no transactions")

  /** The reasons of drivers that send only plain bytes, see [[shootout.driver.FormedBody]]. */
  val forms: Unsupported =
    Unsupported.all("message_text", "message_object", "message_externalizable")("this driver sends bytes") ++
      Unsupported("price_update" -> "this driver sends filler only")

  /** The reasons of systems that deliver the messages of a group to any consumer, or that need another kind of queue
    * for groups.
    */
  val groups: Unsupported = Unsupported("message_groups" -> "this driver sends messages without a group")

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
