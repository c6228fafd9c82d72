package shootout.record

import shootout.result.{Amount, LatencyKind, LatencySummary, LatencyTime, Sample, StepResult}
import shootout.scenario.Step

/** Adds up the samples that lie wholly within one step. */
private[record] object StepTally:
  /** Of a sample's length. */
  private val Slack = 0.05

  /** @param time
    *   of the latencies
    * @return
    *   none if the step held for less than a sample
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
    // a sample ends when its thread wakes up, which may be a moment after a step's end
    val slack = sample.intervalS * Slack
    sample.tS - sample.intervalS >= step.fromS - slack && sample.tS <= step.untilS + slack
