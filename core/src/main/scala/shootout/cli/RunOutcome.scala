package shootout.cli

import shootout.analysis.{Flag, JudgedResult}
import shootout.broker.Unavailable
import shootout.campaign.{Pair, Settings}
import shootout.result.{ResultFile, Status}
import shootout.units.{Counted, Duration, Sanitizer}

/** The summary at the end of a run: what became of its workloads, and which of them failed. */
object RunOutcome:
  /** More lines would push the summary off the screen. The report has them all. */
  private val Most = 10

  /** @param seconds
    *   the duration of the run
    */
  def lines(settings: Settings, seconds: Double): List[String] =
    of(settings.results, seconds)

  private[cli] def of(files: List[(Pair, ResultFile)], seconds: Double): List[String] =
    val workloads = for (pair, file) <- files; workload <- file.workloads yield pair -> workload
    val beyond = workloads.count(_._2.rateSweep.exists(_.beyond.isDefined))
    def count(status: Status): Int =
      workloads.count((_, c) => c.status == status && c.rateSweep.forall(_.beyond.isEmpty))
    val others = List(Status.Failed -> "failed", Status.Unsupported -> "unsupported", Status.Skipped -> "not run")
    val counted =
      for (status, words) <- others; n = count(status) if n > 0 || status == Status.Failed yield n -> words
    val measured = count(Status.Measured)
    val skipped = Option.when(beyond > 0)(s"$beyond skipped (a lower rate was not sustained)")
    val first = s"${Counted(measured, "workload")} measured" :: counted.map((n, words) => s"$n $words") ++ skipped
    val absent = for (pair, file) <- files; why <- missing(file) yield (pair.broker, why) -> pair.protocol
    val without =
      for ((broker, why), protocols) <- absent.groupMap(_._1)(_._2).toList.sortBy(_._1._1)
      yield s"  $broker (${protocols.mkString(", ")}) not available: $why"
    val failed =
      for (pair, workload) <- workloads if workload.status == Status.Failed
      yield
        val reason = Sanitizer.line(workload.reason.getOrElse(""))
        s"  ${pair.label} ${workload.id}${repetition(workload.repetition)}: $reason"
    val n = files.flatMap((_, file) => JudgedResult(file).workloads).count(_.flags.exists(_.flag == Flag.Busy))
    val busy = Option.when(n > 0) {
      s"  ${Counted.of(n, "of them was", "of them were")} measured while other programs used much of the machine " +
        "(flag B): measure again when it is quiet."
    }
    val more = Option.when(failed.sizeIs > Most)(s"  and ${failed.size - Most} more that failed")
    s"${first.mkString(", ")}; ${Duration.words(seconds)}." :: busy.toList ++ without ++ failed.take(Most) ++ more

  /** Why there was no broker, in the words that were printed when it turned out. */
  private def missing(file: ResultFile): Option[String] =
    file.broker.reason.filter(_ => !file.broker.available)
      .map(Unavailable(_, file.broker.remedy.getOrElse("")).toString)

  private def repetition(n: Int): String = if n == 1 then "" else s" (repetition $n)"
