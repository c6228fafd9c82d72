package shootout.report

import shootout.analysis.*
import shootout.result.{Criterion, LatencyKind, ProcessCounter}
import shootout.units.Durability

/** The rules by which results are judged, and what is counted of processes, as data for the page, which has none of its own
  * (`web/known.js`).
  */
object JudgingRules:
  /** What more repetitions have for theirs does not differ by much. */
  private val MostFreedom = 20

  /** `durability`: by its word, its `title`, and whether it is `synced` and `replicated`; `judged_by`: for each kind of load what it is judged
    * by; `t95`: Student's t for the 95 % interval of a mean, by degrees of freedom from 1, to three decimals;
    * `kept`: how safe messages may have to be, in words; `judging`: the numbers and marks that decide;
    * `counters`: what is counted of processes, each with its `key` and `unit`, and the heading of its `chart`; `latencies`: the kinds of
    * latency of messages, by their keys, in words.
    */
  def json: ujson.Obj = ujson.Obj(
    "durability" -> ujson.Obj.from(Durability.values.map(one =>
      one.word -> ujson.Obj("title" -> one.title, "synced" -> one.synced, "replicated" -> one.replicated)
    )),
    "judged_by" -> ujson.Arr.from(kinds.map((replies, open, consumed) => judgedBy(replies, open, consumed))),
    "t95" -> ujson.Arr.from((1 to MostFreedom).map(freedom => math.round(1000 * Student.t(freedom)) / 1000.0)),
    "kept" -> ujson.Obj.from(DurabilityNeed.values.map(one => one.word -> ujson.Str(one.title))),
    "judging" -> judging,
    "counters" -> ujson.Arr.from(ProcessCounter.values.map(counter =>
      ujson.Obj(
        "key" -> counter.key,
        "unit" -> counter.unit,
        "chart" -> counter.chart.fold(ujson.Null)(ujson.Str(_))
      )
    )),
    "latencies" -> ujson.Obj.from(LatencyKind.ofMessages.map(kind => kind.key -> ujson.Str(kind.title)))
  )

  /** Each of them stands in the judge, with what it means, and nowhere else. */
  private def judging: ujson.Obj = ujson.Obj(
    "guess" -> Entry.Guess,
    "guess_of_tail" -> Entry.GuessOfTail,
    "messages_beyond" -> Percentile.Beyond,
    "uncertain" -> words(Doubt.Uncertain.map(_.word) + Doubt.FailedAtTimes.name),
    "not_the_broker" -> words(Standings.NotTheBroker.map(_.word)),
    "stored_share" -> Entry.StoredShare,
    "rate_near" -> AtRate.RateNear,
    "worst" -> Ranking.Worst,
    "coverage" -> Ranking.Coverage,
    "left_share" -> Failures.Left,
    "outlier" -> Failures.Outlier,
    "far_behind" -> Words.FarBehind
  )

  private def words(set: Set[String]): ujson.Arr = ujson.Arr.from(set.toList.sorted.map(ujson.Str(_)))

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
