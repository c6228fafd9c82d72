package shootout.report

import shootout.analysis.*
import shootout.result.{LatencyKind, ProcessCounter}
import shootout.units.Durability

/** The rules of judgement, and the counters of processes, as data for the page. The page has no copy of them
  * (`web/lib/rules.js`).
  */
object JudgingRules:
  /** `durability` has the `title` of each durability class, and whether it is `synced` and `replicated`. `kept` has the
    * titles of how safe messages may have to be. `judging` has the decisive numbers. `states` has the outcomes of
    * workloads, see `states`. `counters` has the `key` and `unit` of each counter of processes, and the title of its
    * `chart`. `latencies` has the title of each kind of message latency.
    */
  def json: ujson.Obj = ujson.Obj(
    "durability" -> ujson.Obj.from(Durability.values.map(one =>
      one.word -> ujson.Obj("title" -> one.title, "synced" -> one.synced, "replicated" -> one.replicated)
    )),
    "kept" -> ujson.Obj.from(DurabilityNeed.values.map(one => one.word -> ujson.Str(one.title))),
    "judging" -> judging,
    "states" -> states,
    "counters" -> ujson.Arr.from(ProcessCounter.values.map(counter =>
      ujson.Obj("key" -> counter.key, "unit" -> counter.unit, "chart" -> counter.chart.orJsonNull)
    )),
    "latencies" -> ujson.Obj.from(LatencyKind.ofMessages.map(kind => kind.key -> ujson.Str(kind.title)))
  )

  /** Each value is defined and explained in the analysis code, and nowhere else. */
  private def judging: ujson.Obj = ujson.Obj(
    "messages_beyond" -> Percentile.Beyond,
    "rate_near" -> AtRate.RateNear,
    "worst" -> Ranking.Worst,
    "coverage" -> Ranking.Coverage,
    "left_share" -> Standings.MostLeft,
    "outlier" -> Failures.Outlier,
    "far_behind" -> Sentences.FarBehind
  )

  /** The outcomes of a workload for a contender, the best first. `tried`: it counts as an attempt, even if it failed.
    * `ran`: it was run, whatever came of it.
    */
  private def states: ujson.Obj =
    import State.*
    val bestFirst = List(Measured, Uncertain, TooFew, Still, Beyond, Left, Failed, Unsupported, Absent, Foreign)
    ujson.Obj.from(bestFirst.map(one =>
      one.name -> ujson.Obj("tried" -> one.tried, "ran" -> (one.tried || one == Uncertain || one == TooFew))
    ))
