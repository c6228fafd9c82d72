package shootout.report.judge

import shootout.report.*
import shootout.result.{Amount, AmountUnit, SendConfirmation, Thinking}
import shootout.units.DestinationType

/** A cell as all rows made it.
  *
  * @param sample
  *   the cell in the first row that has it
  * @param entries
  *   of all rows that have a broker
  */
final class Figure(val group: String, val id: String, sample: ujson.Value, val entries: Vector[Entry]):
  def title: String = sample.textAt("title").getOrElse(id)
  def phased: Boolean = sample.at("phase").isDefined
  def producers: Int = count("producers")
  def consumers: Int = count("consumers")
  def destinations: Int = count("destinations")
  def openLoop: Boolean = is("open_loop")

  /** All producers, or all consumers, think between two messages: then its rate is the load's, not the row's. */
  def thinks: Boolean = sample.textAt("load", "thinking") match
    case Some(word) => Thinking.of(word).contains(Thinking.Side)
    case None => wroteThatItThinks

  /** Files of older tools have it in words only, each group by itself where they differ. */
  private def wroteThatItThinks: Boolean =
    List("producer_think", "consumer_think").flatMap(sample.textAt("load", _)).exists(!_.contains(": none"))

  def requestReply: Boolean = is("request_reply")
  def messageBytes: Option[Double] = sample.numberAt("load", "message_size_bytes")

  /** Several consumers get copies of each message, or share what one producer sends. */
  def fansOut: Boolean = consumers > 1 && (isTopic || producers <= 1)

  /** A send is one call with several messages, and done when the broker has confirmed them; a receiver takes several at once. */
  def batched: Boolean =
    List("batch", "consumer_batch").forall(key => sample.at("load", key).isDefined) &&
      sample.textAt("load", "confirm").flatMap(SendConfirmation.of).contains(SendConfirmation.Receipt)

  /** What it has in common with loads that differ only in the number of senders and receivers. */
  def butClients: Map[String, ujson.Value] =
    sample.at("load").flatMap(_.objOpt).fold(Map.empty)(_.toMap) -- List("producers", "consumers", "thinking")

  /** The broker must keep what is sent; a topic without durable subscriptions has nobody to keep it for. */
  def stored: Boolean =
    is("persistent") && (!isTopic || is("durable"))

  /** A broker is killed in it. */
  val kills: Boolean = entries.exists(_.killed)

  /** Each row was sent a share of its own maximum. */
  val ownRates: Boolean = entries.exists(_.ownRate)
  val climbs: Boolean = entries.exists(_.hold.isDefined)
  val families: Set[Family] = if kills then Set() else Family.values.filter(_.has(this)).toSet

  def entry(contender: Contender): Option[Entry] = entries.find(_.contender eq contender)

  def persistent: Boolean = persistence.contains(true)

  /** `None`: the file does not say. */
  def persistence: Option[Boolean] = sample.at("load", "persistent").flatMap(_.boolOpt)

  def isQueue: Boolean = destinationType.contains(DestinationType.Queue)

  /** How many consumers get each message. */
  def copies: Double = if isTopic then consumers.toDouble / math.max(1, destinations) else 1

  /** Nothing slows it down on purpose: messages go in at one end and come out at the other. */
  def isPlain: Boolean =
    !phased && !kills && !requestReply && producers > 0 && consumers > 0 && !has("selector") && !has("transaction") &&
      nobodyThinks && producers + consumers < Family.ManyConnections

  private def nobodyThinks: Boolean = sample.textAt("load", "thinking") match
    case Some(word) => Thinking.of(word).contains(Thinking.Nobody)
    case None => !has("producer_think") && !has("consumer_think")

  /** Messages a second that all producers are to send together, where the load says so. */
  def declaredRate: Option[Double] =
    sample.textAt("load", "rate").flatMap(Amount.of).filter(_.unit.contains(AmountUnit.PerS)).map(_.value)

  /** Its value on each axis, as the scenario wrote it. */
  val axes: Map[String, String] = sample.at("axes").fold(Map.empty)(_.obj.toMap.collect { case (k, ujson.Str(v)) =>
    k -> v
  })

  private def axis: String = entries.flatMap(_.hold).headOption.fold("")(_.axis)

  /** What the cells of one climb have in common: all axes but the one that is climbed. */
  def climb: (String, Map[String, String]) =
    group -> (axes - axis)

  /** Where it stands on the axis that it climbs. */
  def rung: Double = sample.numberAt("axis_values", axis, "value").getOrElse(Double.NaN)

  private def isTopic: Boolean = destinationType.contains(DestinationType.Topic)
  private def destinationType: Option[DestinationType] =
    sample.textAt("load", "destination_type").flatMap(DestinationType.of)

  private def count(key: String): Int = sample.numberAt("load", key).getOrElse(0.0).toInt
  private def has(key: String): Boolean = sample.at("load", key).exists:
    case ujson.Str(text) => text.nonEmpty
    case ujson.Num(number) => number != 0
    case ujson.Bool(yes) => yes
    case _ => true
  private def is(key: String): Boolean = sample.at("load", key).exists(_.boolOpt.contains(true))

object Figure:
  /** The cells of all files, in the order of their groups and files. */
  def of(contenders: Vector[Contender]): List[Figure] =
    val all = contenders.sortBy(_.file)
    val cells = contenders.map(c => c -> c.json.listAt("cells").groupBy(keyOf)).toMap
    val declared = all.flatMap(_.json.listAt("groups")).flatMap(_.textAt("name"))
    val keys = all.flatMap(_.json.listAt("cells")).map(keyOf).distinct.groupBy(_._1)
    val groups = (declared ++ all.flatMap(_.json.listAt("cells")).map(keyOf).map(_._1)).distinct.filter(keys.contains)
    for group <- groups.toList; foreign = foreignTo(group, contenders); key <- keys(group) yield
      val made = contenders.map(c => c -> cells(c).getOrElse(key, Nil))
      val entries = made.collect { case (c, list) if c.available => Entry.of(c, list, foreign(c)) }
      Figure(key._1, key._2, made.flatMap(_._2).head, entries)

  private def keyOf(cell: ujson.Value): (String, String) =
    cell.textAt("group").getOrElse("") -> cell.textAt("id").getOrElse("")

  /** Rows that could not run a group whatever they are, for it is for another programming interface. */
  private def foreignTo(group: String, contenders: Vector[Contender]): Set[Contender] =
    def has(c: Contender) = c.json.listAt("groups").exists(_.textAt("name").contains(group))
    def api(c: Contender) = c.json.textAt("api")
    val apis = contenders.filter(has).map(api).toSet
    contenders.filter(c => !has(c) && api(c).isDefined && !apis(api(c)) && !apis(None)).toSet
