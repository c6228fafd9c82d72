package shootout.report.compare

import shootout.report.*
import shootout.result.Student
import shootout.units.Counted

/** How much better or worse a side is over all cells: the geometric mean of their ratios. Many small changes in one direction are no
  * noise.
  *
  * @param percent
  *   of the old; above zero is better, whatever was measured
  * @param low
  *   where its 95 % interval begins
  * @param high
  *   where it ends
  * @param worse
  *   cells whose ratio is below one
  * @param guess
  *   some side has a single repetition, so the interval comes from how much the cells differ
  */
case class Overall(cells: Int, percent: Double, low: Double, high: Double, worse: Int, guess: Boolean):
  def verdict: ChangeVerdict =
    if low > 0 then ChangeVerdict.Better else if high < 0 then ChangeVerdict.Worse else ChangeVerdict.Noise

  /** Per cent by which it is worse even at the better end of the interval; `None` unless it is worse. */
  def surelyWorseBy: Option[Double] = Option.when(verdict == ChangeVerdict.Worse)(-high)

  def words: String =
    val sure = if guess && verdict != ChangeVerdict.Noise then "?" else ""
    s"mean over ${Counted(cells, "load")}: ${Numbers.percent(percent)} % (95 %: ${Numbers.percent(low)} to ${Numbers.percent(high)} %), " +
      s"$worse of them worse: ${verdict.name}$sure"

object Overall:
  /** With a single repetition of each cell nobody knows what all cells of a run have in common, so the mean is never known better, as a
    * ratio.
    */
  private val CommonFloor = 1.05

  /** Fewer cells say little of how much cells differ. */
  private val EnoughCells = 3

  /** A cell is judged by its throughput, where that was free, else by its p99, or by its p95 where too few messages tell no p99. Cells in which a side delivered nothing have no ratio: they
    * have failed.
    */
  def of(cells: List[CellComparison]): Option[Overall] =
    val rows = cells.flatMap(deciding)
    val logs = rows.map(logOf)
    Option.when(rows.nonEmpty):
      val mean = logs.sum / logs.size
      val guess = rows.exists(_.change.basis == Basis.Samples)
      val half = if guess then guessed(rows, logs) else math.sqrt(rows.map(halfOf).map(h => h * h).sum) / rows.size
      Overall(rows.size, percent(mean), percent(mean - half), percent(mean + half), logs.count(_ < 0), guess)

  private def deciding(cell: CellComparison): Option[Row] =
    val free = cell.rows.find(_.measure.unit == MeasureUnit.PerSecond)
    def percentile(name: String) = cell.rows.find(_.measure.name.endsWith(name))
    free.orElse(percentile("p99")).orElse(percentile("p95")).filter(row => row.change.old > 0 && row.change.now > 0)

  /** Above zero is better. */
  private def logOf(row: Row): Double =
    val ratio = math.log(row.change.now / row.change.old)
    if row.measure.more then ratio else -ratio

  /** Half of the interval of a ratio, as a logarithm. */
  private def halfOf(row: Row): Double = row.change.half.getOrElse(0.0)

  /** How much the cells differ, and what all may have in common; of few cells, what the samples guess. */
  private def guessed(rows: List[Row], logs: List[Double]): Double =
    val spread =
      if rows.sizeIs < EnoughCells then rows.map(halfOf).sum / rows.size else Student.half(logs).getOrElse(0.0)
    math.hypot(spread, math.log(CommonFloor))

  private def percent(log: Double): Double = 100 * (math.exp(log) - 1)
