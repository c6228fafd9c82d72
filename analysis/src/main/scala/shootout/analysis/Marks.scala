package shootout.analysis

import shootout.units.Json

/** Reasons to doubt a number, each with the letter that stands beside it in tables. */
enum Mark(val letter: String):
  /** The generator did more than half of what it can alone, or had little processor time left, or sent late: the broker may be faster than this. */
  case GeneratorBound extends Mark("G")

  /** The mean over the samples is not well known, or they have a trend. */
  case Noisy extends Mark("N")

  /** Errors, losses, duplicates, or a wrong order where order is promised. */
  case Errors extends Mark("E")

  /** An open loop could not send at its rate, or what it sent did not come out at that rate. */
  case RateMissed extends Mark("R")

  /** A single repetition: it is not known how far another one would be off. */
  case Single extends Mark("1")

  /** Client and broker took processor time from each other. */
  case Shared extends Mark("S")

  /** Neither of them, but somebody else took much of the machine's processor time. */
  case Busy extends Mark("B")

  /** On the machine that both share, the load took what the broker could have used. */
  case LoadShare extends Mark("L")

  /** In files. */
  def word: String = Json.snake(toString)

object Mark:
  given Json.ReadWriter[Mark] = Json.wordCodec(Mark.values)

/** A mark and why it is there.
  *
  * @param letter
  *   what stands beside the number in tables
  * @param because
  *   in words, with numbers
  * @param measured
  *   what is beyond `threshold`; null where there is nothing to count
  */
case class MarkResult(mark: Mark, letter: String, because: String, measured: Option[Double], threshold: Option[Double])
    derives Json.ReadWriter

/** From where on marks are given.
  *
  * @param ceilingShare
  *   of the generator's ceiling, for `G`
  * @param clientCpuShare
  *   of the processor time that the generator could have used, for `G`
  * @param variation
  *   standard deviation divided by mean, over the samples, for `N`
  * @param trendProbability
  *   probability of such a trend by chance below which it counts, for `N`
  * @param rateShare
  *   of the target rate, and of the deliveries that were due, for `R`
  * @param unmeasuredShare
  *   of the deliveries that were due, those that never came, for `R`
  * @param depthGrowth
  *   growth of the depth over the samples, as a share of what was sent meanwhile, for `R`
  * @param scheduleDelayShare
  *   of the p99 latency, p99 of the schedule delay, for `G`
  * @param foreignShare
  *   of the machine's processor time, used by neither broker nor generator, for `B`
  * @param stealShare
  *   of the machine's processor time, taken away by the hypervisor, for `B`
  * @param precision
  *   half of the 95 % confidence interval of the mean rate within a cell, divided by the mean, for `N`; where it is known it
  *   stands in for `variation`
  * @param loadShare
  *   of a saturated machine's processor time, used by the generator, for `L`
  * @param loadExcess
  *   of a saturated machine's processor time, used by the generator beyond what these messages cost it against a broker that
  *   does nothing, for `L`
  * @param loadWait
  *   of the mean latency, the time for which the generator's threads waited for a processor, for `L`
  */
case class Thresholds(
    ceilingShare: Double,
    clientCpuShare: Double,
    variation: Double,
    trendProbability: Double,
    rateShare: Double,
    unmeasuredShare: Double,
    depthGrowth: Double,
    scheduleDelayShare: Double,
    foreignShare: Double,
    stealShare: Double,
    precision: Double,
    loadShare: Double,
    loadExcess: Double,
    loadWait: Double
) derives Json.ReadWriter
