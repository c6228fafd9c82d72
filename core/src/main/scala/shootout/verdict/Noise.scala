package shootout.verdict

import org.apache.commons.math3.stat.descriptive.SummaryStatistics
import org.apache.commons.math3.stat.regression.SimpleRegression

/** @param change
  *   from the first sample to the last one by the fitted line, as a share of the mean
  * @param probability
  *   of so steep a line if there were no trend (two-sided t-test on the slope of a least-squares line)
  */
final case class Trend(change: Double, probability: Double)

/** How much samples differ.
  *
  * @param variation
  *   coefficient of variation: standard deviation (n - 1) divided by the mean
  * @param trend
  *   none with few samples
  */
final case class Noise(variation: Double, trend: Option[Trend])

object Noise:
  /** With fewer, a line through chance is too likely to look like a trend. */
  val TrendSamples = 5

  /** @param times
    *   of the samples, in any unit
    * @return
    *   none with fewer than two samples, or where nothing happened
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
      // a level line without any deviation has no t statistic
      val probability = line.getSignificance
      Trend(change, if probability.isNaN then 1 else probability)
    }
