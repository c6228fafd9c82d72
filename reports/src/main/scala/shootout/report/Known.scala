package shootout.report

import shootout.result.{Criterion, ProcessCounter, Student}
import shootout.units.Durability

/** The rules by which results are judged, and what is counted of processes, as data for the page, which has none of its own
  * (`web/known.js`).
  */
object Known:
  /** What more repetitions have for theirs does not differ by much. */
  private val MostFreedom = 20

  /** `durability`: by its word, its `title`, and whether it is `synced` and `replicated`; `judged_by`: for each kind of load what it is judged
    * by; `t95`: Student's t for the 95 % interval of a mean, by degrees of freedom from 1, to three decimals; `counters`: what is
    * counted of processes, each with its `key` and `unit`, and the heading of its `chart`.
    */
  def json: ujson.Obj = ujson.Obj(
    "durability" -> ujson.Obj.from(Durability.values.map(one =>
      one.word -> ujson.Obj("title" -> one.title, "synced" -> one.synced, "replicated" -> one.replicated)
    )),
    "judged_by" -> ujson.Arr.from(kinds.map((replies, open, consumed) => judgedBy(replies, open, consumed))),
    "t95" -> ujson.Arr.from((1 to MostFreedom).map(freedom => math.round(1000 * Student.t(freedom)) / 1000.0)),
    "counters" -> ujson.Arr.from(ProcessCounter.values.map(counter =>
      ujson.Obj(
        "key" -> counter.key,
        "unit" -> counter.unit,
        "chart" -> counter.chart.fold(ujson.Null)(ujson.Str(_))
      )
    ))
  )

  /** Whether it requests replies, is an open loop, has consumers. */
  private def kinds: List[(Boolean, Boolean, Boolean)] =
    val either = List(false, true)
    for replies <- either; open <- either; consumed <- either yield (replies, open, consumed)

  private def judgedBy(requestReply: Boolean, openLoop: Boolean, consumed: Boolean): ujson.Obj =
    val by = Criterion.of(requestReply, openLoop, if consumed then 1 else 0)
    ujson.Obj(
      "request_reply" -> requestReply,
      "open_loop" -> openLoop,
      "consumed" -> consumed,
      "name" -> by.name,
      "more" -> by.more,
      "words" -> by.words
    )
