package shootout.analysis

import org.apache.commons.math3.stat.descriptive.SummaryStatistics
import shootout.result.*
import shootout.units.Json

import scala.collection.immutable.ListMap
import scala.util.{Failure, Success, Try}

/** A result file with all that follows from it: marks, whether rates were sustained, and means over repetitions. */
final class JudgedResult(val file: ResultFile, val cells: List[JudgedCell]):
  private val repetitionsOf = cells.groupBy(_.result.id)

  /** Of each cell that was measured, in the order of the file. */
  val means: List[MeanResult] = cells.map(_.result.id).distinct.flatMap(id => MeanResult.of(repetitionsOf(id)))

  private val byId = means.map(mean => mean.id -> mean).toMap

  def mean(id: String): Option[MeanResult] = byId.get(id)

object JudgedResult:
  def apply(file: ResultFile): JudgedResult =
    def judged(cell: CellResult) =
      JudgedCell.of(cell, file.environment.sharedWithBroker, single = file.settings.repetitions == 1)
    new JudgedResult(file, file.cells.map(judged))

/** One cell, run once.
  *
  * @param sustained
  *   of a cell of a rate sweep that was measured
  */
final case class JudgedCell(result: CellResult, marks: List[MarkResult], sustained: Option[SustainedRate]):
  export result.{climb, isMeasured, status, summary}

  /** It belongs to a rate sweep, and its rate was sustained. */
  def isSustained: Boolean = sustained.exists(_.held)

object JudgedCell:
  def of(cell: CellResult, sharedWithBroker: Boolean, single: Boolean): JudgedCell =
    JudgedCell(cell, Marking.of(cell, sharedWithBroker, single), SustainedRate.of(cell))

/** Whether an offered rate was sustained: produced and consumed as fast as it asked for, without a queue that grows.
  *
  * @param because
  *   why it was not
  */
final case class SustainedRate(held: Boolean, because: Option[String])

object SustainedRate:
  /** None: the cell belongs to no rate sweep, or was not measured. */
  def of(cell: CellResult): Option[SustainedRate] =
    for
      climb <- cell.climb
      summary <- cell.summary if cell.isMeasured
    yield
      val target = summary.targetPerS
      val sent = target.flatMap(below("sent", summary.produced.meanPerS, _))
      val consumed = target
        .filter(_ => cell.load.consumers > 0)
        .flatMap(due => below("consumed", summary.consumed.meanPerS, due * cell.basis.copies))
      val late = cell.load.tail(summary).map(_.usP99).filter(_ > climb.p99LimitUs).map { us =>
        s"a p99 of ${seconds(us)} s, above ${seconds(climb.p99LimitUs)} s"
      }
      val short = List(sent, consumed).flatten
      val saturated = if short.isEmpty then Saturation.mark(cell).map(_.because).toList else Nil
      val reasons = short ++ saturated ++ late
      SustainedRate(reasons.isEmpty, Option.when(reasons.nonEmpty)(reasons.mkString(", ")))

  private def below(what: String, perSecond: Double, owed: Double): Option[String] =
    val share = if owed > 0 then perSecond / owed else 1
    Option.when(share < Marking.thresholds.rateShare)(s"$what ${Marking.percent(share)} of it")

  private def seconds(us: Double): String =
    java.math.BigDecimal(us / 1e6).round(java.math.MathContext(2)).stripTrailingZeros.toPlainString

/** One cell over all its measured repetitions.
  *
  * @param repetitions
  *   measured
  * @param marks
  *   of any repetition
  * @param latencies
  *   by the name of their kind; in the file they stand beside the other fields. Of all repetitions together; of a
  *   cell that climbs, only of those that agree with most of them on whether the rate was held
  */
case class MeanResult(
    id: String,
    repetitions: Int,
    producedPerS: Estimate,
    consumedPerS: Estimate,
    latencies: Map[String, Option[LatencySummary]] = Map.empty,
    brokerCpuUsPerMessage: Option[Estimate],
    clientCpuUsPerMessage: Option[Estimate],
    marks: List[MarkResult]
) extends Latencies

object MeanResult:
  given Json.ReadWriter[MeanResult] = Json.spread(Json.macroRW[MeanResult], Json.fields[MeanResult], "latencies")(
    _.latencies,
    (mean, latencies) => mean.copy(latencies = latencies)
  )

  /** None if no repetition was measured.
    *
    * @param cells
    *   results of the same cell, of whatever status
    */
  def of(cells: List[JudgedCell]): Option[MeanResult] =
    val ordered = cells.sortBy(_.result.repetition)
    val measured = for c <- ordered if c.isMeasured; s <- c.summary yield c -> s
    Option.when(measured.nonEmpty) {
      val (results, summaries) = measured.unzip
      val consumed = summaries.map(_.consumed.meanPerS)
      val produced = summaries.map(_.produced.meanPerS)
      val rates = if results.head.result.load.consumers > 0 then consumed else produced
      val resources = results.flatMap(_.result.resources)
      MeanResult(
        id = results.head.result.id,
        repetitions = measured.size,
        producedPerS = Estimate.of(produced),
        consumedPerS = Estimate.of(consumed),
        latencies = latencies(agreeing(ordered).flatMap(_.summary).map(_.latencies)),
        brokerCpuUsPerMessage = estimate(resources.flatMap(_.broker)),
        clientCpuUsPerMessage = estimate(resources.map(_.client)),
        marks = marks(results.map(_.marks), rates)
      )
    }

  /** Whether most repetitions of a cell of a rate sweep sustained its rate. One that was stopped says nothing of the rate; one that
    * failed did not sustain it.
    */
  private[analysis] def mostSustain(cells: List[JudgedCell]): Boolean =
    2 * cells.count(_.isSustained) > cells.count(c => c.climb.isDefined || c.status != Status.Skipped)

  /** The measured ones; of a rate sweep only those that say of the rate what most of all say. At a rate that is not sustained, latency is
    * the length of a queue, and adds nothing to what is known of one that is.
    */
  private[analysis] def agreeing(cells: List[JudgedCell]): List[JudgedCell] =
    val most = mostSustain(cells)
    cells.filter(c => c.isMeasured && (c.climb.isEmpty || c.isSustained == most))

  private def estimate(processes: List[ProcessSummary]): Option[Estimate] =
    val values = processes.flatMap(_.cpuUsPerMessage)
    Option.when(values.nonEmpty)(Estimate.of(values))

  private def latencies(each: List[Map[String, Option[LatencySummary]]]): Map[String, Option[LatencySummary]] =
    ListMap.from(each.flatMap(_.keys).distinct.map(kind => kind -> latency(each.flatMap(_.get(kind).flatten))))

  /** Histograms are added, then read: percentiles have no mean. Where one cannot be read, the repetition in the middle stands for all. */
  private[analysis] def latency(of: List[LatencySummary]): Option[LatencySummary] = of match
    case Nil => None
    case List(only) => Some(only)
    case several =>
      Try(Histograms.sum(several.map(one => Histograms.unpack(one.histogram)))) match
        case Success(sum) => Some(LatencySummary.of(sum, several.head.kind, several.map(_.belowZero).sum))
        case Failure(_) => several.sortBy(_.usP99).lift((several.size - 1) / 2)

  /** Those of any repetition, and how much the repetitions differ among themselves. */
  private def marks(each: List[List[MarkResult]], rates: List[Double]): List[MarkResult] =
    Mark.values.toList.flatMap {
      case Mark.Single => Option.when(each.sizeIs == 1)(Marking.single)
      case mark =>
        val found = each.flatten.filter(_.mark == mark)
        between(rates).filter(_.mark == mark).orElse(Option.when(found.nonEmpty)(merged(found, each.size)))
    }

  private def between(rates: List[Double]): Option[MarkResult] =
    val statistics = SummaryStatistics()
    rates.foreach(statistics.addValue)
    val variation = statistics.getStandardDeviation / statistics.getMean
    val threshold = Marking.thresholds.variation
    Option.when(rates.sizeIs > 1 && statistics.getMean > 0 && variation > threshold) {
      val because = s"the repetitions differ by ${Marking.percent(variation)} (standard deviation)"
      Marking.mark(Mark.Noisy, because, variation, threshold)
    }

  /** The one that is farthest beyond its threshold stands for all. */
  private def merged(all: List[MarkResult], repetitions: Int): MarkResult =
    def excess(m: MarkResult): Double =
      (for measured <- m.measured; t <- m.threshold yield (measured - t).abs).getOrElse(0)
    val worst = all.maxBy(excess)
    if all.sizeIs == repetitions then worst
    else worst.copy(because = s"in ${all.size} of $repetitions repetitions: ${worst.because}")
