package shootout.record

import shootout.result.{
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

/** What samples and summary need to know of a cell's load.
  *
  * @param groups
  *   name and role of each group of clients
  * @param openLoop
  *   latencies are response times, else service times
  * @param initialDepth
  *   messages that earlier phases left in the queue
  * @param topics
  *   how many topics there are; none: queues
  * @param steps
  *   of settings that change in the course of the samples
  */
final case class SampledLoad(
    groups: List[(String, Role)],
    openLoop: Boolean,
    initialDepth: Long = 0,
    topics: Option[Int] = None,
    steps: List[Step] = Nil
):
  def latencyTime: LatencyTime = if openLoop then LatencyTime.ResponseTime else LatencyTime.ServiceTime

  /** @param latencies
    *   those of this interval
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

  /** Messages in the broker: accepted (as far as it says so) and not yet consumed; of topics, by the slowest consumer. A
    * consumer may be a little ahead of the confirmations.
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

/** Samples, summary and steps: what a measurement says of a load. Nothing else goes into them, whoever measured. */
final class Evaluation(load: SampledLoad, measured: Measurement):
  val samples: List[Sample] = measured.intervals.map(interval => load.sample(interval, Evaluation.latencies(interval)))

  /** From the first sample's beginning to the last one's end, in seconds. */
  def seconds: Double = (measured.ended - measured.began) / 1e9

  /** None without samples. */
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

  /** Of each step that held for a whole sample. */
  def steps: List[StepResult] =
    load.steps.flatMap(StepTally.result(_, load.latencyTime, samples.zip(measured.intervals)))

  /** The latencies of the summary over time: of each interval, and behind the last one, in the drain.
    *
    * @param drainS
    *   how long that took
    */
  def latencyIntervals(drainS: Double): List[LatencyInterval] = LatencyIntervals.of(measured, drainS)

  /** How many latencies the summary has of a kind. */
  def recorded(kind: LatencyKind): Long = whole(kind).fold(0L)((histogram, _) => histogram.getTotalCount)

  /** All of a kind, and how many of them were below zero; none if there are none. */
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

  /** Of what an open loop sent over the samples, the share that went late as window or network took nothing. */
  private def heldBackShare: Option[Double] =
    val counts = measured.intervals.flatMap(_.groups)
    val produced = counts.map(_.produced).sum
    Option.when(load.openLoop && produced > 0)(counts.map(_.heldBack).sum.toDouble / produced)

object Evaluation:
  private def latencies(interval: Interval)(kind: LatencyKind): Option[Histogram] =
    interval.latencies.get(kind.key).map(packed => Histograms.sum(List(packed)))
