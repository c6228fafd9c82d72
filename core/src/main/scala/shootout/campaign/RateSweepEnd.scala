package shootout.campaign

import shootout.analysis.SustainedRate
import shootout.result.{RateSweepResult, Status, WorkloadResult}
import shootout.scenario.Workload

/** Why a load of a rate sweep is not run, and what its result says of it. */
final case class RateSweepEnd(reason: String, result: RateSweepResult)

/** Tells whether a rate sweep has ended below a load, with the broker under test: a rate above one that was not sustained will
  * not be sustained either, and would only fill the broker's queues.
  */
object RateSweepEnd:
  /** @param result
    *   of a load, by its id, if there is one
    * @return
    *   none: the nearest load below was sustained, or nothing is known of any, so run it
    */
  def of(workload: Workload, result: String => Option[WorkloadResult]): Option[RateSweepEnd] =
    for
      rateSweep <- workload.rateSweep
      below <- rateSweep.below.flatMap(result(_)).headOption
      (id, reason) <- ended(below, rateSweep.axis)
    yield RateSweepEnd(
      reason,
      RateSweepResult(rateSweep.axis, rateSweep.p99Limit.value / 1e3, beyond = Some(id))
    )

  /** The load that ended it, and why; what was not run for another reason ends nothing. */
  private def ended(below: WorkloadResult, axis: String): Option[(String, String)] =
    val place = below.axes.getOrElse(axis, below.id)
    below.status match
      case Status.Failed => Some(below.id -> s"$place failed: ${below.reason.getOrElse("")}")
      case Status.Skipped => below.rateSweep.flatMap(_.beyond).map(_ -> below.reason.getOrElse(""))
      case _ =>
        SustainedRate.of(below).filterNot(_.held).map { c =>
          below.id -> s"$place was not held: ${c.because.getOrElse("")}"
        }
