package shootout.analysis

import shootout.result.*

/** Whether an offered rate was sustained: messages were produced and consumed at that rate, no queue grew, and the p99
  * was within the limit.
  *
  * @param because
  *   why it was not sustained
  */
final case class SustainedRate(held: Boolean, because: Option[String])

object SustainedRate:
  /** None if the workload belongs to no rate sweep or was not measured. */
  def of(workload: WorkloadResult): Option[SustainedRate] =
    for
      rateSweep <- workload.rateSweep
      summary <- workload.summary if workload.isMeasured
    yield
      val target = summary.targetPerS
      val sent = target.flatMap(below("sent", summary.produced.meanPerS, _))
      val consumed = target
        .filter(_ => workload.load.consumers > 0)
        .flatMap(due => below("consumed", summary.consumed.meanPerS, due * workload.basis.copies))
      val late = workload.load.tail(summary).map(_.usP99).filter(_ > rateSweep.p99LimitUs).map { us =>
        s"a p99 of ${seconds(us)} s, above ${seconds(rateSweep.p99LimitUs)} s"
      }
      val short = List(sent, consumed).flatten
      val saturated = if short.isEmpty then Saturation.flag(workload).map(_.because).toList else Nil
      val reasons = short ++ saturated ++ late
      SustainedRate(reasons.isEmpty, Option.when(reasons.nonEmpty)(reasons.mkString(", ")))

  private def below(what: String, perSecond: Double, owed: Double): Option[String] =
    val share = if owed > 0 then perSecond / owed else 1
    Option.when(share < Flags.thresholds.rateShare)(s"$what ${Numbers.inPercent(share)} of it")

  private def seconds(us: Double): String = Numbers.twoDigits(us / 1e6)
