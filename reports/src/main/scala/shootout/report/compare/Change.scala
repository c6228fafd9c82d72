package shootout.report.compare

import org.apache.commons.math3.stat.descriptive.SummaryStatistics
import shootout.result.Student

/** What the interval of a change rests on. */
enum Basis:
  /** Several repetitions on both sides: a 95 % confidence interval. */
  case Repetitions

  /** A single repetition on one side at least: a guess from the spread of its samples. They are neighbours in time and not
    * independent, and no sample knows how far another repetition would be off.
    */
  case Samples

enum ChangeVerdict:
  case Better, Worse, Noise

  def name: String = toString.toLowerCase(java.util.Locale.ROOT)

/** A change as a ratio to the old mean, told in per cent of it; infinite where something began at nothing.
  *
  * @param half
  *   half of the interval's width, as a logarithm, for an interval of a ratio is one of factors: it never reaches below -100 %. `None` where
  *   there is nothing to take it from
  */
case class Change(old: Double, now: Double, half: Option[Double], basis: Basis):
  private def ratio = if old == now then 1.0 else now / old

  def percent: Double = inPercent(ratio)

  /** Where the interval begins and ends, in per cent. */
  def interval: Option[(Double, Double)] =
    half.map(h => (inPercent(ratio * math.exp(-h)), inPercent(ratio * math.exp(h))))

  private def inPercent(ratio: Double) = 100 * (ratio - 1)

  /** Noise is what an interval with 0 in it cannot tell from no change. */
  def verdict(more: Boolean): ChangeVerdict = interval match
    case Some((low, high)) if low > 0 || high < 0 =>
      if low > 0 == more then ChangeVerdict.Better else ChangeVerdict.Worse
    case _ => ChangeVerdict.Noise

  /** Per cent by which it is worse even at the better end of the interval; `None` unless it is worse. */
  def surelyWorseBy(more: Boolean): Option[Double] =
    interval.filter(_ => verdict(more) == ChangeVerdict.Worse).map((low, high) => if more then -high else low)

object Change:
  /** With a single repetition no interval is narrower upwards, in per cent, and as many times downwards: as much as brokers differ from one
    * start to the next without anybody having changed anything (the threshold of the mark `N`).
    */
  val NoiseFloor = 10.0

  /** A side's mean, the variance of that mean, and its degrees of freedom. */
  private case class Estimated(mean: Double, variance: Double, freedom: Int):
    /** The same of the mean's logarithm, to first order (the delta method). */
    def logarithm: Estimated = Estimated(math.log(mean), variance / (mean * mean), freedom)

  /** @param old
    *   one for each repetition
    * @return
    *   `None` without a number on either side
    */
  def between(old: List[Reading], now: List[Reading]): Option[Change] =
    for before <- mean(old); after <- mean(now)
    yield
      val repeated = old.size > 1 && now.size > 1
      val basis = if repeated then Basis.Repetitions else Basis.Samples
      def half =
        for
          a <- part(old)
          b <- part(now)
        yield halfWidth(a.logarithm, b.logarithm)
      // nothing is nothing: no spread of samples makes it perhaps something
      if before == 0 || after == 0 then Change(before, after, Some(0), basis)
      else
        val known = if repeated then half else half.map(_.max(math.log(1 + NoiseFloor / 100)))
        Change(before, after, known, basis)

  /** Half the width of Welch's 95 % confidence interval of the difference of two means; here of their logarithms, which is that of their ratio.
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

  /** One repetition stands for itself as if it were drawn with its samples' spread: not divided by their number. */
  private def part(readings: List[Reading]): Option[Estimated] = readings match
    case List(one) => one.spread.map(spread => Estimated(one.value, spread * spread, one.samples - 1))
    case several => Some(repetitions(several.map(_.value)))

  private def repetitions(values: List[Double]): Estimated =
    val statistics = SummaryStatistics()
    values.foreach(statistics.addValue)
    Estimated(statistics.getMean, statistics.getVariance / values.size, values.size - 1)

  /** `None` of none. */
  def mean(readings: List[Reading]): Option[Double] =
    Option.when(readings.nonEmpty)(readings.map(_.value).sum / readings.size)
