package shootout.host

import shootout.analysis.SustainedRate
import shootout.result.{CellResult, ClimbResult, Status}
import shootout.scenario.Cell

/** Why a cell that climbs is not run, and what its result says of it. */
final case class ClimbEnd(reason: String, result: ClimbResult)

/** Tells whether a climb has ended below a cell, with the broker under test: a rate that is above one that was not held will
  * not be held either, and would only fill the broker's queues.
  */
object Climbing:
  /** @param result
    *   of a cell, by its id, if there is one
    * @return
    *   none: the nearest cell below was held, or nothing is known of any, so run it
    */
  def end(cell: Cell, result: String => Option[CellResult]): Option[ClimbEnd] =
    for
      climb <- cell.climb
      below <- climb.below.flatMap(result(_)).headOption
      (id, reason) <- ended(below, climb.axis)
    yield ClimbEnd(
      reason,
      ClimbResult(climb.axis, climb.p99Limit.value / 1e3, beyond = Some(id))
    )

  /** The cell that ended it, and why; what was not run for another reason ends nothing. */
  private def ended(below: CellResult, axis: String): Option[(String, String)] =
    val place = below.axes.getOrElse(axis, below.id)
    below.status match
      case Status.Failed => Some(below.id -> s"$place failed: ${below.reason.getOrElse("")}")
      case Status.Skipped => below.climb.flatMap(_.beyond).map(_ -> below.reason.getOrElse(""))
      case _ =>
        SustainedRate.of(below).filterNot(_.held).map { c =>
          below.id -> s"$place was not held: ${c.because.getOrElse("")}"
        }
