package shootout.analysis

import org.apache.commons.math3.distribution.TDistribution
import org.apache.commons.math3.stat.descriptive.SummaryStatistics
import org.apache.commons.math3.stat.regression.SimpleRegression
import shootout.units.Json

import scala.annotation.tailrec

/** Means of independent repetitions of unknown variance: Student's t. */
object Student:
  private val Confidence = 0.95

  /** The distance between a mean and the end of its 95% confidence interval, in standard errors. */
  def t(freedom: Double): Double = TDistribution(null, freedom).inverseCumulativeProbability((1 + Confidence) / 2)

  /** Half of the 95% confidence interval of the mean. `None` with fewer than two values. */
  def half(values: List[Double]): Option[Double] =
    deviation(values).map(s => t(values.size - 1) * s / math.sqrt(values.size))

  /** The standard deviation (n - 1). `None` with fewer than two values. */
  def deviation(values: List[Double]): Option[Double] = Option.when(values.sizeIs > 1):
    val statistics = SummaryStatistics()
    values.foreach(statistics.addValue)
    statistics.getStandardDeviation

/** A mean over repetitions and its 95% confidence interval (Student's t). The interval is null with one repetition. */
case class Estimate(mean: Double, low95: Option[Double], high95: Option[Double]) derives Json.ReadWriter

object Estimate:
  /** @throws IllegalArgumentException
    *   if there are no values
    */
  def of(values: List[Double]): Estimate =
    require(values.nonEmpty, "a mean of nothing")
    val mean = values.sum / values.size
    val half = Student.half(values)
    Estimate(mean, half.map(mean - _), half.map(mean + _))

/** @param change
  *   the change of the fitted line from the first sample to the last one, as a share of the mean
  * @param probability
  *   the probability of such a steep line without a trend (two-sided t-test on the slope of a least-squares line)
  */
final case class Trend(change: Double, probability: Double)

/** How much samples differ.
  *
  * @param variation
  *   the coefficient of variation: standard deviation (n - 1) divided by the mean
  * @param trend
  *   none if there are few samples
  */
final case class Noise(variation: Double, trend: Option[Trend])

object Noise:
  /** With fewer samples, chance is too likely to look like a trend. */
  val TrendSamples = 5

  /** @param times
    *   the times of the samples, in any unit
    * @return
    *   none with fewer than two samples, or if all rates are 0
    */
  def of(rates: List[Double], times: List[Double]): Option[Noise] =
    val statistics = SummaryStatistics()
    rates.foreach(statistics.addValue)
    val mean = statistics.getMean
    Option.when(rates.sizeIs >= 2 && mean > 0) {
      Noise(statistics.getStandardDeviation / mean, trend(rates, times, mean))
    }

  private def trend(rates: List[Double], times: List[Double], mean: Double): Option[Trend] =
    Option.when(rates.sizeIs >= TrendSamples) {
      val line = SimpleRegression()
      times.zip(rates).foreach(line.addData(_, _))
      val change = line.getSlope * (times.last - times.head) / mean
      // A level line without any deviation has no t statistic.
      val probability = line.getSignificance
      Trend(change, if probability.isNaN then 1 else probability)
    }

/** Finds how precisely the mean of a steady series is known although neighbouring values are correlated:
  * non-overlapping batch means. It averages values in batches and doubles the size of the batches until they pass as
  * independent (their lag-1 autocorrelation is no longer significant, one-sided at 5%) or too few are left for the
  * test. Student's t over the batches then gives a 95% confidence interval.
  *
  * Source: Fishman, Grouping observations in digital simulation, Management Science 24(5), 1978.
  */
object BatchMeans:
  private val OneSided5Percent = 1.645

  /** With fewer batches, the interval says almost nothing. */
  private val LeastBatches = 5

  /** Half of the 95% confidence interval of the mean, as a share of the mean. None with fewer than five values, or if
    * the mean is 0.
    */
  def halfWidthShare(values: IndexedSeq[Double]): Option[Double] =
    Option.when(values.sizeIs >= LeastBatches && values.exists(_ != 0))(halfWidth(values)).filter(_.isFinite)

  @tailrec
  private def halfWidth(batches: IndexedSeq[Double]): Double =
    val doubled = pairs(batches)
    if doubled.sizeIs >= LeastBatches && correlated(batches) then halfWidth(doubled)
    else
      val of = statistics(batches)
      Student.t((of.getN - 1).toDouble) * of.getStandardDeviation / math.sqrt(of.getN.toDouble) / of.getMean

  /** Of an odd number, the first value is left out, because the latest values matter most. */
  private def pairs(values: IndexedSeq[Double]): IndexedSeq[Double] =
    values.drop(values.size % 2).grouped(2).map(_.sum / 2).toIndexedSeq

  private def correlated(values: IndexedSeq[Double]): Boolean =
    val of = statistics(values)
    val deviations = values.map(_ - of.getMean)
    val neighbours = deviations.zip(deviations.drop(1)).map(_ * _).sum
    val all = deviations.map(d => d * d).sum
    all > 0 && neighbours / all > OneSided5Percent / math.sqrt(values.size.toDouble)

  private def statistics(values: IndexedSeq[Double]): SummaryStatistics =
    val of = SummaryStatistics()
    values.foreach(of.addValue)
    of
