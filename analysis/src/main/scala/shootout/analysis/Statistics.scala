package shootout.analysis

import org.apache.commons.math3.distribution.TDistribution
import org.apache.commons.math3.stat.descriptive.SummaryStatistics
import org.apache.commons.math3.stat.regression.SimpleRegression
import shootout.units.Json

import scala.annotation.tailrec

private[analysis] def statisticsOf(values: Iterable[Double]): SummaryStatistics =
  val statistics = SummaryStatistics()
  values.foreach(statistics.addValue)
  statistics

/** None without values. */
private[analysis] def meanOf(values: Iterable[Double]): Option[Double] =
  Option.when(values.nonEmpty)(values.sum / values.size)

/** Means of independent repetitions of unknown variance: Student's t. */
object Student:
  private val Confidence = 0.95

  /** The distance between a mean and the end of its 95% confidence interval, in standard errors. */
  def t(freedom: Double): Double = TDistribution(null, freedom).inverseCumulativeProbability((1 + Confidence) / 2)

  /** Half of the 95% confidence interval of the mean. `None` with fewer than two values. */
  def half(values: List[Double]): Option[Double] =
    deviation(values).map(s => t(values.size - 1) * s / math.sqrt(values.size))

  /** The standard deviation (n - 1). `None` with fewer than two values. */
  def deviation(values: List[Double]): Option[Double] =
    Option.when(values.sizeIs > 1)(statisticsOf(values).getStandardDeviation)

  /** The coefficient of variation: the standard deviation (n - 1), divided by the mean. `None` with fewer than two
    * values, or if all are 0.
    */
  def variation(values: List[Double]): Option[Double] =
    val mean = statisticsOf(values).getMean
    deviation(values).filter(_ => mean > 0).map(_ / mean)

/** A mean over repetitions and its 95% confidence interval (Student's t). The interval is null with one repetition. */
case class Estimate(mean: Double, low95: Option[Double], high95: Option[Double]) derives Json.ReadWriter

object Estimate:
  /** None without values. */
  def of(values: List[Double]): Option[Estimate] = meanOf(values).map: mean =>
    val half = Student.half(values)
    Estimate(mean, half.map(mean - _), half.map(mean + _))

final case class Trend(
    /** the change of the fitted line from the first sample to the last one, as a share of the mean */
    change: Double,
    /** the probability of such a steep line without a trend (two-sided t-test on the slope of a least-squares line) */
    probability: Double
)

object Trend:
  /** With fewer samples, chance is too likely to look like a trend. */
  private val FewestSamples = 5

  /** @param times
    *   the times of the samples, in any unit
    * @return
    *   none with few samples, or if all are 0
    */
  def of(values: List[Double], times: List[Double]): Option[Trend] =
    val mean = statisticsOf(values).getMean
    Option.when(values.sizeIs >= FewestSamples && mean > 0):
      val line = SimpleRegression()
      times.zip(values).foreach(line.addData(_, _))
      val change = line.getSlope * (times.last - times.head) / mean
      // A level line without any deviation has no t statistic.
      val probability = line.getSignificance
      Trend(change, if probability.isNaN then 1 else probability)

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
      val of = statisticsOf(batches)
      Student.t((of.getN - 1).toDouble) * of.getStandardDeviation / math.sqrt(of.getN.toDouble) / of.getMean

  /** Of an odd number, the first value is left out, because the latest values matter most. */
  private def pairs(values: IndexedSeq[Double]): IndexedSeq[Double] =
    values.drop(values.size % 2).grouped(2).map(_.sum / 2).toIndexedSeq

  private def correlated(values: IndexedSeq[Double]): Boolean =
    val mean = statisticsOf(values).getMean
    val deviations = values.map(_ - mean)
    val neighbours = deviations.zip(deviations.drop(1)).map(_ * _).sum
    val all = deviations.map(d => d * d).sum
    all > 0 && neighbours / all > OneSided5Percent / math.sqrt(values.size.toDouble)

/** Finds where a series that starts with a transient becomes steady: MSER, the marginal standard error rule.
  *
  * It removes the first `d` values, with the `d` that minimises the standard error of the mean of the others. Within
  * the transient, removing a value makes the others more alike. After it, removing a value only makes them fewer. If
  * the values are means of short intervals instead of single observations, the method is known as MSER-5.
  *
  * Sources: White, An effective truncation heuristic for bias reduction in simulation output, Simulation 69(6), 1997;
  * White, Cobb and Spratt, A comparison of five steady-state truncation heuristics for simulation, WSC 2000. The latter
  * also has the rule that a series is too short if the point is in its second half.
  */
object Mser:
  /** The last values are never removed, because so few may be alike by chance. */
  private val Kept = 5

  /** How many of the first values belong to the transient. */
  def length(values: IndexedSeq[Double]): Int =
    var (sum, squares, count) = (0.0, 0.0, 0)
    var best = Double.PositiveInfinity
    var at = 0
    for first <- values.indices.reverse do
      val value = values(first)
      sum += value
      squares += value * value
      count += 1
      if count >= math.min(Kept, values.size) then
        val deviations = math.max(0.0, squares - sum * sum / count)
        val error = deviations / (count.toDouble * count)
        // Of equally good points the first one, for example in a series without any variation.
        if error <= best then
          best = error
          at = first
    at

  /** Whether at least the second half of the series is steady. */
  def isOver(values: IndexedSeq[Double]): Boolean = values.sizeIs >= 2 * Kept && length(values) <= values.size / 2
