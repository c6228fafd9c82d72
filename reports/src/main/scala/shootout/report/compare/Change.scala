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

enum Verdict:
  case Better, Worse, Noise

  def name: String = toString.toLowerCase(java.util.Locale.ROOT)

/** A change in per cent of the old mean; infinite where something began at nothing.
  *
  * @param half
  *   half of the interval's width; `None` where there is nothing to take it from
  */
case class Change(old: Double, now: Double, percent: Double, half: Option[Double], basis: Basis):
  /** Noise is what an interval with 0 in it cannot tell from no change. */
  def verdict(more: Boolean): Verdict =
    if !half.exists(_ < percent.abs) then Verdict.Noise
    else if percent > 0 == more then Verdict.Better
    else Verdict.Worse

  /** Per cent by which it is worse even at the better end of the interval; `None` unless it is worse. */
  def surelyWorseBy(more: Boolean): Option[Double] =
    half.filter(_ => verdict(more) == Verdict.Worse).map(percent.abs - _)

object Change:
  /** With a single repetition no interval is narrower to each side, in per cent: as much as brokers differ from one start
    * to the next without anybody having changed anything (the threshold of the mark `N`).
    */
  val NoiseFloor = 10.0

  /** A side's mean, the variance of that mean, and its degrees of freedom. */
  private case class Part(mean: Double, variance: Double, freedom: Int)

  /** @param old
    *   one for each repetition
    * @return
    *   `None` without a number on either side
    */
  def between(old: List[Reading], now: List[Reading]): Option[Change] =
    if old.isEmpty || now.isEmpty then None
    else
      val (before, after) = (mean(old), mean(now))
      val repeated = old.size > 1 && now.size > 1
      val basis = if repeated then Basis.Repetitions else Basis.Samples
      def half =
        for
          a <- part(old)
          b <- part(now)
        yield 100 * halfWidth(a, b) / before
      // nothing is nothing: no spread of samples makes it perhaps something
      if before == 0 && after == 0 then Some(Change(0, 0, 0, Some(0), basis))
      else if before == 0 then Some(Change(0, after, Double.PositiveInfinity, Some(0), basis))
      else if after == 0 then Some(Change(before, 0, -100, Some(0), basis))
      else
        Some(Change(
          before,
          after,
          100 * (after - before) / before,
          if repeated then half else half.map(_.max(NoiseFloor)),
          basis
        ))

  /** Half the width of Welch's 95 % confidence interval of the difference of two means.
    *
    * Welch, B. L. (1947), "The generalization of Student's problem when several different population variances are
    * involved", Biometrika 34; degrees of freedom after Satterthwaite (1946).
    */
  def welch(old: List[Double], now: List[Double]): Double = halfWidth(repetitions(old), repetitions(now))

  private def halfWidth(a: Part, b: Part): Double =
    val variance = a.variance + b.variance
    if variance == 0 then 0
    else
      val freedom =
        variance * variance / (a.variance * a.variance / a.freedom + b.variance * b.variance / b.freedom)
      Student.t(freedom) * math.sqrt(variance)

  /** One repetition stands for itself as if it were drawn with its samples' spread: not divided by their number. */
  private def part(readings: List[Reading]): Option[Part] = readings match
    case List(one) => one.spread.map(spread => Part(one.value, spread * spread, one.samples - 1))
    case several => Some(repetitions(several.map(_.value)))

  private def repetitions(values: List[Double]): Part =
    val statistics = SummaryStatistics()
    values.foreach(statistics.addValue)
    Part(statistics.getMean, statistics.getVariance / values.size, values.size - 1)

  private def mean(readings: List[Reading]): Double = readings.map(_.value).sum / readings.size
