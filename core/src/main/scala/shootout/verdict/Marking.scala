package shootout.verdict

import shootout.result.*

/** What marks depend on besides the result itself.
  *
  * @param single
  *   the run has one repetition
  * @param steady
  *   the load stays the same over the samples; where it changes on purpose, variation is no noise
  * @param consumersThink
  *   consumers take their time on purpose, so that messages may be left
  */
final case class Circumstances(
    sharedWithBroker: Boolean,
    single: Boolean,
    steady: Boolean,
    consumersThink: Boolean = false
)

/** Gives a measured result its marks; a pure function, so that the same file always gets the same ones. */
object Marking:
  /** Half of the ceiling: beyond it, queueing in the generator itself is no longer small. 80 % of the processor: what is
    * left are pauses. 1 % for a trend, not 5 %, for it is asked of every cell of a run with hundreds of them.
    */
  val thresholds: Thresholds = Thresholds(
    ceilingShare = 0.5,
    clientCpuShare = 0.8,
    variation = 0.1,
    trendProbability = 0.01,
    rateShare = 0.95,
    unmeasuredShare = Some(Saturation.UnmeasuredShare),
    depthGrowth = Some(Saturation.DepthGrowth),
    scheduleDelayShare = Some(Disturbance.ScheduleDelayShare),
    foreignShare = Some(Disturbance.ForeignShare),
    stealShare = Some(Disturbance.StealShare),
    precision = Some(0.1),
    loadShare = Some(LoadShare.Share),
    loadExcess = Some(LoadShare.Excess),
    loadWait = Some(LoadShare.Wait)
  )

  def of(cell: CellResult, circumstances: Circumstances): List[MarkResult] =
    if cell.status != Status.Measured then Nil
    else
      generatorBound(cell).toList ++
        noisy(cell, circumstances.steady) ++
        Faults.mark(cell, circumstances.consumersThink) ++
        Saturation.mark(cell, circumstances.steady) ++
        Option.when(circumstances.single)(single) ++
        Option.when(circumstances.sharedWithBroker)(shared) ++
        Disturbance.mark(cell) ++
        Regime.separate(cell) ++
        (if circumstances.steady then Regime.unstable(cell) else None) ++
        (if circumstances.sharedWithBroker then LoadShare.mark(cell) else None)

  private[verdict] def mark(mark: Mark, because: String, measured: Double, threshold: Double): MarkResult =
    MarkResult(mark, mark.letter, because, Some(measured), Some(threshold))

  private[verdict] val single: MarkResult =
    MarkResult(
      Mark.Single,
      Mark.Single.letter,
      "measured once: how far a repetition would be off is not known",
      None,
      None
    )

  private val shared: MarkResult =
    MarkResult(Mark.Shared, Mark.Shared.letter, "client and broker ran on one machine", None, None)

  private[verdict] def percent(share: Double): String = s"${math.round(share * 100)} %"

  /** A ceiling is no lower than what was reached: where a broker let the generator do more than it did without one, in a measurement of
    * seconds, the ceiling is not known, and only its processor time tells.
    */
  private def generatorBound(cell: CellResult): Option[MarkResult] =
    val known = cell.ceiling.filter(_.usedShare <= 1)
    val ceiling = known.filter(_.usedShare > thresholds.ceilingShare).map { c =>
      val because = s"the generator was at ${percent(c.usedShare)} of what it reaches without a broker"
      mark(Mark.GeneratorBound, because, c.usedShare, thresholds.ceilingShare)
    }
    ceiling.orElse(cell.resources.flatMap(exhausted)).orElse(Disturbance.late(cell))

  private def exhausted(r: ResourceSummary): Option[MarkResult] =
    val share = r.client.cpuCores / r.clientCoresUsable
    Option.when(share > thresholds.clientCpuShare) {
      val because =
        s"the generator used ${percent(share)} of the ${cores(r.clientCoresUsable)} that its clients could use"
      mark(Mark.GeneratorBound, because, share, thresholds.clientCpuShare)
    }

  private def cores(n: Int): String = if n == 1 then "one core" else s"$n cores"

  private def noisy(cell: CellResult, steady: Boolean): Option[MarkResult] =
    val rates = cell.samples.map(s => if cell.load.consumers > 0 then s.consumedPerS else s.producedPerS)
    val judged = steady && cell.steps.isEmpty && cell.crash.isEmpty
    def noise = Noise.of(rates, cell.samples.map(s => s.tS - s.intervalS / 2))
    if !judged then None
    else climbing(cell).orElse(imprecise(cell)).orElse(noise.flatMap(n => varied(cell, n).orElse(trend(n))))

  private def climbing(cell: CellResult): Option[MarkResult] =
    cell.sampling.filter(_.steady.contains(false)).map { s =>
      val because =
        f"the rate was not steady yet when the samples began, after the most warm-up there is (${s.warmUpS}%.1f s)"
      MarkResult(Mark.Noisy, Mark.Noisy.letter, because, None, None)
    }

  private def imprecise(cell: CellResult): Option[MarkResult] =
    for
      precision <- cell.sampling.flatMap(_.precision)
      threshold <- thresholds.precision
      if precision > threshold
    yield
      val because =
        s"the mean over the samples is known to ${percent(precision)} only (half of its 95 % confidence interval)"
      mark(Mark.Noisy, because, precision, threshold)

  /** What says more, the precision of the mean, is known where the load finds its own rate. */
  private def varied(cell: CellResult, noise: Noise): Option[MarkResult] =
    Option.when(cell.sampling.flatMap(_.precision).isEmpty && noise.variation > thresholds.variation) {
      val because = s"the samples differ by ${percent(noise.variation)} (standard deviation of their mean rate)"
      mark(Mark.Noisy, because, noise.variation, thresholds.variation)
    }

  private def trend(noise: Noise): Option[MarkResult] =
    noise.trend.filter(t => t.probability < thresholds.trendProbability && t.change.abs > thresholds.variation).map {
      trend =>
        val because =
          s"the rate ${if trend.change > 0 then "rose" else "fell"} by ${percent(trend.change.abs)} over the samples"
        mark(Mark.Noisy, because, trend.probability, thresholds.trendProbability)
    }
