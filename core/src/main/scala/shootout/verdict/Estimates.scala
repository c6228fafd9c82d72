package shootout.verdict

import org.apache.commons.math3.distribution.TDistribution
import org.apache.commons.math3.stat.descriptive.SummaryStatistics
import shootout.result.Estimate

/** Means with their confidence intervals: mean ± t(0.975, n - 1) * s / sqrt(n), Student's t for independent repetitions
  * of unknown variance.
  */
object Estimates:
  private val UpperQuantile = 0.975

  /** @throws IllegalArgumentException
    *   without values
    */
  def of(values: List[Double]): Estimate =
    require(values.nonEmpty, "a mean of nothing")
    val statistics = SummaryStatistics()
    values.foreach(statistics.addValue)
    val mean = statistics.getMean
    if values.sizeIs == 1 then Estimate(mean, None, None)
    else
      val t = TDistribution(null, values.size - 1).inverseCumulativeProbability(UpperQuantile)
      val half = t * statistics.getStandardDeviation / math.sqrt(values.size)
      Estimate(mean, Some(mean - half), Some(mean + half))
