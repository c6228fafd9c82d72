package shootout.verdict

import org.apache.commons.math3.stat.descriptive.SummaryStatistics
import shootout.record.{Histograms, Sampler}
import shootout.result.*

import scala.collection.immutable.ListMap

/** One cell over all its measured repetitions. */
object Means:
  /** @param cells
    *   results of the same cell, of whatever status
    * @return
    *   none if no repetition was measured
    */
  def of(cells: List[CellResult]): Option[MeanResult] =
    val measured = for c <- cells.sortBy(_.repetition) if c.status == Status.Measured; s <- c.summary yield c -> s
    val summaries = measured.map(_._2)
    val judged = agreeing(cells).flatMap(_.summary)
    Option.when(measured.nonEmpty) {
      val consumed = summaries.map(_.consumed.meanPerS)
      val produced = summaries.map(_.produced.meanPerS)
      val rates = if measured.head._1.load.consumers > 0 then consumed else produced
      MeanResult(
        id = measured.head._1.id,
        repetitions = measured.size,
        producedPerS = Estimate.of(produced),
        consumedPerS = Estimate.of(consumed),
        latencies = latencies(judged.map(_.latencies)),
        brokerCpuUsPerMessage = estimate(measured.flatMap(_._1.resources).flatMap(_.broker)),
        clientCpuUsPerMessage = estimate(measured.flatMap(_._1.resources).map(_.client)),
        marks = marks(measured.map(_._1.marks), rates)
      )
    }

  /** The measured ones, in order; where they climb, only those that say of the rate what most of all say: held, or not. At a rate that
    * is not held, latency is the length of a queue, and adds nothing to what is known of one that is.
    */
  private def agreeing(cells: List[CellResult]): List[CellResult] =
    def held(c: CellResult): Boolean = c.climb.exists(_.held.contains(true))
    // a repetition that was stopped says nothing of the rate; one that failed did not hold it
    val most = 2 * cells.count(held) > cells.count(c => c.climb.isDefined || c.status != Status.Skipped)
    cells.sortBy(_.repetition).filter(c => c.status == Status.Measured && (c.climb.isEmpty || held(c) == most))

  private def estimate(processes: List[ProcessSummary]): Option[Estimate] =
    val values = processes.flatMap(_.cpuUsPerMessage)
    Option.when(values.nonEmpty)(Estimate.of(values))

  private def latencies(each: List[Map[String, Option[LatencySummary]]]): Map[String, Option[LatencySummary]] =
    ListMap.from(each.flatMap(_.keys).distinct.map(kind => kind -> latency(each.flatMap(_.get(kind).flatten))))

  /** Histograms are added, then read: percentiles have no mean. */
  private[verdict] def latency(of: List[LatencySummary]): Option[LatencySummary] = of match
    case Nil => None
    case List(only) => Some(only)
    case several =>
      val sum = Histograms.sum(several.map(_.histogram))
      Some(Sampler.latencySummary(sum, several.head.kind, several.map(_.belowZero).sum))

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
