package shootout.report.compare

import shootout.analysis.*
import shootout.report.{orJsonNull, Page}
import shootout.result.ResultFile
import shootout.units.{Counted, Json}

/** The comparison as a page, and the data in it. */
object ComparePage:
  /** @param regressions
    *   `None` if the user did not ask for them
    */
  def html(sides: Sides, regressions: Option[Regressions]): String = Page.comparison(ujson.Obj(
    "old" -> sides.oldName,
    "new" -> sides.newName,
    "only_old" -> sides.onlyOld,
    "only_new" -> sides.onlyNew,
    "problems" -> sides.problems,
    "counts" -> Legend.counts(sides.pairs),
    "notes" -> Legend.notes(sides.pairs),
    "regressions" -> regressions.map(one => ujson.Arr.from(one.found)).orJsonNull,
    "none_found" -> regressions.filter(_.found.isEmpty).map(_.none).orJsonNull,
    "pairs" -> sides.pairs.map(pair)
  ))

  private def pair(pair: PairComparison): ujson.Obj = ujson.Obj(
    "old" -> side(pair.old.file),
    "new" -> side(pair.now.file),
    "differences" -> pair.differences.map(d =>
      ujson.Obj("what" -> d.what, "old" -> d.old, "new" -> d.now, "refuses" -> d.refuses)
    ),
    "notes" -> pair.notes,
    "overall" -> pair.overall.map(one => ujson.Obj("words" -> one.words, "verdict" -> one.verdict.name)).orJsonNull,
    "workloads" -> pair.workloads.map(workload)
  )

  private def side(file: ResultFile): ujson.Obj = ujson.Obj(
    "title" -> PairComparison.title(file),
    "started_at_ms" -> Json.writeJs(file.startedAtMs),
    "repetitions" -> file.settings.repetitions,
    "profile" -> file.settings.profile,
    "durability" -> file.broker.durability.map(_.word).orJsonNull,
    "environment" -> Json.writeJs(file.environment)
  )

  private def workload(workload: WorkloadComparison): ujson.Obj = ujson.Obj(
    "id" -> workload.id,
    "title" -> workload.title,
    "flags" -> ujson.Obj("old" -> Json.writeJs(workload.old.flags), "new" -> Json.writeJs(workload.now.flags)),
    "why" -> (if workload.isEmpty then Legend.why(workload) else ujson.Null),
    "note" -> workload.note.orJsonNull,
    "worse" -> workload.worse,
    "rows" -> workload.rows.map(row),
    "lone" -> workload.lone.map(lone)
  )

  private def row(row: Row): ujson.Obj = ujson.Obj(
    "measure" -> row.measure.name,
    "unit" -> unit(row.measure),
    "old" -> row.change.old,
    "new" -> row.change.now,
    "percent" -> finite(Some(row.change.percent)),
    "low" -> finite(row.change.interval.map(_._1)),
    "high" -> finite(row.change.interval.map(_._2)),
    "verdict" -> row.verdict.name,
    "word" -> Legend.word(row)
  )

  private def finite(value: Option[Double]): ujson.Value = value.filterNot(_.isInfinite).orJsonNull

  private def unit(measure: Measure): String = if measure.unit == MeasureUnit.Microseconds then "us" else "per_s"

  private def lone(lone: Lone): ujson.Obj = ujson.Obj(
    "measure" -> lone.measure.name,
    "unit" -> unit(lone.measure),
    "old" -> lone.old.orJsonNull,
    "new" -> lone.now.orJsonNull,
    "why" -> lone.why
  )

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
