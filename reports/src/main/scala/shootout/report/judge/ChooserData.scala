package shootout.report.judge

import shootout.analysis.{AtRate, Contender, DurabilityNeed, Judgement, LoadComparison}

/** What was judged of each row and load that can answer what somebody needs, as data for the page: there a reader may ask for whatever he
  * needs, and the page only chooses (`web/overview/chooser.js`).
  */
object ChooserData:
  /** `loads`: those that nothing slows down on purpose, each with its `group` and `id`, whether it has a rate of its own (`paced`), and what
    * messages it has. `rows`: what each promises to keep (`keeps`), and in words that it promises less than that (`less`). `made`:
    * what a row (`file`) made of a load, which is named by its place; see `made`.
    */
  def of(judgement: Judgement): ujson.Obj =
    val loads = judgement.loads.filter(_.isPlain)
    val made =
      for
        (load, place) <- loads.zipWithIndex; row <- judgement.rows; entry <- load.entry(row)
        told <- if load.openLoop then AtRate.of(load, entry).map(paced) else load.carried(entry).map(full)
      yield ujson.Obj.from(List[(String, ujson.Value)]("load" -> place, "file" -> row.file) ++ told)
    ujson.Obj(
      "loads" -> loads.map(load),
      "rows" -> judgement.rows.toList.map(row),
      "made" -> made
    )

  private def load(load: LoadComparison): ujson.Obj = ujson.Obj(
    "group" -> load.group,
    "id" -> load.id,
    "paced" -> load.openLoop,
    "persistent" -> load.persistence.fold[ujson.Value](ujson.Null)(ujson.Bool(_)),
    "bytes" -> number(load.messageBytes),
    "queue" -> load.isQueue
  )

  private def row(row: Contender): ujson.Obj = ujson.Obj(
    "file" -> row.file,
    "keeps" -> DurabilityNeed.values.toList.filter(_.promisedBy(row)).map(_.word),
    "less" -> s"promises less: ${row.durability}"
  )

  /** At a rate: `rate` that was due; whether it `held` that, and if so with too `few` messages to know its p99; otherwise the p99, and how
    * high it may be at another start; `why` in words; what a message cost; whether the number is `uncertain`; and where it did not store what it
    * promises to store, that in words (`unstored`).
    */
  private def paced(one: AtRate): List[(String, ujson.Value)] = List(
    "rate" -> one.perSecond,
    "held" -> one.held,
    "few" -> one.few,
    "p99_us" -> number(one.p99.map(_.value)),
    "p99_us_at_most" -> number(one.p99AtMost),
    "why" -> one.why,
    "unstored" -> one.unstored.fold[ujson.Value](ujson.Null)(ujson.Str(_)),
    "p95_us" -> number(one.p95),
    "cpu_us_per_message" -> number(one.entry.cost.cpuUs),
    "cpu_cores" -> number(one.entry.cost.cores),
    "written_bytes_per_message" -> number(one.entry.written),
    "uncertain" -> one.entry.uncertain
  )

  private def full(carried: Double): List[(String, ujson.Value)] = List("rate" -> carried)

  private def number(value: Option[Double]): ujson.Value = value.fold(ujson.Null)(ujson.Num(_))
