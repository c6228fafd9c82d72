package shootout.result

import org.apache.commons.math3.distribution.TDistribution
import org.apache.commons.math3.stat.descriptive.SummaryStatistics

/** Means of independent repetitions of unknown variance: Student's t. */
object Student:
  private val Confidence = 0.95

  /** How many standard errors lie between a mean and the end of its 95 % confidence interval. */
  def t(freedom: Double): Double = TDistribution(null, freedom).inverseCumulativeProbability((1 + Confidence) / 2)

  /** Half of the 95 % confidence interval of the mean of these; `None` of fewer than two. */
  def half(values: List[Double]): Option[Double] =
    deviation(values).map(s => t(values.size - 1) * s / math.sqrt(values.size))

  /** Standard deviation (n - 1) between these; `None` of fewer than two. */
  def deviation(values: List[Double]): Option[Double] = Option.when(values.sizeIs > 1):
    val statistics = SummaryStatistics()
    values.foreach(statistics.addValue)
    statistics.getStandardDeviation
