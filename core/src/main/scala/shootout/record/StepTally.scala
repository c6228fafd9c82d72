package shootout.record

import shootout.result.{LatencySummary, Sample, StepResult}
import shootout.scenario.Step

import org.HdrHistogram.Histogram

/** Adds up the samples that lie wholly within one step. Used by the sampler's thread. */
final private[record] class StepTally(step: Step, kind: String):
  private val endToEnd = LatencyRecorder.histogram()
  private val send = LatencyRecorder.histogram()
  private var samples = List.empty[Sample]

  /** @param interval
    *   what was recorded in this sample's time
    */
  def add(sample: Sample, interval: Latency => Option[Histogram]): Unit =
    // a sample ends when its thread wakes up, which may be a moment after a step's end
    val slack = sample.intervalS * StepTally.Slack
    if sample.tS - sample.intervalS >= step.fromS - slack && sample.tS <= step.untilS + slack then
      samples = sample :: samples
      interval(Latency.EndToEnd).foreach(endToEnd.add(_))
      interval(Latency.Send).foreach(send.add(_))

  /** None if the step held for less than a sample. */
  def result: Option[StepResult] = Option.when(samples.nonEmpty) {
    StepResult(
      step.setting,
      step.value,
      step.fromS,
      step.untilS,
      Sampler.rates(samples, _.producedPerS),
      Sampler.rates(samples, _.consumedPerS),
      latency(endToEnd),
      latency(send)
    )
  }

  private def latency(histogram: Histogram): Option[LatencySummary] =
    Option.when(histogram.getTotalCount > 0)(Sampler.latencySummary(histogram, kind, belowZero = 0))

private object StepTally:
  /** Of a sample's length. */
  val Slack = 0.05
