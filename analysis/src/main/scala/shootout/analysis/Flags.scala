package shootout.analysis

import shootout.result.*
import shootout.units.Json

/** Reasons to doubt a number, each with the letter that stands beside it in tables. */
enum Flag(val letter: String):
  /** The generator did more than half of what it can alone, or had little processor time left, or sent late: the broker may be faster than this. */
  case GeneratorBound extends Flag("G")

  /** The mean over the samples is not well known, or they have a trend. */
  case Noisy extends Flag("N")

  /** Errors, losses, duplicates, or a wrong order where order is promised. */
  case Errors extends Flag("E")

  /** An open loop could not send at its rate, or what it sent did not come out at that rate. */
  case RateMissed extends Flag("R")

  /** A single repetition: it is not known how far another one would be off. */
  case Single extends Flag("1")

  /** Client and broker took processor time from each other. */
  case Shared extends Flag("S")

  /** Neither of them, but somebody else took much of the machine's processor time. */
  case Busy extends Flag("B")

  /** On the machine that both share, the load took what the broker could have used. */
  case LoadShare extends Flag("L")

  /** The rate jumped between levels, or the backlog grew in every sample: one number does not describe it. */
  case Unstable extends Flag("U")

  /** The scheduler had broker and load in different groups. */
  case SeparateGroups extends Flag("A")

  /** In files. */
  def word: String = Json.snake(toString)

object Flag:
  given Json.ReadWriter[Flag] = Json.wordCodec(Flag.values)

/** A flag and why it is there.
  *
  * @param letter
  *   what stands beside the number in tables
  * @param because
  *   in words, with numbers
  * @param measured
  *   what is beyond `threshold`; null where there is nothing to count
  */
case class FlagResult(flag: Flag, letter: String, because: String, measured: Option[Double], threshold: Option[Double])
    derives Json.ReadWriter

/** From where on flags are given.
  *
  * @param generatorLimitShare
  *   of the generator limit, for `G`
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
  *   half of the 95 % confidence interval of the mean rate within a workload, divided by the mean, for `N`; where it is known it
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
    generatorLimitShare: Double,
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

/** Gives a measured result its flags; a pure function, so that the same file always gets the same ones. */
object Flags:
  /** Half of the generator limit: beyond it, queueing in the generator itself is no longer small. 80 % of the processor: what is
    * left are pauses. 1 % for a trend, not 5 %, for it is asked of every workload of a run with hundreds of them.
    */
  val thresholds: Thresholds = Thresholds(
    generatorLimitShare = 0.5,
    clientCpuShare = 0.8,
    variation = 0.1,
    trendProbability = 0.01,
    rateShare = 0.95,
    unmeasuredShare = Saturation.UnmeasuredShare,
    depthGrowth = Saturation.DepthGrowth,
    scheduleDelayShare = Disturbance.ScheduleDelayShare,
    foreignShare = Disturbance.ForeignShare,
    stealShare = Disturbance.StealShare,
    precision = 0.1,
    loadShare = LoadShare.Share,
    loadExcess = LoadShare.Excess,
    loadWait = LoadShare.Wait
  )

  /** @param sharedWithBroker
    *   load and broker ran on one machine
    * @param single
    *   the run has one repetition
    */
  def of(workload: WorkloadResult, sharedWithBroker: Boolean, single: Boolean): List[FlagResult] =
    if !workload.isMeasured then Nil
    else
      generatorBound(workload).toList ++
        noisy(workload) ++
        Faults.flag(workload) ++
        Saturation.flag(workload) ++
        Option.when(single)(Flags.single) ++
        Option.when(sharedWithBroker)(shared) ++
        Disturbance.flag(workload) ++
        Scheduling.flag(workload) ++
        Stability.flag(workload) ++
        (if sharedWithBroker then LoadShare.flag(workload) else None)

  private[analysis] def flag(flag: Flag, because: String, measured: Double, threshold: Double): FlagResult =
    FlagResult(flag, flag.letter, because, Some(measured), Some(threshold))

  private[analysis] val single: FlagResult =
    FlagResult(
      Flag.Single,
      Flag.Single.letter,
      "measured once: how far a repetition would be off is not known",
      None,
      None
    )

  private val shared: FlagResult =
    FlagResult(Flag.Shared, Flag.Shared.letter, "client and broker ran on one machine", None, None)

  private[analysis] def percent(share: Double): String = s"${math.round(share * 100)} %"

  /** A generator limit is no lower than what was reached: where a broker let the generator do more than it did without one, in a measurement of
    * seconds, the generator limit is not known, and only its processor time tells.
    */
  private def generatorBound(workload: WorkloadResult): Option[FlagResult] =
    val generatorLimit =
      generatorLimitShare(workload).filter(share => share <= 1 && share > thresholds.generatorLimitShare).map { share =>
        val because = s"the generator was at ${percent(share)} of what it reaches without a broker"
        flag(Flag.GeneratorBound, because, share, thresholds.generatorLimitShare)
      }
    generatorLimit.orElse(workload.resources.flatMap(exhausted)).orElse(Disturbance.late(workload))

  /** Messages produced and consumed, as a share of those that the generator alone handles; none: that is not known. */
  def generatorLimitShare(workload: WorkloadResult): Option[Double] =
    for
      summary <- workload.summary if workload.isMeasured
      generatorLimit <- workload.generatorLimit
      limit = generatorLimit.producedPerS + generatorLimit.consumedPerS if limit > 0
    yield (summary.produced.meanPerS + summary.consumed.meanPerS) / limit

  private def exhausted(r: ResourceSummary): Option[FlagResult] =
    val share = r.client.cpuCores / r.clientCoresUsable
    Option.when(share > thresholds.clientCpuShare) {
      val because =
        s"the generator used ${percent(share)} of the ${cores(r.clientCoresUsable)} that its clients could use"
      flag(Flag.GeneratorBound, because, share, thresholds.clientCpuShare)
    }

  private def cores(n: Int): String = if n == 1 then "one core" else s"$n cores"

  private def noisy(workload: WorkloadResult): Option[FlagResult] =
    val rates = workload.samples.map(s => if workload.load.consumers > 0 then s.consumedPerS else s.producedPerS)
    val judged = workload.basis.steady && workload.steps.isEmpty && workload.crash.isEmpty
    def noise = Noise.of(rates, workload.samples.map(s => s.tS - s.intervalS / 2))
    if !judged then None
    else climbing(workload).orElse(imprecise(workload)).orElse(noise.flatMap(n => varied(workload, n).orElse(trend(n))))

  private def climbing(workload: WorkloadResult): Option[FlagResult] =
    workload.sampling.filter(_.steady.contains(false)).map { s =>
      val because =
        f"the rate was not steady yet when the samples began, after the most warm-up there is (${s.warmUpS}%.1f s)"
      FlagResult(Flag.Noisy, Flag.Noisy.letter, because, None, None)
    }

  private def imprecise(workload: WorkloadResult): Option[FlagResult] =
    for
      precision <- workload.sampling.flatMap(_.precision)
      if precision > thresholds.precision
    yield
      val because =
        s"the mean over the samples is known to ${percent(precision)} only (half of its 95 % confidence interval)"
      flag(Flag.Noisy, because, precision, thresholds.precision)

  /** What says more, the precision of the mean, is known where the load finds its own rate. */
  private def varied(workload: WorkloadResult, noise: Noise): Option[FlagResult] =
    Option.when(workload.sampling.flatMap(_.precision).isEmpty && noise.variation > thresholds.variation) {
      val because = s"the samples differ by ${percent(noise.variation)} (standard deviation of their mean rate)"
      flag(Flag.Noisy, because, noise.variation, thresholds.variation)
    }

  private def trend(noise: Noise): Option[FlagResult] =
    noise.trend.filter(t => t.probability < thresholds.trendProbability && t.change.abs > thresholds.variation).map {
      trend =>
        val because =
          s"the rate ${if trend.change > 0 then "rose" else "fell"} by ${percent(trend.change.abs)} over the samples"
        flag(Flag.Noisy, because, trend.probability, thresholds.trendProbability)
    }
