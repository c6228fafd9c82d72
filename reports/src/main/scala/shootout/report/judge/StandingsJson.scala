package shootout.report.judge

import shootout.analysis.{Contender, Judgement, LoadComparison, Measure, RowRank, Standings, State, Student}
import shootout.report.orJsonNull

/** How each contender did with each load, as data for the page. The page draws and sorts this and judges nothing. */
object StandingsJson:
  /** Each load has its `group` and `id`, the number by which it is judged (its `name` in files, whether `more` is
    * better, its `words`), and its `rows`.
    */
  def of(judgement: Judgement): ujson.Arr = ujson.Arr.from(judgement.loads.map(load(_, judgement.rows)))

  private def load(load: LoadComparison, rows: Vector[Contender]): ujson.Obj =
    val certain = Standings.of(load, rows, certainOnly = true).map(_.state)
    val made = Standings.of(load, rows, certainOnly = false).zip(certain)
    ujson.Obj(
      "group" -> load.group,
      "id" -> load.id,
      "name" -> load.criterion.name,
      "more" -> load.criterion.more,
      "words" -> load.criterion.words,
      "rows" -> ujson.Arr.from(made.map((one, state) => row(load, one, state)))
    )

  /** `status` is that of most repetitions. `state` counts all numbers, `certain_state` only certain ones. `held` is for
    * steps of a rate sweep. `number` has the `half` of its 95% interval as a share of its `value`, and whether that is
    * a `guess`. `unstored` is true if the contender delivered messages before it stored what it promises to. CPU times
    * are in microseconds per message, `written_bytes` are bytes per message.
    */
  private def row(load: LoadComparison, one: RowRank, certain: State): ujson.Obj =
    val entry = one.entry
    val workloads =
      entry.contender.result.workloads.filter(c => c.id == load.id && c.group == load.group && c.isMeasured)
    ujson.Obj(
      "file" -> entry.contender.file,
      "status" -> entry.status.fold(if entry.foreign then "foreign" else "missing")(_.word),
      "state" -> one.state.name,
      "certain_state" -> certain.name,
      "held" -> entry.hold.map(_.held).orJsonNull,
      "number" -> JudgedJson.number(one.number),
      "uncertain" -> entry.uncertain,
      "unstored" -> (entry.isMeasured && entry.unexercised(load)),
      "broker_cpu_us" -> estimate(workloads.flatMap(Measure.cpuUs(_))),
      "client_cpu_us" -> estimate(workloads.flatMap(Measure.cpuUs(_, used => Some(used.client)))),
      "written_bytes" -> entry.written.orJsonNull
    )

  /** A mean over repetitions, and half of its 95% interval. Each is null if it is unknown. */
  private def estimate(each: List[Double]): ujson.Obj = ujson.Obj(
    "mean" -> Option.when(each.nonEmpty)(each.sum / each.size).orJsonNull,
    "half" -> Student.half(each).orJsonNull
  )
