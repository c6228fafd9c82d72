package shootout.report.compare

import shootout.report.*

/** What a build shall fail for.
  *
  * @param found
  *   each in words
  * @param none
  *   what may be said if none was found: what could not have been seen is no success
  */
case class Regressions(found: List[String], none: String)

object Regressions:
  /** Means over all cells, and single numbers, that are worse by more than `percent` even at the better end of their interval; cells that
    * fail or deliver nothing now, and cells that lose messages now.
    */
  def beyond(percent: Double, pairs: List[PairComparison]): Regressions =
    val means =
      for pair <- pairs; mean <- pair.overall if mean.surelyWorseBy.exists(_ > percent)
      yield s"${pair.title}, ${mean.words}"
    val cells =
      for
        pair <- pairs
        cell <- pair.cells
        words <- cell.rows.filter(_.surelyWorse(percent)).map(describe) ++ cell.worse
      yield s"${pair.title}, ${cell.id}: $words"
    val rows = pairs.flatMap(_.cells).flatMap(_.rows)
    // as many times to each side
    val blind = rows.count(_.change.half.forall(_ > math.log(1 + percent / 100)))
    val limit = Numbers.digits(percent).replaceAll("\\.0+$", "")
    val unseen = if blind == 0 then ""
    else s"; smaller than the interval in $blind of ${rows.size} numbers, where it could not be seen"
    Regressions(means ++ cells, s"Regressions: none above $limit %$unseen.")

  extension (row: Row)
    private def surelyWorse(percent: Double): Boolean = row.change.surelyWorseBy(row.measure.more).exists(_ > percent)

  private def describe(row: Row): String =
    val change = row.change
    val unit = row.measure.unit
    val wide = change.interval.filter((low, high) => low < high).fold("")((low, high) =>
      s", 95 %: ${Numbers.percent(low)} to ${Numbers.percent(high)} %"
    )
    s"${row.measure.name} ${unit.show(change.old)} -> ${unit.show(change.now)} (${Numbers.percent(change.percent)} %$wide)"
