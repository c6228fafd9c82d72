package shootout.report.judge

import shootout.report.*
import shootout.result.Status

/** Cells that climb: rows are asked for rising rates as long as they hold the lower ones. */
object Holding:
  def held(cell: ujson.Value): Boolean = cell.at("climb", "held").exists(_.boolOpt.contains(true))

  /** `None` if the cell does not climb. A repetition that was stopped says nothing of the rate.
    *
    * @param others
    *   all cells of the row
    */
  def of(cells: List[ujson.Value], others: List[ujson.Value]): Option[Hold] =
    val climbing = cells.filter(_.at("climb").isDefined)
    climbing.headOption.map: first =>
      val counted = cells.count(c => c.at("climb").isDefined || !c.status.contains(Status.Skipped))
      val ended = climbing.flatMap(cell => cell.textAt("climb", "beyond").toList.flatMap(endOf(cell, _, others)))
      val axis = first.textAt("climb", "axis").getOrElse("")
      val lost = climbing.find(!held(_))
      val because = lost.flatMap(cell => cell.textAt("climb", "because").orElse(cell.textAt("reason")))
      Hold(axis, 2 * climbing.count(held) > counted, because.filter(_.nonEmpty), Entry.doubts(ended, None))

  private def endOf(cell: ujson.Value, id: String, others: List[ujson.Value]): List[ujson.Value] =
    others.filter: one =>
      one.textAt("id").contains(id) && List("group", "repetition").forall(key => one.at(key) == cell.at(key))

  /** The highest rate that a row held in each of the climbs in which it took part, least and most; `None` without any. */
  def upTo(figures: List[Figure], contender: Contender): Option[(Double, Double)] =
    val climbs = figures.filter(_.climbs).groupBy(_.climb).values.toList
    val part = climbs.map(_.flatMap(f => f.entry(contender).map(f -> _))).filter(_.exists((_, e) => e.isTried))
    val ends = part.map(_.collect {
      case (f, e) if e.isMeasured && e.hold.exists(_.held) => f.rung
    }.maxOption)
    range(ends.map(_.getOrElse(0.0)))

  /** The rates among these cells of climbs, least and most; `None` without any. */
  def rates(figures: List[Figure]): Option[(Double, Double)] = range(figures.filter(_.climbs).map(_.rung))

  private def range(values: List[Double]) = Option.when(values.nonEmpty)(values.min -> values.max)
