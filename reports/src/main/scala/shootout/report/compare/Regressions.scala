package shootout.report.compare

import shootout.report.*

/** What a build shall fail for. */
object Regressions:
  /** Each in words: measures that are worse by more than `percent` even at the better end of their interval, cells that
    * fail now, and cells that lose messages now.
    */
  def beyond(percent: Double, pairs: List[PairComparison]): List[String] =
    for
      pair <- pairs
      cell <- pair.cells
      words <- cell.rows.filter(_.surelyWorse(percent)).map(describe) ++ cell.worse
    yield s"${pair.title}, ${cell.id}: $words"

  extension (row: Row)
    private def surelyWorse(percent: Double): Boolean = row.change.surelyWorseBy(row.measure.more).exists(_ > percent)

  private def describe(row: Row): String =
    val Change(old, now, percent, half, _) = row.change
    val unit = row.measure.unit
    val wide = half.fold("")(h => s" +- ${Numbers.width(h)}")
    s"${row.measure.name} ${unit.show(old)} -> ${unit.show(now)} (${Numbers.percent(percent)}$wide %)"
