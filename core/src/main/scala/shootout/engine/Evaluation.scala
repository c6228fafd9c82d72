package shootout.engine

import shootout.result.{
  Amount,
  CostSummary,
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
    /** Name and role of each group of clients. */
    groups: List[(String, Role)],

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

  /** @param latencies
    *   the latencies of this interval
    */
  def sample(interval: Interval, latencies: LatencyKind => Option[Histogram]): Sample =
    val seconds = interval.length.seconds
    def rate(role: Role)(of: Totals => Long) =
      groups.zip(interval.groups).collect { case ((_, r), counts) if r == role => of(counts) }.sum / seconds
    Sample(
      tS = interval.until.seconds,
      intervalS = seconds,
      producedPerS = rate(Role.Producer)(_.produced),
      confirmedPerS = rate(Role.Producer)(_.confirmed),
      consumedPerS = rate(Role.Consumer)(_.consumed),
      acknowledgedPerS = rate(Role.Consumer)(_.acknowledged),
      errors = interval.groups.map(_.errors).sum,
      depth = depth(interval.accepted, interval.consumed, interval.slowest),
      groups = groups.zip(interval.groups).map { case ((name, role), counts) => counts.toSample(name, role) },
      latencies = LatencyKind.named(latencies(_).flatMap(SampledLoad.latencySample)),
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
  val samples: List[Sample] = measured.intervals.map(interval => load.sample(interval, Evaluation.latencies(interval)))

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
      latencies = LatencyKind.named(latency),
      heldBackShare = heldBackShare,
      write = cost(LatencyKind.Write),
      read = cost(LatencyKind.Read)
    )
  }

  /** The results of the steps that lasted at least one whole sample. */
  def steps: List[StepResult] =
    load.steps.flatMap(StepTally.result(_, load.latencyTime, samples.zip(measured.intervals)))

  /** The latencies of the summary over time: those of each interval and those of the drain after the last one.
    *
    * @param drainS
    *   the drain's duration in seconds
    */
  def latencyIntervals(drainS: Double): List[LatencyInterval] = LatencyIntervals.of(measured, drainS)

  /** How many latencies of a kind the summary has. */
  def recorded(kind: LatencyKind): Long = whole(kind).fold(0L)((histogram, _) => histogram.getTotalCount)

  /** All latencies of a kind, and how many of them were below zero. None if there are no latencies. */
  private def whole(kind: LatencyKind): Option[(Histogram, Long)] =
    for
      recorded <- measured.latencies.get(kind.key)
      histogram = Histograms.sum(List(recorded.histogram))
      if histogram.getTotalCount > 0
    yield histogram -> recorded.belowZero

  private def cost(kind: LatencyKind): Option[CostSummary] =
    whole(kind).map((histogram, _) => CostSummaries.summary(histogram, kind.unitNanos / 1e3))

  private def latency(kind: LatencyKind): Option[LatencySummary] =
    whole(kind).map((histogram, belowZero) => LatencySummary.of(histogram, load.latencyTime, belowZero))

  /** The share of an open loop's messages that were sent late because window or network blocked them, over the samples.
    */
  private def heldBackShare: Option[Double] =
    val counts = measured.intervals.flatMap(_.groups)
    val produced = counts.map(_.produced).sum
    Option.when(load.openLoop && produced > 0)(counts.map(_.heldBack).sum.toDouble / produced)

object Evaluation:
  private def latencies(interval: Interval)(kind: LatencyKind): Option[Histogram] =
    interval.latencies.get(kind.key).map(packed => Histograms.sum(List(packed)))

/** The latencies of a measurement over time. All intervals of a kind add up to its summary. */
private[engine] object LatencyIntervals:
  /** @param drainS
    *   seconds from the last sample's end until nothing arrived any more
    */
  def of(measured: Measurement, drainS: Double): List[LatencyInterval] =
    for
      kind <- LatencyKind.values.toList
      all <- measured.latencies.get(kind.key).toList
      interval <- of(kind, all, measured, drainS)
    yield interval

  private def of(kind: LatencyKind, all: Recorded, measured: Measurement, drainS: Double): List[LatencyInterval] =
    val within = measured.intervals.map { i =>
      val histogram = Histograms.sum(i.summarised(kind.key).toList)
      LatencyInterval(kind.key, (i.until - i.length).seconds, i.until.seconds, histogram, kind.unitNanos)
    }
    // The rest ended later, or in empty samples that were forgotten.
    val rest = Histograms.sum(List(all.histogram))
    for i <- within do rest.subtract(i.histogram)
    val end = measured.intervals.lastOption.fold(0.0)(_.until.seconds)
    within :+ LatencyInterval(kind.key, end, end + drainS, rest, kind.unitNanos)

/** Adds up the samples that lie wholly within one step. */
private[engine] object StepTally:
  /** The tolerance, as a fraction of a sample's length. */
  private val Slack = 0.05

  /** @param time
    *   the kind of time that the latencies are
    * @return
    *   none if the step lasted less than a sample
    */
  def result(step: Step, time: LatencyTime, all: List[(Sample, Interval)]): Option[StepResult] =
    val (samples, intervals) = all.filter((sample, _) => within(step, sample)).unzip
    def latency(of: LatencyKind): Option[LatencySummary] =
      val histogram = Histograms.sum(intervals.flatMap(_.latencies.get(of.key)))
      Option.when(histogram.getTotalCount > 0)(LatencySummary.of(histogram, time, belowZero = 0))
    Option.when(samples.nonEmpty) {
      StepResult(
        step.setting,
        step.value,
        step.fromS,
        step.untilS,
        Sampler.rates(samples, _.producedPerS),
        Sampler.rates(samples, _.consumedPerS),
        latency(LatencyKind.EndToEnd),
        latency(LatencyKind.Send),
        step.number.map(Amount.of(_, step.kind))
      )
    }

  private def within(step: Step, sample: Sample): Boolean =
    // A sample ends when its thread wakes up, which may be a moment after a step's end.
    val slack = sample.intervalS * Slack
    sample.tS - sample.intervalS >= step.fromS - slack && sample.tS <= step.untilS + slack

/** Summarizes the time that a client's own step takes, from a histogram. */
private object CostSummaries:
  /** @param unitUs
    *   the unit of the histogram in microseconds
    */
  def summary(histogram: Histogram, unitUs: Double): CostSummary =
    def percentile(p: Double) = histogram.getValueAtPercentile(p) * unitUs
    CostSummary(
      histogram.getTotalCount,
      histogram.getMean * unitUs,
      percentile(50),
      percentile(99),
      histogram.getMaxValue * unitUs
    )
