package shootout.engine

import shootout.result.{
  Amount,
  CostSummary,
  Histograms,
  LatencyInterval,
  LatencyKind,
  LatencySample,
  LatencySummary,
  LatencyTime,
  Role,
  Sample,
  StepResult,
  Summary
}
import shootout.scenario.Step

import org.HdrHistogram.Histogram

/** The properties of a workload that its samples and summary depend on. */
final case class SampledLoad(
    /** If true, latencies are response times, otherwise service times. */
    openLoop: Boolean,

    /** Messages that earlier phases left in the queue. */
    initialDepth: Long = 0,

    /** The number of topics; none for queues. */
    topics: Option[Int] = None,

    /** The steps of settings that change during the samples. */
    steps: List[Step] = Nil
):
  def latencyTime: LatencyTime = if openLoop then LatencyTime.ResponseTime else LatencyTime.ServiceTime

  def sample(interval: Interval): Sample =
    val seconds = interval.length.seconds
    val (producing, consuming) = interval.groups.partition(_.role == Role.Producer)
    Sample(
      tS = interval.until.seconds,
      intervalS = seconds,
      producedPerS = producing.map(_.produced).sum / seconds,
      confirmedPerS = producing.map(_.confirmed).sum / seconds,
      consumedPerS = consuming.map(_.consumed).sum / seconds,
      acknowledgedPerS = consuming.map(_.acknowledged).sum / seconds,
      errors = interval.groups.map(_.errors).sum,
      depth = depth(interval.accepted, interval.consumed, interval.slowest),
      groups = interval.groups,
      latencies = LatencyKind.named(kind =>
        interval.latencies.get(kind.key).map(Histograms.unpack).flatMap(SampledLoad.latencySample)
      ),
      resources = interval.resources
    )

  /** The number of messages in the broker: accepted, as far as the broker confirms, and not yet consumed. For topics
    * the slowest consumer counts. A consumer may be slightly ahead of the publisher confirms.
    */
  def depth(accepted: Long, consumed: Long, slowest: Option[Long]): Long =
    val rest = topics match
      case None => initialDepth + accepted - consumed
      case Some(count) => slowest.fold(0L)(accepted / count - _)
    math.max(0L, rest)

object SampledLoad:
  private def latencySample(histogram: Histogram): Option[LatencySample] =
    Option.when(histogram.getTotalCount > 0) {
      LatencySample(
        histogram.getTotalCount,
        histogram.getValueAtPercentile(50).toDouble,
        histogram.getValueAtPercentile(99).toDouble,
        histogram.getMaxValue.toDouble
      )
    }

/** Computes samples, summary and steps from the workload and its measurement, and from nothing else. */
final class Evaluation(load: SampledLoad, measured: Measurement):
  val samples: List[Sample] = measured.intervals.map(load.sample)

  /** The time from the start of the first sample to the end of the last one, in seconds. */
  def seconds: Double = (measured.ended - measured.began) / 1e9

  /** The summary; none if there are no samples. */
  def summary: Option[Summary] = Option.when(samples.nonEmpty) {
    Summary(
      produced = Sampler.rates(samples, _.producedPerS),
      confirmed = Sampler.rates(samples, _.confirmedPerS),
      consumed = Sampler.rates(samples, _.consumedPerS),
      acknowledged = Sampler.rates(samples, _.acknowledgedPerS),
      errors = measured.errors,
      latencies = LatencyKind.named(kind =>
        whole(kind).map(all => LatencySummary.of(all.histogram, load.latencyTime, all.belowZero))
      ),
      heldBackShare = heldBackShare,
      write = cost(LatencyKind.Write),
      read = cost(LatencyKind.Read)
    )
  }

  /** How many latencies of a kind the summary has. */
  def recorded(kind: LatencyKind): Long = whole(kind).fold(0L)(_.histogram.getTotalCount)

  private def whole(kind: LatencyKind): Option[Recorded] =
    measured.latencies.get(kind.key).filter(_.histogram.getTotalCount > 0)

  private def cost(kind: LatencyKind): Option[CostSummary] = whole(kind).map { all =>
    val unitUs = kind.unitNanos / 1e3
    CostSummary(
      all.histogram.getTotalCount,
      all.histogram.getMean * unitUs,
      all.histogram.getValueAtPercentile(50) * unitUs,
      all.histogram.getValueAtPercentile(99) * unitUs,
      all.histogram.getMaxValue * unitUs
    )
  }

  /** The share of an open loop's messages that were sent late because window or network blocked them, over the samples.
    */
  private def heldBackShare: Option[Double] =
    val produced = measured.intervals.flatMap(_.groups).map(_.produced).sum
    Option.when(load.openLoop && produced > 0)(measured.intervals.map(_.heldBack).sum.toDouble / produced)

  /** The results of the steps that lasted at least one whole sample. */
  def steps: List[StepResult] =
    for
      step <- load.steps
      (within, intervals) = samples.zip(measured.intervals).filter((sample, _) => isWithin(step, sample)).unzip
      if within.nonEmpty
    yield
      def latency(kind: LatencyKind): Option[LatencySummary] =
        val histogram = Histograms.sum(intervals.flatMap(_.latencies.get(kind.key)).map(Histograms.unpack))
        Option.when(histogram.getTotalCount > 0)(LatencySummary.of(histogram, load.latencyTime, belowZero = 0))
      StepResult(
        step.setting,
        step.value,
        step.fromS,
        step.untilS,
        Sampler.rates(within, _.producedPerS),
        Sampler.rates(within, _.consumedPerS),
        latency(LatencyKind.EndToEnd),
        latency(LatencyKind.Send),
        step.number.map(Amount.of(_, step.kind))
      )

  private def isWithin(step: Step, sample: Sample): Boolean =
    // A sample ends when its thread wakes up, which may be a moment after a step's end.
    val slack = sample.intervalS * Evaluation.Slack
    sample.tS - sample.intervalS >= step.fromS - slack && sample.tS <= step.untilS + slack

  /** The latencies of the summary over time: those of each interval and those of the drain after the last one. All
    * intervals of a kind add up to its summary.
    *
    * @param drainS
    *   seconds from the last sample's end until nothing arrived any more
    */
  def latencyIntervals(drainS: Double): List[LatencyInterval] =
    for
      kind <- LatencyKind.values.toList
      all <- measured.latencies.get(kind.key).toList
      interval <- latencyIntervals(kind, all, drainS)
    yield interval

  private def latencyIntervals(kind: LatencyKind, all: Recorded, drainS: Double): List[LatencyInterval] =
    val within = measured.intervals.map { i =>
      val histogram = i.summarised.get(kind.key).fold(LatencyRecorder.histogram())(Histograms.unpack)
      LatencyInterval(kind.key, (i.until - i.length).seconds, i.until.seconds, histogram, kind.unitNanos)
    }
    // The rest ended later, or in empty samples that were forgotten.
    val rest = all.histogram.copy()
    for i <- within do rest.subtract(i.histogram)
    val end = measured.intervals.lastOption.fold(0.0)(_.until.seconds)
    within :+ LatencyInterval(kind.key, end, end + drainS, rest, kind.unitNanos)

object Evaluation:
  /** The tolerance for the ends of a step, as a fraction of a sample's length. */
  private val Slack = 0.05
