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
