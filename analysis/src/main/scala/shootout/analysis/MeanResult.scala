package shootout.analysis

import org.apache.commons.math3.stat.descriptive.SummaryStatistics
import shootout.result.*
import shootout.units.Json

import scala.collection.immutable.ListMap
import scala.util.{Failure, Success, Try}

/** A workload over all its measured repetitions.
  *
  * @param repetitions
  *   how many were measured
  * @param flags
  *   the flags of any repetition
  * @param latencies
  *   the latencies of all repetitions together, by kind; in the file they are on the same level as the other fields. In
  *   a rate sweep, only repetitions count that agree with the majority on whether the rate was sustained
  */
case class MeanResult(
    id: String,
    repetitions: Int,
    producedPerS: Estimate,
    consumedPerS: Estimate,
    latencies: Map[String, Option[LatencySummary]] = Map.empty,
    brokerCpuUsPerMessage: Option[Estimate],
    clientCpuUsPerMessage: Option[Estimate],
    flags: List[FlagResult]
) extends Latencies

object MeanResult:
  given Json.ReadWriter[MeanResult] = Json.spread(Json.macroRW[MeanResult], Json.fields[MeanResult], "latencies")(
    _.latencies,
    (mean, latencies) => mean.copy(latencies = latencies)
  )

  /** None if no repetition was measured.
    *
    * @param workloads
    *   results of the same workload, with any status
    */
  def of(workloads: List[JudgedWorkload]): Option[MeanResult] =
    val ordered = workloads.sortBy(_.result.repetition)
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
        flags = flags(results.map(_.flags), rates)
      )
    }

  /** Whether most repetitions of a workload of a rate sweep sustained its rate. A repetition that was stopped does not
    * count. One that failed did not sustain the rate.
    */
  private[analysis] def mostSustain(workloads: List[JudgedWorkload]): Boolean =
    2 * workloads.count(_.isSustained) > workloads.count(c => c.rateSweep.isDefined || c.status != Status.Skipped)

  /** The measured repetitions. In a rate sweep, only those that agree with the majority on whether the rate was
    * sustained. At a rate that is not sustained, latency is the length of a queue and says nothing about the broker at
    * a sustained rate.
    */
  private[analysis] def agreeing(workloads: List[JudgedWorkload]): List[JudgedWorkload] =
    val most = mostSustain(workloads)
    workloads.filter(c => c.isMeasured && (c.rateSweep.isEmpty || c.isSustained == most))

  private def estimate(processes: List[ProcessSummary]): Option[Estimate] =
    val values = processes.flatMap(_.cpuUsPerMessage)
    Option.when(values.nonEmpty)(Estimate.of(values))

  private def latencies(each: List[Map[String, Option[LatencySummary]]]): Map[String, Option[LatencySummary]] =
    ListMap.from(each.flatMap(_.keys).distinct.map(kind => kind -> latency(each.flatMap(_.get(kind).flatten))))

  /** Adds up the histograms and then reads percentiles, because percentiles cannot be averaged. If one histogram cannot
    * be read, the repetition with the median p99 represents all.
    */
  private[analysis] def latency(of: List[LatencySummary]): Option[LatencySummary] = of match
    case Nil => None
    case List(only) => Some(only)
    case several =>
      Try(Histograms.sum(several.map(one => Histograms.unpack(one.histogram)))) match
        case Success(sum) => Some(LatencySummary.of(sum, several.head.kind, several.map(_.belowZero).sum))
        case Failure(_) => several.sortBy(_.usP99).lift((several.size - 1) / 2)

  /** The flags of any repetition, and one if the repetitions differ among themselves. */
  private def flags(each: List[List[FlagResult]], rates: List[Double]): List[FlagResult] =
    Flag.values.toList.flatMap {
      case Flag.Single => Option.when(each.sizeIs == 1)(Flags.single)
      case flag =>
        val found = each.flatten.filter(_.flag == flag)
        between(rates).filter(_.flag == flag).orElse(Option.when(found.nonEmpty)(merged(found, each.size)))
    }

  private def between(rates: List[Double]): Option[FlagResult] =
    val statistics = SummaryStatistics()
    rates.foreach(statistics.addValue)
    val variation = statistics.getStandardDeviation / statistics.getMean
    val threshold = Flags.thresholds.variation
    Option.when(rates.sizeIs > 1 && statistics.getMean > 0 && variation > threshold) {
      val because = s"the repetitions differ by ${Flags.percent(variation)} (standard deviation)"
      Flags.flag(Flag.Noisy, because, variation, threshold)
    }

  /** The flag that exceeds its threshold most represents all. */
  private def merged(all: List[FlagResult], repetitions: Int): FlagResult =
    def excess(m: FlagResult): Double =
      (for measured <- m.measured; t <- m.threshold yield (measured - t).abs).getOrElse(0)
    val worst = all.maxBy(excess)
    if all.sizeIs == repetitions then worst
    else worst.copy(because = s"in ${all.size} of $repetitions repetitions: ${worst.because}")
