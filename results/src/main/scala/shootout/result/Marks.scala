package shootout.result

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

  /** The rate jumped between levels, or the backlog grew in every sample: one number does not describe it. */
  case Unstable extends Mark("U")

  /** The scheduler had broker and load in different groups. */
  case SeparateGroups extends Mark("A")

  /** In files. */
  def word: String = Json.snake(toString)

object Mark:
  given Json.ReadWriter[Mark] = Json.wordCodec(Mark.values)

  private lazy val byWord = values.map(one => one.word -> one).toMap

  /** None: newer tools know more of them. */
  def of(word: String): Option[Mark] = byWord.get(word)

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
  *   of the deliveries that were due, those that never came, for `R`; null in files of tools that did not look, as below
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
    unmeasuredShare: Option[Double] = None,
    depthGrowth: Option[Double] = None,
    scheduleDelayShare: Option[Double] = None,
    foreignShare: Option[Double] = None,
    stealShare: Option[Double] = None,
    precision: Option[Double] = None,
    loadShare: Option[Double] = None,
    loadExcess: Option[Double] = None,
    loadWait: Option[Double] = None
) derives Json.ReadWriter

/** A mean over repetitions and its 95 % confidence interval (Student's t); the interval is null with one repetition. */
case class Estimate(mean: Double, low95: Option[Double], high95: Option[Double]) derives Json.ReadWriter

object Estimate:
  /** @throws IllegalArgumentException
    *   without values
    */
  def of(values: List[Double]): Estimate =
    require(values.nonEmpty, "a mean of nothing")
    val mean = values.sum / values.size
    val half = Student.half(values)
    Estimate(mean, half.map(mean - _), half.map(mean + _))

/** One cell over all its measured repetitions.
  *
  * @param repetitions
  *   measured
  * @param marks
  *   of any repetition
  * @param latencies
  *   by the name of their kind; in the file they stand beside the other fields. Of all repetitions together; of a
  *   cell that climbs, only of those that agree with most of them on whether the rate was held
  */
case class MeanResult(
    id: String,
    repetitions: Int,
    producedPerS: Estimate,
    consumedPerS: Estimate,
    latencies: Map[String, Option[LatencySummary]] = Map.empty,
    brokerCpuUsPerMessage: Option[Estimate],
    clientCpuUsPerMessage: Option[Estimate],
    marks: List[MarkResult]
) extends Latencies

object MeanResult:
  given Json.ReadWriter[MeanResult] = Json.spread(Json.macroRW[MeanResult], Json.fields[MeanResult], "latencies")(
    _.latencies,
    (mean, latencies) => mean.copy(latencies = latencies)
  )
