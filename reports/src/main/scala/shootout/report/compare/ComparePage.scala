package shootout.report.compare

import shootout.analysis.*
import shootout.report.Page
import shootout.result.ResultFile
import shootout.units.Json

/** The comparison as a page, and the data in it. */
object ComparePage:
  def html(sides: Sides, pairs: List[PairComparison], regressions: Option[Regressions]): String =
    Page.comparison(json(sides, pairs, regressions))

  /** @param regressions
    *   `None` if the user did not ask for them
    */
  def json(sides: Sides, pairs: List[PairComparison], regressions: Option[Regressions]): ujson.Obj = ujson.Obj(
    "old" -> sides.oldName,
    "new" -> sides.newName,
    "only_old" -> sides.onlyOld,
    "only_new" -> sides.onlyNew,
    "problems" -> sides.problems,
    "counts" -> Legend.counts(pairs),
    "notes" -> Legend.notes(pairs),
    "regressions" -> regressions.fold(ujson.Null)(one => ujson.Arr.from(one.found)),
    "none_found" -> regressions.filter(_.found.isEmpty).fold(ujson.Null)(one => ujson.Str(one.none)),
    "pairs" -> pairs.map(pair)
  )

  private def pair(pair: PairComparison): ujson.Obj = ujson.Obj(
    "old" -> side(pair.old.file),
    "new" -> side(pair.now.file),
    "differences" -> pair.differences.map(d =>
      ujson.Obj("what" -> d.what, "old" -> d.old, "new" -> d.now, "refuses" -> d.refuses)
    ),
    "notes" -> pair.notes,
    "overall" -> pair.overall.fold(ujson.Null)(one => ujson.Obj("words" -> one.words, "verdict" -> one.verdict.name)),
    "workloads" -> pair.workloads.map(workload)
  )

  private def side(file: ResultFile): ujson.Obj = ujson.Obj(
    "title" -> PairComparison.title(file),
    "started_at_ms" -> Json.writeJs(file.startedAtMs),
    "repetitions" -> file.settings.repetitions,
    "profile" -> file.settings.profile,
    "durability" -> file.broker.durability.fold(ujson.Null)(one => ujson.Str(one.word)),
    "environment" -> Json.writeJs(file.environment)
  )

  private def workload(workload: WorkloadComparison): ujson.Obj = ujson.Obj(
    "id" -> workload.id,
    "title" -> workload.title,
    "flags" -> ujson.Obj("old" -> Json.writeJs(workload.old.flags), "new" -> Json.writeJs(workload.now.flags)),
    "why" -> (if workload.isEmpty then Legend.why(workload) else ujson.Null),
    "note" -> workload.note.fold(ujson.Null)(ujson.Str(_)),
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

  private def finite(value: Option[Double]): ujson.Value =
    value.filterNot(_.isInfinite).fold(ujson.Null)(ujson.Num(_))

  private def unit(measure: Measure): String = if measure.unit == MeasureUnit.Microseconds then "us" else "per_s"

  private def lone(lone: Lone): ujson.Obj = ujson.Obj(
    "measure" -> lone.measure.name,
    "unit" -> unit(lone.measure),
    "old" -> lone.old.fold(ujson.Null)(ujson.Num(_)),
    "new" -> lone.now.fold(ujson.Null)(ujson.Num(_)),
    "why" -> lone.why
  )
