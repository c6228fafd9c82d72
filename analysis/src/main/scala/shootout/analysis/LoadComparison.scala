package shootout.analysis

import shootout.result.*
import shootout.units.DestinationType

/** A workload as all contenders ran it.
  *
  * @param sample
  *   the workload's result of the first contender that has it
  * @param entries
  *   the results of all contenders whose broker was available
  */
final class LoadComparison(val group: String, val id: String, sample: WorkloadResult, val entries: Vector[RowResult]):
  private val load = sample.load

  export load.{consumers, destinations, openLoop, producers, requestReply}

  def title: String = sample.title
  def phased: Boolean = sample.phase.isDefined
  def messageBytes: Option[Double] = load.messageSizeBytes.map(_.toDouble)

  /** Whether all producers, or all consumers, think between two messages. Then the load determines its rate, not the
    * broker.
    */
  def thinks: Boolean = load.thinking == Thinking.Side

  /** Whether several consumers each get a copy of every message, or share the messages of at most one producer. */
  def fansOut: Boolean = consumers > 1 && (isTopic || producers <= 1)

  /** Whether a send is one call with several messages, which ends when the broker has confirmed them, and a receive
    * returns several at once.
    */
  def batched: Boolean =
    List("batch", "consumer_batch").forall(load.settings.get(_).exists(!_.isNull)) &&
      load.confirm.contains(SendConfirmation.Receipt)

  /** What it has in common with loads that differ only in the number of senders and receivers. */
  def butClients: LoadResult = load.copy(producers = 0, consumers = 0, thinking = Thinking.Nobody)

  /** Whether the broker must store the messages. Without durable subscriptions, a topic has no subscriber to store them
    * for.
    */
  def stored: Boolean = persistent && (!isTopic || load.durable.contains(true))

  val kills: Boolean = entries.exists(_.killed)

  /** Whether a contender failed because it did not deliver too many of the messages. In some workloads, messages are
    * left on purpose or are reported elsewhere: thinking consumers, rate sweeps, receivers that fall behind, a killed
    * broker.
    */
  def left(entry: RowResult): Boolean =
    !thinks && !isRateSweep && !batched && !kills && entry.undelivered.exists(_ > Standings.MostLeft)

  /** Whether each contender was sent a share of its own maximum. */
  val ownRates: Boolean = entries.exists(_.ownRate)

  val isRateSweep: Boolean = entries.exists(_.hold.isDefined)
  val families: Set[Family] = if kills then Set() else Family.values.filter(_.has(this)).toSet

  /** The number by which it is judged. */
  val criterion: Criterion = Criterion.of(load)

  def number(entry: RowResult): Option[Number] =
    if criterion.more then entry.rates.get(criterion.name) else entry.tails.get(criterion.name)

  /** Whether it was measured for this contender, but with too few messages for this number. */
  def tooFew(entry: RowResult): Boolean = !criterion.more && entry.tooFew.contains(criterion.name)

  def entry(contender: Contender): Option[RowResult] = entries.find(_.contender eq contender)

  def persistent: Boolean = persistence.contains(true)

  /** None if its producers differ in that. */
  def persistence: Option[Boolean] = load.persistent

  def isQueue: Boolean = load.destinationType == DestinationType.Queue
  private def isTopic: Boolean = !isQueue

  /** How many consumers get each message. */
  def copies: Double = if isTopic then consumers.toDouble / math.max(1, destinations) else 1

  /** Whether nothing slows it down on purpose: messages are sent, received, and that is all. */
  def isPlain: Boolean =
    !phased && !kills && !requestReply && producers > 0 && consumers > 0 && !has("selector") && !has("transaction") &&
      load.thinking == Thinking.Nobody && producers + consumers < Family.ManyConnections

  /** The messages per second that all producers together should send. None unless the load says it. */
  def declaredRate: Option[Double] =
    load.settings.get("rate").flatMap(_.strOpt).flatMap(Amount.of).filter(_.unit.contains(AmountUnit.PerS)).map(_.value)

  /** Its value on each axis, as the scenario file writes it. */
  val axes: Map[String, String] = sample.axes

  private val axis: String = entries.flatMap(_.hold).headOption.fold("")(_.axis)

  /** What all steps of one rate sweep have in common: the group, and all axes but that of the rate. */
  def rateSweep: (String, Map[String, String]) = group -> (axes - axis)

  /** The rate of this step of the sweep. */
  def rung: Double = sample.axisValues.get(axis).fold(Double.NaN)(_.value)

  /** The messages per second that were sent and received. If a topic delivers each message to several consumers, it
    * counts once.
    */
  def carried(entry: RowResult): Option[Double] =
    def rate(name: String) = entry.rates.get(name).fold(0.0)(_.value)
    Option.when(entry.isMeasured)(math.min(rate("produced"), rate("consumed") / copies))

  /** A setting in words, as the result's `load` has it. */
  def setting(key: String): Option[String] =
    load.settings.get(key).map(value => value.strOpt.getOrElse(ujson.write(value)))

  private def has(key: String): Boolean = load.settings.get(key).exists:
    case ujson.Str(text) => text.nonEmpty
    case ujson.Num(number) => number != 0
    case ujson.Bool(yes) => yes
    case other => !other.isNull

object LoadComparison:
  /** The loads of all files, in the order of groups and files. */
  def all(contenders: Vector[Contender]): List[LoadComparison] =
    val byFile = contenders.sortBy(_.file)
    val workloads = contenders.map(c => c -> c.judged.workloads.groupBy(workload => keyOf(workload.result))).toMap
    val keys = byFile.flatMap(_.result.workloads).map(keyOf).distinct.groupBy(_.group)
    val declared = byFile.flatMap(_.result.groups).map(_.name)
    val groups = (declared ++ byFile.flatMap(_.result.workloads).map(_.group)).distinct.filter(keys.contains)
    for group <- groups.toList; foreign = foreignTo(group, contenders); key <- keys(group) yield
      val made = contenders.map(c => c -> workloads(c).getOrElse(key, Nil))
      val entries = made.collect { case (c, list) if c.available => RowResult.of(c, list, foreign(c)) }
      LoadComparison(key.group, key.id, made.flatMap((_, workloads) => workloads).head.result, entries)

  private final case class Key(group: String, id: String)

  private def keyOf(workload: WorkloadResult): Key = Key(workload.group, workload.id)

  /** The contenders that could not run a group at all, because it is for another programming interface. */
  private def foreignTo(group: String, contenders: Vector[Contender]): Set[Contender] =
    def has(c: Contender) = c.result.groups.exists(_.name == group)
    val apis = contenders.filter(has).map(_.result.api).toSet
    contenders.filter(c => !has(c) && c.result.api.isDefined && !apis(c.result.api) && !apis(None)).toSet

/** A kind of work for which contenders are ranked. The load of a workload determines its kinds, and there may be
  * several.
  *
  * @param about
  *   what is compared, in words
  */
enum Family(val name: String, val title: String, val about: String):
  case Throughput
      extends Family(
        "throughput",
        "Throughput",
        "Messages that need not be stored, at full speed: non-persistent ones, and persistent ones to a topic " +
          "without durable subscriptions."
      )
  case Persistent
      extends Family("persistent", "Persistent", "Messages that the broker must keep over a restart, at full speed.")
  case FanIn
      extends Family(
        "fan-in",
        "Fan-in",
        "Several producers share one destination, and each message goes to one consumer."
      )
  case FanOut
      extends Family(
        "fan-out",
        "Fan-out",
        "Several consumers share one destination. On a topic, each of them gets every message. On a queue, they " +
          "share the messages of one producer."
      )
  case LoadUnload
      extends Family("load-unload", "Load and unload", "A queue is filled while no one reads it, then emptied.")
  case RequestReply
      extends Family("request-reply", "Request and reply", "Requests per second, each of which waits for its reply.")
  case Latency
      extends Family(
        "latency",
        "Latency",
        "The p99 response time at rates that are the same for every row and that at least two rows sustained. A row " +
          "that did not sustain such a rate scores as if it had failed. A rate that only one row sustained is " +
          "ignored, so sustaining a higher rate never hurts. Rates at shares of a row’s own maximum do not count."
      )
  case Connections extends Family("connections", "Connections", "Many connections at once.")

  def has(load: LoadComparison): Boolean =
    import load.*
    val many = producers + consumers >= Family.ManyConnections
    val closed = !phased && !requestReply && !openLoop && !many && !thinks
    this match
      case Throughput => closed && !stored
      case Persistent => closed && stored
      case FanIn => closed && destinations == 1 && producers > 1 && !fansOut
      case FanOut => closed && destinations == 1 && fansOut
      case LoadUnload => phased
      case RequestReply => requestReply && !phased
      case Latency => openLoop && !requestReply && !phased && !ownRates
      case Connections => many && !phased

object Family:
  /** Only one kind of load has this many clients: the one that measures connections. */
  val ManyConnections = 1000
