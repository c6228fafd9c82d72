package shootout.statistics

import org.apache.commons.math3.stat.descriptive.SummaryStatistics
import shootout.result.Student

import scala.annotation.tailrec

/** How well the mean of a steady series is known although neighbouring values resemble each other: non-overlapping batch
  * means. Values are averaged in batches, of twice the size again and again, until the batches pass for independent (their
  * lag-1 autocorrelation is no longer significant, one-sided at 5 %), or so few are left that there is nothing to test. Student's
  * t over the batches then gives a 95 % confidence interval.
  *
  * Source: Fishman, Grouping observations in digital simulation, Management Science 24(5), 1978.
  */
object BatchMeans:
  private val OneSided5Percent = 1.645

  /** With fewer, the interval says next to nothing. */
  private val LeastBatches = 5

  /** Half of the 95 % confidence interval of the mean, as a share of the mean; none with fewer than five values, or where the
    * mean is 0.
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

  /** The latest values are never left out; of an odd number the first one is. */
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
