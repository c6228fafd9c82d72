package shootout.result

import shootout.units.Json

/** Reasons to doubt a number, each with the letter that stands beside it in tables. */
enum Mark(val letter: String):
  /** The generator was near its own limit, so the broker may be faster than this. */
  case GeneratorBound extends Mark("G")

  /** The mean over the samples is not well known, or they have a trend. */
  case Noisy extends Mark("N")

  /** Errors, losses, duplicates, or a wrong order where order is promised. */
  case Errors extends Mark("E")

  /** An open loop could not send at its rate. */
  case RateMissed extends Mark("R")

  /** A single repetition: it is not known how far another one would be off. */
  case Single extends Mark("1")

  /** Client and broker took processor time from each other. */
  case Shared extends Mark("S")

object Mark:
  given Json.ReadWriter[Mark] = Json.wordCodec(Mark.values)

/** A mark and why it is there.
  *
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
  *   of the target rate, for `R`
  * @param precision
  *   half of the 95 % confidence interval of the mean rate within a cell, divided by the mean, for `N`; where it is known it
  *   stands in for `variation`
  */
case class Thresholds(
    ceilingShare: Double,
    clientCpuShare: Double,
    variation: Double,
    trendProbability: Double,
    rateShare: Double,
    precision: Option[Double] = None
) derives Json.ReadWriter

/** A mean over repetitions and its 95 % confidence interval (Student's t); the interval is null with one repetition. */
case class Estimate(mean: Double, low95: Option[Double], high95: Option[Double]) derives Json.ReadWriter

/** One cell over all its measured repetitions.
  *
  * @param marks
  *   of any repetition
  */
case class MeanResult(
    id: String,
    repetitions: Int,
    producedPerS: Estimate,
    consumedPerS: Estimate,
    endToEnd: Option[LatencySummary],
    send: Option[LatencySummary],
    roundTrip: Option[LatencySummary],
    brokerCpuUsPerMessage: Option[Estimate],
    clientCpuUsPerMessage: Option[Estimate],
    marks: List[MarkResult],
    commit: Option[LatencySummary] = None
) derives Json.ReadWriter
