package shootout.campaign

import shootout.analysis.SustainedRate
import shootout.result.{OfferedResult, Status, WorkloadResult}
import shootout.scenario.{Distribution, Rate, Workload}

/** Why a workload of a rate sweep is not run, and the id of the lower workload that was not sustained. */
final case class RateSweepEnd(reason: String, beyond: String)

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
      end <- ended(below, rateSweep.axis)
    yield end

  /** A workload that was skipped for another reason does not end the sweep. */
  private def ended(below: WorkloadResult, axis: String): Option[RateSweepEnd] =
    val place = below.axes.getOrElse(axis, below.id)
    below.status match
      case Status.Failed => Some(RateSweepEnd(s"$place failed: ${below.reason.getOrElse("")}", below.id))
      case Status.Skipped => below.rateSweep.flatMap(_.beyond).map(RateSweepEnd(below.reason.getOrElse(""), _))
      case _ =>
        for rate <- SustainedRate.of(below) if !rate.held
        yield RateSweepEnd(s"$place was not sustained: ${rate.because.getOrElse("")}", below.id)

/** A workload whose rates are known; `offered` is defined if they are shares of a maximum. */
final case class KnownRate(workload: Workload, offered: Option[OfferedResult])

/** Converts shares of a maximum into rates, with the results of the broker under test. */
object MaximumShare:
  /** @param result
    *   the result of a workload by its id, if there is one
    * @return
    *   Left says why there is no such rate
    */
  def lookUp(workload: Workload, result: String => Option[WorkloadResult]): Either[(Status, String), KnownRate] =
    (workload.maximum, workload.share) match
      case (Some(id), Some(share)) =>
        result(id) match
          case None => Left(Status.Skipped -> s"its maximum, $id, was not measured")
          case Some(r) if r.status == Status.Unsupported => Left(r.status -> r.reason.getOrElse(""))
          case Some(r) if r.status != Status.Measured =>
            Left(Status.Skipped -> s"its maximum, $id, was not measured: ${r.reason.getOrElse("")}")
          case Some(r) =>
            val maximum = perSecond(workload, r)
            if maximum > 0 then Right(at(workload, OfferedResult(id, maximum, share, maximum * share)))
            else Left(Status.Skipped -> s"its maximum, $id, is 0: no message came through")
      case _ => Right(KnownRate(workload, None))

  private def at(workload: Workload, offered: OfferedResult): KnownRate =
    val rate = Rate.Total(Distribution.Constant(offered.targetPerS))
    KnownRate(workload.copy(producers = workload.producers.map(_.copy(rate = Some(rate)))), Some(offered))

  /** The rate that the broker can sustain: the messages that went in, or those that came out if they are fewer. A topic
    * delivers each message once for each of its consumers.
    */
  private def perSecond(workload: Workload, result: WorkloadResult): Double =
    result.summary.fold(0.0) { s =>
      val out =
        if workload.consumerCount == 0 then s.produced.meanPerS else s.consumed.meanPerS / math.max(1, workload.copies)
      math.min(s.produced.meanPerS, out)
    }
