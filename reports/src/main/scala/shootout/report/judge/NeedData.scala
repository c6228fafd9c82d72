package shootout.report.judge

import shootout.report.Packed

/** What was judged of each row and load that can answer what somebody needs, as data for the page: there a reader may ask for whatever he
  * needs, and the page only chooses (`web/need.js`).
  */
object NeedData:
  /** `loads`: those that nothing slows down on purpose, each with its `group` and `id`, whether it has a rate of its own (`paced`), and what
    * messages it has. `rows`: what each promises to keep (`keeps`), and in words that it promises less than that (`less`). `made`,
    * `number` of them, packed: what a row (`file`) made of a load, which is named by its place; see `made`.
    */
  def of(judgement: Judgement): ujson.Obj =
    val loads = judgement.figures.filter(_.isPlain)
    val made =
      for
        (figure, place) <- loads.zipWithIndex; row <- judgement.rows; entry <- figure.entry(row)
        told <- if figure.openLoop then AtRate.of(figure, entry).map(paced) else Answers.full(figure, entry).map(full)
      yield ujson.Obj.from(List[(String, ujson.Value)]("load" -> place, "file" -> row.file) ++ told)
    ujson.Obj(
      "loads" -> loads.map(load),
      "rows" -> judgement.rows.toList.map(row),
      "number" -> made.size,
      "made" -> Packed.of(made)
    )

  private def load(figure: Figure): ujson.Obj = ujson.Obj(
    "group" -> figure.group,
    "id" -> figure.id,
    "paced" -> figure.openLoop,
    "persistent" -> figure.persistence.fold[ujson.Value](ujson.Null)(ujson.Bool(_)),
    "bytes" -> number(figure.messageBytes),
    "queue" -> figure.isQueue
  )

  private def row(row: Contender): ujson.Obj = ujson.Obj(
    "file" -> row.file,
    "keeps" -> Kept.values.toList.filter(_.promisedBy(row)).map(_.word),
    "less" -> Answers.less(row)
  )

  /** At a rate: `rate` that was due; whether it `held` that, and if so with too `few` messages to know its p99; otherwise the p99, and how
    * high it may be at another start; `why` in words; what a message cost; whether the number is `uncertain`; and where it did not store what it
    * promises to store, that in words (`unstored`).
    */
  private def paced(one: AtRate): List[(String, ujson.Value)] = List[(String, ujson.Value)](
    "rate" -> one.perSecond,
    "held" -> one.held,
    "few" -> one.few,
    "p99_us" -> number(one.p99.map(_.value)),
    "p99_us_at_most" -> number(one.p99AtMost),
    "why" -> one.why,
    "unstored" -> (if one.unstored then ujson.Str(Answers.unstored(one)) else ujson.Null)
  ) ++ costs(one)

  private def full(carried: Double): List[(String, ujson.Value)] = List("rate" -> carried)

  /** What a row takes at a rate: the same in the page's data and in an answer for programs. */
  private[judge] def costs(one: AtRate): List[(String, ujson.Value)] = List(
    "p95_us" -> number(one.entry.p95s.get(AtRate.Latency).filter(_ => one.held).map(_.value)),
    "cpu_us_per_message" -> number(one.entry.spent.cpuUs),
    "cpu_cores" -> number(one.entry.spent.cores),
    "written_bytes_per_message" -> number(one.entry.written),
    "uncertain" -> one.entry.uncertain
  )

  private[judge] def number(value: Option[Double]): ujson.Value = value.fold(ujson.Null)(ujson.Num(_))
