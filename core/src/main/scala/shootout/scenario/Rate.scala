package shootout.scenario

import shootout.yaml.{Fields, Node, Problems, Reader}
import shootout.units.Json

/** When the producers of a group send. All cases except `Maximum` are open loops: they do not wait for the broker. */
enum Rate derives Json.ReadWriter:
  /** Messages per second of each producer. */
  case Each(function: Distribution)

  /** Messages per second of all producers together, in turn. */
  case Total(function: Distribution)

  /** As fast as the broker takes the messages. It is a closed loop, and its rate is the base for the shares of other
    * workloads.
    */
  case Maximum

  /** A share (1 is all) of the rate that the workload with the [[Maximum]] consumed, for all producers together. */
  case Share(ofMaximum: Double)

  /** Messages per second, as far as the scenario defines them. */
  def perSecond: Option[Distribution] = this match
    case Each(function) => Some(function)
    case Total(function) => Some(function)
    case Maximum | Share(_) => None

  /** The average messages per second of all these producers together, if it is constant. */
  def mean(producers: Int): Option[Double] = this match
    case Each(function) => function.average.map(_ * producers)
    case Total(function) => function.average
    case Maximum | Share(_) => None

  def isOpenLoop: Boolean = this != Maximum

/** Reads a [[Rate]]: `100/s` or a function of time for each producer, `{total: 100/s}` for all together, `max`, or a
  * share of it such as `25 %`.
  */
private[scenario] object RateReader extends Reader[Rate]:
  private val MaxPercent = 1000.0
  private val Percent = """([0-9]+(?:\.[0-9]+)?) ?%""".r
  private val each = DistributionReader.rate.map(Rate.Each(_))

  def expected: String = s"${DistributionReader.rate.expected}, or {total: ...}, or max, or a share of it, as 25 %"

  def read(node: Node, problems: Problems): Option[Rate] = node match
    case Node.Scalar("max", _) => Some(Rate.Maximum)
    case Node.Scalar(Percent(number), at) =>
      val percent = number.toDouble
      val fits = percent > 0 && percent <= MaxPercent
      if !fits then
        problems.add(at, f"found ${node.describe}, expected a share of more than 0 %%, up to $MaxPercent%.0f %%")
      Option.when(fits)(Rate.Share(percent / 100))
    case Node.Scalar(text, _) if Quantity.Rate.parse(text.stripPrefix("-")).isEmpty =>
      problems.unexpected(node, expected)
    case Node.Mapping(entries, _) if entries.exists(_._1.text == "total") => total.read(node, problems)
    case other => each.read(other, problems)

  private val total: Reader[Rate] = Fields.reader("total") { (fields, _) =>
    fields.require("total", DistributionReader.rate).map(Rate.Total(_))
  }

/** Finds the maximum for each workload whose rate is a share: the workload that has `rate: max` and differs in one axis
  * only.
  */
private[scenario] object Shares:
  /** Adds the id of that workload to the runs that need it. */
  def link(runs: List[ScenarioRun], problems: Problems): List[ScenarioRun] =
    for (run, n) <- runs.zipWithIndex yield run.share.fold(run) { share =>
      val (before, after) =
        runs.zipWithIndex.filter((other, _) => other.isMaximum && oneApart(other, run)).partition(_._2 < n)
      if before.isEmpty then problems.add(run.load.parts.head.producersAt, missing(share, after.nonEmpty))
      run.copy(maximum = before.headOption.map(_._1.ids.head))
    }

  private def missing(share: Double, comesLater: Boolean): String =
    val rate = s"${ShortWords.percent(share)} %"
    if comesLater then s"a rate of $rate needs the maximum first; write max before it, as [max, $rate]"
    else s"a rate of $rate is a share of a maximum that no load measures; write max on the same axis, as [max, $rate]"

  private def oneApart(a: ScenarioRun, b: ScenarioRun): Boolean =
    a.combination.texts.zip(b.combination.texts).count(_ != _) == 1
