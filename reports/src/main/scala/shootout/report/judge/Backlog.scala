package shootout.report.judge

import shootout.report.*

/** Whether receivers kept up with senders. Where they did not, a message waits for its receiver, and the time from its send to its receipt
  * is the length of a queue: it says nothing of the broker.
  */
object Backlog:
  /** Receivers who take less than this share of what is sent fall behind. */
  private val KeepingUp = 0.95

  /** As do those whom so many seconds of their work wait for, on average. */
  private val LongestS = 1.0

  /** In words, if they fell behind in at least half of these repetitions; of the first that they did. */
  def of(cells: List[ujson.Value]): Option[String] =
    val behind = cells.flatMap(words)
    behind.headOption.filter(_ => 2 * behind.size >= cells.size)

  private def words(cell: ujson.Value): Option[String] =
    def rate(name: String) = cell.numberAt("summary", name, "mean_per_s").getOrElse(0.0)
    val (sent, received) = (rate("produced"), rate("consumed"))
    val depths = cell.listAt("samples").flatMap(_.numberAt("depth"))
    val waiting = if depths.isEmpty then 0 else depths.sum / depths.size
    if cell.numberAt("load", "consumers").forall(_ < 1) then None
    else if received < KeepingUp * sent then
      Some(s"receivers took ${math.floor(100 * received / sent).toInt} % of what was sent")
    else if waiting > LongestS * received then
      Some(s"messages for ${Numbers.digits(waiting / received)} s of the receivers waited")
    else None
