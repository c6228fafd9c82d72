package shootout.report

import shootout.analysis.*
import shootout.result.{LatencyKind, ProcessCounter}
import shootout.units.Durability

/** The rules by which results are judged, and what is counted of processes, as data for the page, which has none of its own
  * (`web/lib/rules.js`).
  */
object JudgingRules:
  /** `durability`: by its word, its `title`, and whether it is `synced` and `replicated`; `kept`: how safe messages may have to be, in
    * words; `judging`: the numbers and flags that decide;
    * `counters`: what is counted of processes, each with its `key` and `unit`, and the heading of its `chart`; `latencies`: the kinds of
    * latency of messages, by their keys, in words.
    */
  def json: ujson.Obj = ujson.Obj(
    "durability" -> ujson.Obj.from(Durability.values.map(one =>
      one.word -> ujson.Obj("title" -> one.title, "synced" -> one.synced, "replicated" -> one.replicated)
    )),
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
    "guess" -> RowResult.Guess,
    "guess_of_tail" -> RowResult.GuessOfTail,
    "messages_beyond" -> Percentile.Beyond,
    "uncertain" -> words(Doubt.Uncertain.map(_.word) + Doubt.FailedAtTimes.name),
    "rate_near" -> AtRate.RateNear,
    "worst" -> Ranking.Worst,
    "coverage" -> Ranking.Coverage,
    "left_share" -> Failures.Left,
    "outlier" -> Failures.Outlier,
    "far_behind" -> Sentences.FarBehind
  )

  private def words(set: Set[String]): ujson.Arr = ujson.Arr.from(set.toList.sorted.map(ujson.Str(_)))
