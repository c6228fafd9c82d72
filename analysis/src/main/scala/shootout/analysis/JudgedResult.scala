package shootout.analysis

import shootout.result.*

/** A result file and all that follows from it: flags, whether rates were sustained, and means over repetitions. */
final class JudgedResult(val file: ResultFile, val workloads: List[JudgedWorkload]):
  private val repetitionsOf = workloads.groupBy(_.result.id)

  /** The means of all measured workloads, in the order of the file. */
  val means: List[MeanResult] = workloads.map(_.result.id).distinct.flatMap(id => MeanResult.of(repetitionsOf(id)))

  private val byId = means.map(mean => mean.id -> mean).toMap

  def mean(id: String): Option[MeanResult] = byId.get(id)

object JudgedResult:
  def apply(file: ResultFile): JudgedResult =
    val single = file.settings.repetitions == 1
    new JudgedResult(file, file.workloads.map(JudgedWorkload.of(_, file.environment.sharedWithBroker, single)))

/** One repetition of a workload. `sustained` is none unless it is a measured workload of a rate sweep. */
final case class JudgedWorkload(result: WorkloadResult, flags: List[FlagResult], sustained: Option[SustainedRate]):
  export result.{isMeasured, rateSweep, status, summary}

  /** Whether it belongs to a rate sweep and its rate was sustained. */
  def isSustained: Boolean = sustained.exists(_.held)

  def whyNotSustained: Option[String] = sustained.flatMap(_.because).orElse(result.reason)

object JudgedWorkload:
  def of(workload: WorkloadResult, sharedWithBroker: Boolean, single: Boolean): JudgedWorkload =
    JudgedWorkload(workload, Flags.of(workload, sharedWithBroker, single), SustainedRate.of(workload))

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
