package shootout.campaign

import shootout.result.{CeilingResult, CellResult, ClimbResult, Mark, MarkResult, MeanResult, Status}
import shootout.scenario.Cell
import shootout.verdict.{Circumstances, Held, Marking, Means}

/** What is said of each result beyond its own numbers: how far it is from the generator's ceiling, its marks, and the mean
  * over its repetitions.
  *
  * @param cells
  *   as planned
  */
final class Judgement(cells: List[Cell], sharedWithBroker: Boolean, repetitions: Int, ceilings: Ceilings):
  private val planned = cells.map(c => c.id -> c).toMap

  def judged(result: CellResult): CellResult =
    val steady = planned.get(result.id).forall(_.isSteady)
    val leisurely = planned.get(result.id).exists(_.consumers.exists(_.think.isDefined))
    val circumstances = Circumstances(sharedWithBroker, single = repetitions == 1, steady, leisurely)
    val limited = result.copy(ceiling = ceiling(result))
    val marks = Marking.of(limited, circumstances)
    limited.copy(marks = marks, climb = climb(result, marks).orElse(result.climb))

  private def climb(result: CellResult, marks: List[MarkResult]): Option[ClimbResult] =
    for
      cell <- planned.get(result.id)
      climb <- cell.climb
      summary <- result.summary if result.status == Status.Measured
    yield
      val saturated = marks.find(_.mark == Mark.RateMissed).map(_.because)
      Held.of(summary, result.load, cell.copies, saturated, climb.axis, climb.p99Limit)

  private def ceiling(result: CellResult): Option[CeilingResult] =
    for
      summary <- result.summary if result.status == Status.Measured
      ceiling <-
        (result.id :: planned.get(result.id).toList.flatMap(Ceilings.sharedWith)).flatMap(ceilings.of).headOption
      limit = ceiling.producedPerS + ceiling.consumedPerS
      if limit > 0
    yield
      val handled = summary.produced.meanPerS + summary.consumed.meanPerS
      CeilingResult(ceiling.producedPerS, ceiling.consumedPerS, handled / limit, ceiling.cpuUsPerMessage)

  /** The means of all cells; of `earlier` those that do not change with this result. */
  def means(earlier: List[MeanResult], cells: List[CellResult], changed: String): List[MeanResult] =
    val others = earlier.map(m => m.id -> m).toMap - changed
    cells.map(_.id).distinct.flatMap(id => others.get(id).orElse(Means.of(cells.filter(_.id == id))))
