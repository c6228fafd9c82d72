package shootout.report.compare

import shootout.analysis.*
import shootout.units.Counted

/** Texts about the numbers. The terminal and the page use the same ones. */
object Legend:
  /** The verdict of a row, with a question mark if a side has a single repetition. */
  def word(row: Row): String =
    val sure = if row.change.guess then "?" else ""
    row.verdict match
      case ChangeVerdict.Better => s"better$sure"
      case ChangeVerdict.Worse => s"worse$sure"
      case ChangeVerdict.Noise => "noise"

  /** The letters of the flags of both sides. */
  def letters(workload: WorkloadComparison): String =
    (workload.old.flags ++ workload.now.flags).map(_.letter).distinct.sorted.mkString

  /** Why a workload is not compared. */
  def why(workload: WorkloadComparison): String =
    if workload.otherLoad.nonEmpty then s"not compared, the load was changed: ${workload.otherLoad.mkString(", ")}"
    else if workload.old.status.isEmpty then s"only in new (${workload.now.words})"
    else if workload.now.status.isEmpty then s"only in old (${workload.old.words})"
    else if workload.worse.nonEmpty then workload.worse.mkString("; ")
    else
      val reason = workload.now.reason.orElse(workload.old.reason).fold("")(text => s" ($text)")
      if workload.old.status == workload.now.status then s"${workload.now.words} on both sides$reason"
      else s"${workload.old.words} -> ${workload.now.words}$reason"

  def counts(pairs: List[PairComparison]): String =
    val workloads = pairs.flatMap(_.workloads)
    val verdicts = workloads.flatMap(_.rows).map(_.verdict)
    def number(verdict: ChangeVerdict) = verdicts.count(_ == verdict)
    val alone = workloads.count(_.rows.isEmpty)
    val rest = if alone == 0 then "" else s"; $alone not compared"
    s"${Counted(workloads.size - alone, "load")}, ${Counted(verdicts.size, "number")}: " +
      s"${number(ChangeVerdict.Better)} better, ${number(ChangeVerdict.Worse)} worse, " +
      s"${number(ChangeVerdict.Noise)} within the noise$rest."

  /** What readers need to know about these numbers. */
  def notes(pairs: List[PairComparison]): List[String] =
    val rows = pairs.flatMap(_.workloads).flatMap(_.rows)
    val weak = rows.exists(_.change.guess)
    val strong = rows.exists(!_.change.guess)
    List(
      Option.when(strong)(
        "Interval: 95 % (Welch's t-test over the repetitions). About 5 of 100 unchanged numbers lie outside theirs."
      ),
      Option.when(weak)(
        "better?, worse?: a side has one repetition. Samples are not repetitions, so the interval is a guess from " +
          f"their spread, at least ${Change.NoiseFloor}%.0f %% to each side. --repeat 3 gives a real one."
      )
    ).flatten
