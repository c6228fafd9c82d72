package shootout.report.judge

import shootout.analysis.{AtRate, Contender, DurabilityNeed, Judgement, LoadComparison}
import shootout.report.orJsonNull

/** The part of the judgement that can answer a reader's question, as data for the page. Readers may ask for any rate,
  * size and durability, and the page only selects (`web/overview/chooser.js`).
  */
object ChooserData:
  /** `loads` has the loads that nothing slows down on purpose: `group` and `id`, whether it has an offered rate
    * (`paced`), and its messages. `rows` has what each contender promises (`keeps`), and a text that says that it
    * promises less (`less`). `made` has how a contender (`file`) did with a load, which is given by index. See `paced`
    * and `full`.
    */
  def of(judgement: Judgement): ujson.Obj =
    val loads = judgement.loads.filter(_.isPlain)
    val made =
      for
        (load, place) <- loads.zipWithIndex; row <- judgement.rows; entry <- load.entry(row)
        result <- if load.openLoop then AtRate.of(load, entry).map(paced) else load.carried(entry).map(full)
      yield ujson.Obj.from(List[(String, ujson.Value)]("load" -> place, "file" -> row.file) ++ result)
    ujson.Obj(
      "loads" -> loads.map(load),
      "rows" -> judgement.rows.toList.map(row),
      "made" -> made
    )

  private def load(load: LoadComparison): ujson.Obj = ujson.Obj(
    "group" -> load.group,
    "id" -> load.id,
    "paced" -> load.openLoop,
    "persistent" -> load.persistence.orJsonNull,
    "bytes" -> load.messageBytes.orJsonNull,
    "queue" -> load.isQueue
  )

  private def row(row: Contender): ujson.Obj = ujson.Obj(
    "file" -> row.file,
    "keeps" -> DurabilityNeed.values.toList.filter(_.promisedBy(row)).map(_.word),
    "less" -> s"promises less: ${row.durability}"
  )

  /** The result at an offered rate: the `rate`, whether it was `held`, whether there were too `few` messages for a p99,
    * the p99, and how high it may be at another start. `why` is in words. Then come the cost per message and whether
    * the number is `uncertain`. `unstored` says in words that the contender did not store what it promises to.
    */
  private def paced(one: AtRate): List[(String, ujson.Value)] = List(
    "rate" -> one.perSecond,
    "held" -> one.held,
    "few" -> one.few,
    "p99_us" -> one.p99.map(_.value).orJsonNull,
    "p99_us_at_most" -> one.p99AtMost.orJsonNull,
    "why" -> one.why,
    "unstored" -> one.unstored.orJsonNull,
    "p95_us" -> one.p95.orJsonNull,
    "cpu_us_per_message" -> one.entry.cpuUs.orJsonNull,
    "cpu_cores" -> one.entry.cpuCores.orJsonNull,
    "written_bytes_per_message" -> one.entry.written.orJsonNull,
    "uncertain" -> one.entry.uncertain
  )

  private def full(carried: Double): List[(String, ujson.Value)] = List("rate" -> carried)
