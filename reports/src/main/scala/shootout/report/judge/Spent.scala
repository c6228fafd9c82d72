package shootout.report.judge

import shootout.report.*
import shootout.result.Criterion

/** What a message cost the broker, over all measured repetitions.
  *
  * @param cpuUs
  *   microseconds of processor time for each message that was delivered, or produced where nobody consumes
  * @param cores
  *   processors that were busy with it
  */
case class Spent(cpuUs: Option[Double], cores: Option[Double])

object Spent:
  def of(cells: List[ujson.Value]): Spent =
    Spent(mean(cells.flatMap(cpuUs)), mean(cells.flatMap(_.numberAt("resources", "broker", "cpu_cores"))))

  /** By the messages that went all the way, so that one that is sent and received is one piece of work. (The file's own
    * `cpu_us_per_message` divides by produced plus consumed; it stands in where an old file has no more.)
    */
  def cpuUs(cell: ujson.Value): Option[Double] =
    def rate(name: String) = cell.numberAt("summary", name, "mean_per_s").getOrElse(0.0)
    def used = cell.numberAt("resources", "broker", "cpu_cores").map(_ * 1e6).orElse:
      cell.numberAt("resources", "broker", "cpu_us_per_message").map(_ * (rate("produced") + rate("consumed")))
    val done = rate(Criterion.rate(cell.numberAt("load", "consumers").fold(0)(_.toInt)))
    used.filter(_ => done > 0).map(_ / done)

  private def mean(values: List[Double]): Option[Double] = Option.when(values.nonEmpty)(values.sum / values.size)
