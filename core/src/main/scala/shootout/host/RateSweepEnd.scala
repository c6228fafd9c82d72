package shootout.host

import shootout.analysis.SustainedRate
import shootout.result.{CellResult, ClimbResult, Status}
import shootout.scenario.Cell

/** Why a load of a rate sweep is not run, and what its result says of it. */
final case class RateSweepEnd(reason: String, result: ClimbResult)

/** Tells whether a rate sweep has ended below a load, with the broker under test: a rate above one that was not sustained will
  * not be sustained either, and would only fill the broker's queues.
  */
object RateSweepEnd:
  /** @param result
    *   of a load, by its id, if there is one
    * @return
    *   none: the nearest load below was sustained, or nothing is known of any, so run it
    */
  def of(cell: Cell, result: String => Option[CellResult]): Option[RateSweepEnd] =
    for
      climb <- cell.climb
      below <- climb.below.flatMap(result(_)).headOption
      (id, reason) <- ended(below, climb.axis)
    yield RateSweepEnd(
      reason,
      ClimbResult(climb.axis, climb.p99Limit.value / 1e3, beyond = Some(id))
    )

  /** The load that ended it, and why; what was not run for another reason ends nothing. */
  private def ended(below: CellResult, axis: String): Option[(String, String)] =
    val place = below.axes.getOrElse(axis, below.id)
    below.status match
      case Status.Failed => Some(below.id -> s"$place failed: ${below.reason.getOrElse("")}")
      case Status.Skipped => below.climb.flatMap(_.beyond).map(_ -> below.reason.getOrElse(""))
      case _ =>
        SustainedRate.of(below).filterNot(_.held).map { c =>
          below.id -> s"$place was not held: ${c.because.getOrElse("")}"
        }
