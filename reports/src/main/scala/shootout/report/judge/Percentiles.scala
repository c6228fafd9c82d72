package shootout.report.judge

import shootout.report.*

/** When a percentile is known: at least ten messages lie beyond it. Of fewer it is little more than the highest latency, which a single
  * message decides.
  */
object Percentiles:
  val Beyond = 10

  /** How many messages a percentile needs: 200 for p95, 1,000 for p99. */
  def needed(percent: Int): Int = 100 * Beyond / (100 - percent)

  /** A percentile of a latency, in microseconds; `None` if it has none, or of too few messages. Who does not say how many there were is
    * believed, as older files are.
    */
  def of(latency: ujson.Value, percent: Int): Option[Double] =
    latency.numberAt(key(percent)).filter(_ => !latency.numberAt("count").exists(_ < needed(percent)))

  /** Whether a latency has the percentile, but of too few messages. */
  def tooFew(latency: ujson.Value, percent: Int): Boolean =
    latency.numberAt(key(percent)).isDefined && of(latency, percent).isEmpty

  def key(percent: Int): String = s"us_p$percent"
