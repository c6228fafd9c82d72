package shootout.analysis

import shootout.result.*
import shootout.units.Json

import scala.collection.immutable.ListMap
import scala.util.{Failure, Success, Try}

/** A workload over all its measured repetitions. */
case class MeanResult(
    id: String,
    /** how many were measured */
    repetitions: Int,
    producedPerS: Estimate,
    consumedPerS: Estimate,
    /** the latencies of all repetitions together, by kind; in the file they are on the same level as the other fields.
      * In a rate sweep, only repetitions count that agree with the majority on whether the rate was sustained
      */
    latencies: Map[String, Option[LatencySummary]] = Map.empty,
    brokerCpuUsPerMessage: Option[Estimate],
    clientCpuUsPerMessage: Option[Estimate],
    /** the flags of any repetition */
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
    val (results, summaries) = measured.unzip
    val resources = results.flatMap(_.result.resources)
    for
      first <- results.headOption.map(_.result)
      produced <- Estimate.of(summaries.map(_.produced.meanPerS))
      consumed <- Estimate.of(summaries.map(_.consumed.meanPerS))
    yield MeanResult(
      first.id,
      repetitions = measured.size,
      produced,
      consumed,
      latencies = latencies(agreeing(ordered).flatMap(_.summary).map(_.latencies)),
      brokerCpuUsPerMessage = Estimate.of(resources.flatMap(_.broker).flatMap(_.cpuUsPerMessage)),
      clientCpuUsPerMessage = Estimate.of(resources.map(_.client).flatMap(_.cpuUsPerMessage)),
      flags = flags(results.map(_.flags), summaries.map(Criterion.delivered(first.load, _).meanPerS))
    )

  /** The repetitions that say something about a rate of a rate sweep. One that was stopped does not. One that failed
    * did not sustain the rate.
    */
  private[analysis] def tried(workloads: List[JudgedWorkload]): List[JudgedWorkload] =
    workloads.filter(one => one.rateSweep.isDefined || one.status != Status.Skipped)

  /** Whether most repetitions of a workload of a rate sweep sustained its rate. */
  private[analysis] def mostSustain(workloads: List[JudgedWorkload]): Boolean =
    2 * workloads.count(_.isSustained) > tried(workloads).size

  /** The measured repetitions. In a rate sweep, only those that agree with the majority on whether the rate was
    * sustained. At a rate that is not sustained, latency is the length of a queue and says nothing about the broker at
    * a sustained rate.
    */
  private[analysis] def agreeing(workloads: List[JudgedWorkload]): List[JudgedWorkload] =
    val most = mostSustain(workloads)
    workloads.filter(c => c.isMeasured && (c.rateSweep.isEmpty || c.isSustained == most))

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
    Student.variation(rates).flatMap: variation =>
      Flag.Noisy.above(Flags.thresholds.variation, variation):
        s"the repetitions differ by ${Numbers.inPercent(variation)} (standard deviation)"

  /** The flag that exceeds its threshold most represents all. */
  private def merged(all: List[FlagResult], repetitions: Int): FlagResult =
    def excess(m: FlagResult): Double =
      (for measured <- m.measured; t <- m.threshold yield (measured - t).abs).getOrElse(0)
    val worst = all.maxBy(excess)
    if all.sizeIs == repetitions then worst
    else worst.copy(because = s"in ${all.size} of $repetitions repetitions: ${worst.because}")
