package shootout.analysis

import shootout.units.Counted

enum ChangeVerdict:
  case Better, Worse, Noise

  def name: String = toString.toLowerCase(java.util.Locale.ROOT)

/** A change, as a ratio to the old mean. It is shown in percent, and infinite if the old mean was 0.
  *
  * @param half
  *   half the width of the 95% interval, as a logarithm: an interval of a ratio consists of factors, so it never
  *   reaches below -100%. `None` if there are no data for it
  * @param guess
  *   true if a side has a single repetition. The interval is then a guess from the spread of its samples, which follow
  *   each other and do not show how much another repetition would differ
  */
case class Change(old: Double, now: Double, half: Option[Double], guess: Boolean):
  private def ratio = if old == now then 1.0 else now / old

  def percent: Double = inPercent(ratio)

  /** Start and end of the interval, in percent. */
  def interval: Option[(Double, Double)] =
    half.map(h => (inPercent(ratio * math.exp(-h)), inPercent(ratio * math.exp(h))))

  private def inPercent(ratio: Double) = 100 * (ratio - 1)

  /** A change is noise if its interval contains 0. */
  def verdict(more: Boolean): ChangeVerdict = interval match
    case Some((low, high)) if low > 0 || high < 0 =>
      if low > 0 == more then ChangeVerdict.Better else ChangeVerdict.Worse
    case _ => ChangeVerdict.Noise

  /** How much worse it is in percent, even at the better end of the interval. `None` unless it is worse. */
  def surelyWorseBy(more: Boolean): Option[Double] =
    interval.filter(_ => verdict(more) == ChangeVerdict.Worse).map((low, high) => if more then -high else low)

object Change:
  /** With a single repetition, no interval is narrower than this: this many percent upwards, and the same factor
    * downwards. Brokers differ by this much between two starts, although nothing has changed (the threshold of the flag
    * `N`).
    */
  val NoiseFloor = 10.0

  /** The mean of one side, the variance of that mean, and its degrees of freedom. */
  private case class Estimated(mean: Double, variance: Double, freedom: Int):
    /** The same for the logarithm of the mean, to first order (delta method). */
    def logarithm: Estimated = Estimated(math.log(mean), variance / (mean * mean), freedom)

  /** @param old
    *   one reading for each repetition
    * @return
    *   `None` if one side has no number
    */
  def between(old: List[Reading], now: List[Reading]): Option[Change] =
    for before <- meanOf(old.map(_.value)); after <- meanOf(now.map(_.value))
    yield
      val guess = old.size < 2 || now.size < 2
      val floor = if guess then math.log(1 + NoiseFloor / 100) else 0.0
      val half =
        // A mean of 0 is certain: all its samples are 0, so they have no spread.
        if before == 0 || after == 0 then Some(0.0)
        else for a <- part(old); b <- part(now) yield halfWidth(a.logarithm, b.logarithm).max(floor)
      Change(before, after, half, guess)

  /** Half the width of Welch's 95% confidence interval of the difference of two means. Here it is used for logarithms,
    * so the interval is that of the ratio.
    *
    * Welch, B. L. (1947), "The generalization of Student's problem when several different population variances are
    * involved", Biometrika 34; degrees of freedom after Satterthwaite (1946).
    */
  def welch(old: List[Double], now: List[Double]): Double = halfWidth(repetitions(old), repetitions(now))

  private def halfWidth(a: Estimated, b: Estimated): Double =
    val variance = a.variance + b.variance
    if variance == 0 then 0
    else
      val freedom =
        variance * variance / (a.variance * a.variance / a.freedom + b.variance * b.variance / b.freedom)
      Student.t(freedom) * math.sqrt(variance)

  /** A single repetition counts with the spread of its samples, which is not divided by their number. */
  private def part(readings: List[Reading]): Option[Estimated] = readings match
    case List(one) => one.spread.map(spread => Estimated(one.value, spread * spread, one.samples - 1))
    case several => Some(repetitions(several.map(_.value)))

  private def repetitions(values: List[Double]): Estimated =
    val statistics = statisticsOf(values)
    Estimated(statistics.getMean, statistics.getVariance / values.size, values.size - 1)

/** How much better or worse a side is over all workloads. It finds many small changes in the same direction that are
  * noise on their own.
  */
case class Overall(
    workloads: Int,
    /** the geometric mean of their ratios to the old; above 1 is better, whatever was measured. With a single
      * repetition, its interval comes from the differences between workloads
      */
    change: Change,
    /** the number of workloads whose ratio is below one */
    worse: Int
):
  def verdict: ChangeVerdict = change.verdict(more = true)

  /** How much worse it is in percent, even at the better end of the interval. `None` unless it is worse. */
  def surelyWorseBy: Option[Double] = change.surelyWorseBy(more = true)

  def words: String =
    val sure = if change.guess && verdict != ChangeVerdict.Noise then "?" else ""
    val interval = change.interval.fold("")((low, high) => s"${Numbers.percent(low)} to ${Numbers.percent(high)}")
    s"mean over ${Counted(workloads, "load")}: ${Numbers.percent(change.percent)} % " +
      s"(95 %: $interval %), $worse of them worse: ${verdict.name}$sure"

object Overall:
  /** With a single repetition, we do not know the error that all workloads of a run have in common. So the interval of
    * the mean is never narrower than this factor.
    */
  private val CommonFloor = 1.05

  /** Fewer workloads say little about the differences between workloads. */
  private val EnoughWorkloads = 3

  /** A workload counts by its throughput if that was free, else by its p99, or by its p95 if there are too few messages
    * for a p99. Workloads in which a side delivered nothing have no ratio. They have failed.
    */
  def of(workloads: List[WorkloadComparison]): Option[Overall] =
    val rows = workloads.flatMap(deciding)
    val logs = rows.map(logOf)
    Option.when(rows.nonEmpty):
      val mean = logs.sum / logs.size
      val guess = rows.exists(_.change.guess)
      val half = if guess then guessed(rows, logs) else Ratio.halfOfMean(rows.map(halfOf), guess, rows.size)
      Overall(rows.size, Change(1, math.exp(mean), Some(half), guess), logs.count(_ < 0))

  private def deciding(workload: WorkloadComparison): Option[Row] =
    val free = workload.rows.find(_.measure.unit == MeasureUnit.PerSecond)
    def percentile(name: String) = workload.rows.find(_.measure.name.endsWith(name))
    free.orElse(percentile("p99")).orElse(percentile("p95")).filter(row => row.change.old > 0 && row.change.now > 0)

  /** Above zero is better. */
  private def logOf(row: Row): Double =
    val ratio = math.log(row.change.now / row.change.old)
    if row.measure.more then ratio else -ratio

  /** Half of the interval of a ratio, as a logarithm. */
  private def halfOf(row: Row): Double = row.change.half.getOrElse(0.0)

  /** Half of the interval with a single repetition: the differences between workloads, and an allowance for what they
    * have in common. With few workloads, the guesses from their samples replace the differences.
    */
  private def guessed(rows: List[Row], logs: List[Double]): Double =
    val spread =
      if rows.sizeIs < EnoughWorkloads then rows.map(halfOf).sum / rows.size else Student.half(logs).getOrElse(0.0)
    math.hypot(spread, math.log(CommonFloor))
