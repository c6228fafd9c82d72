package shootout.campaign

import shootout.analysis.SustainedRate
import shootout.result.{RateSweepResult, Status, WorkloadResult}
import shootout.scenario.Workload

/** Why a workload of a rate sweep is not run, and its entry in the result. */
final case class RateSweepEnd(reason: String, result: RateSweepResult)

/** Decides whether a rate sweep has ended below a workload, with the broker under test. A rate above one that was not
  * sustained will not be sustained either, and would only fill the broker's queues.
  */
object RateSweepEnd:
  /** @param result
    *   the result of a workload by its id, if there is one
    * @return
    *   none if the workload is to be run: the nearest one below was sustained, or no result is known
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

  /** The workload that ended the sweep, and why. One that was skipped for another reason does not end it. */
  private def ended(below: WorkloadResult, axis: String): Option[(String, String)] =
    val place = below.axes.getOrElse(axis, below.id)
    below.status match
      case Status.Failed => Some(below.id -> s"$place failed: ${below.reason.getOrElse("")}")
      case Status.Skipped => below.rateSweep.flatMap(_.beyond).map(_ -> below.reason.getOrElse(""))
      case _ =>
        SustainedRate.of(below).filterNot(_.held).map { c =>
          below.id -> s"$place was not sustained: ${c.because.getOrElse("")}"
        }
