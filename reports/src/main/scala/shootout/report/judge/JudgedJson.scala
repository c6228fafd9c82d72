package shootout.report.judge

import shootout.analysis.*
import shootout.report.orJsonNull
import shootout.result.Amount
import shootout.units.Json

import java.math.MathContext

/** A judgement as data, for the page and for other programs. A contender is given by its label and the index of its
  * file.
  */
object JudgedJson:
  def of(judgement: Judgement, choice: Choice): ujson.Obj =
    val judged = judgement.of(choice)
    ujson.Obj(
      "machine" -> judgement.machine.fold("")(_.label),
      "certain_only" -> choice.certainOnly,
      "common_only" -> choice.commonOnly,
      "headline" -> said(Headline.of(judged)),
      "verdicts" -> judged.verdicts.map(verdict),
      "unexercised" -> judged.unexercised.map(one =>
        ujson.Obj("row" -> row(one.contender), "words" -> Sentences.unexercised(one).getOrElse(""))
      ),
      "early" -> judged.early.map((contender, workloads) =>
        ujson.Obj("row" -> row(contender), "words" -> Sentences.early(workloads))
      ),
      "batches" -> judged.batches.map(BatchesJson.of),
      "rankings" -> judged.tables.map(ranking),
      "failures" -> judged.failures.map(failures),
      "certainty" -> certainty(judged.certainty)
    )

  private[judge] def row(contender: Contender): ujson.Obj =
    ujson.Obj("file" -> contender.file, "label" -> contender.label)

  private[judge] def ratio(ratio: Ratio): ujson.Value =
    if ratio.factor.isInfinite then ujson.Null
    else ujson.Obj("factor" -> ratio.factor, "low" -> ratio.low, "high" -> ratio.high)

  private[judge] def number(one: Option[Number]): ujson.Value =
    one.fold(ujson.Null)(n => ujson.Obj("value" -> n.value, "half" -> n.half, "guess" -> n.guess))

  private def said(parts: List[Part]): ujson.Value =
    ujson.Arr.from(parts.map(part => ujson.Obj("text" -> part.text, "strong" -> part.strong)))

  private def verdict(one: Verdict): ujson.Obj =
    def rival(of: Rival) = ujson.Obj(
      "row" -> row(of.ranked.contender),
      "ratio" -> ratio(of.lead.ratio),
      "interval" -> Sentences.interval(of.lead.ratio),
      "workloads" -> of.lead.workloads,
      "starts" -> of.lead.starts,
      "more_starts" -> of.lead.more.orJsonNull
    )
    ujson.Obj(
      "division" -> one.division.name,
      "title" -> one.division.title,
      "outcome" -> one.outcome.name,
      "leader" -> ujson.Obj("row" -> row(one.leader.contender), "about" -> Sentences.promise(one.leader.contender)),
      "tied" -> one.tied.map(rival),
      "open" -> one.open.map(rival),
      "next" -> one.next.fold(ujson.Null)(rival),
      "workloads" -> one.workloads,
      "words" -> said(Sentences.answer(one)),
      "apart" -> Sentences.apart(one)
    )

  private def ranking(of: Division, ranked: List[Ranked]): ujson.Obj = ujson.Obj(
    "division" -> of.name,
    "title" -> of.title,
    "about" -> Sentences.about(of.family),
    "workloads" -> ranked.map(_.workloads).maxOption.getOrElse(0),
    "rows" -> ranked.map(one =>
      ujson.Obj(
        "row" -> row(one.contender),
        "place" -> one.place.orJsonNull,
        "why" -> one.why,
        "ratio" -> ratio(one.ratio),
        "interval" -> (if one.ratio.factor.isInfinite then "" else Sentences.interval(one.ratio)),
        "guess" -> one.ratio.guess,
        "workloads" -> one.workloads,
        "states" -> ujson.Obj.from(one.states.map((state, n) => state.name -> ujson.Num(n))),
        "notes" -> Sentences.trouble(one),
        "faults" -> Sentences.faults(one),
        "flags" -> one.flags.map(_.letter),
        "uncertain" -> one.uncertain,
        "faulty" -> one.faulty
      )
    )
  )

  private def failures(one: Failures): ujson.Obj = ujson.Obj(
    "row" -> row(one.contender),
    "words" -> Sentences.failures(one),
    "incidents" -> one.incidents.map(incident =>
      ujson.Obj(
        "workload" -> workload(incident.load),
        "what" -> incident.what,
        "flags" -> incident.flags.map(_.letter),
        "beside" -> incident.beside
      )
    )
  )

  private[judge] def workload(load: LoadComparison): ujson.Obj =
    ujson.Obj("group" -> load.group, "id" -> load.id, "title" -> load.title)

  private def certainty(one: Certainty): ujson.Obj = ujson.Obj(
    "numbers" -> one.numbers,
    "uncertain" -> one.uncertain,
    "flags" -> one.letters.map((doubt, times) =>
      ujson.Obj("letter" -> doubt.letter, "flag" -> doubt.name, "times" -> times)
    ),
    "flags_words" -> Sentences.flags(one),
    "worst" -> Sentences.worst(one),
    "guesses" -> one.guesses,
    "measured" -> Sentences.measured(one)
  )

/** Loads of batches as data, for the page and for other programs. Times are in microseconds, rates in messages per
  * second.
  */
object BatchesJson:
  def of(one: Batches): ujson.Obj = ujson.Obj(
    "title" -> BatchesWords.title(one),
    "about" -> one.about,
    "replicated" -> one.replicated,
    "unsupported" -> one.unsupported.map(contender => ujson.Obj("row" -> JudgedJson.row(contender))),
    "loads" -> one.loads.map(load),
    "prices" -> one.prices.map((load, all) =>
      ujson.Obj("threads" -> load.threads, "workload" -> JudgedJson.workload(load.load), "rows" -> all.map(price))
    )
  )

  private def load(one: Batch): ujson.Obj = ujson.Obj(
    "threads" -> one.threads,
    "workload" -> JudgedJson.workload(one.load),
    "fastest" -> BatchesWords.fastest(one),
    "rows" -> one.paces.map(p =>
      ujson.Obj(
        "row" -> JudgedJson.row(p.contender),
        "replicated" -> p.contender.replicated,
        "nodes" -> BatchesWords.nodes(p.contender),
        "status" -> p.state.name,
        "fastest" -> one.fastest.contains(p),
        "sent" -> JudgedJson.number(p.sent),
        "received" -> JudgedJson.number(p.received),
        "send_us_p95" -> JudgedJson.number(p.sendP95),
        "processing_us_p95" -> JudgedJson.number(p.processing),
        "behind" -> p.behind.getOrElse("")
      )
    )
  )

  private def price(one: Price): ujson.Obj = ujson.Obj(
    "row" -> JudgedJson.row(one.row.contender),
    "nodes" -> BatchesWords.nodes(one.row.contender),
    "single" -> ujson.Obj("row" -> JudgedJson.row(one.single.contender)),
    "sent" -> ratio(one.sent),
    "received" -> ratio(one.received),
    "send_us_p95" -> ratio(one.sendP95),
    "processing_us_p95" -> ratio(one.processing),
    "behind" -> one.row.behind.orElse(one.single.behind).getOrElse("")
  )

  private def ratio(one: Option[Ratio]): ujson.Value = one.fold(ujson.Null): of =>
    val known = JudgedJson.ratio(of)
    known("interval") = Sentences.interval(of)
    known("guess") = of.guess
    known

/** What settings cost, as data for the page. There are many numbers, so they are in lists and have only significant
  * digits.
  */
object CostsJson:
  private val Digits = MathContext(4)

  /** Each of the `steps` has `plain` and `value`, with their `text`, and with `value` and `unit` if they are numbers.
    * Its `rows` are lists of file, factor, low, high, loads, and whether the interval is a guess (1) or not (0).
    * `siblings` name the files of a contender and of the one it is compared with, see `PairsJson`.
    *
    * @param all
    *   the judgement of all contenders
    * @param machines
    *   one for each machine, because contenders of two machines are not compared
    */
  def of(all: Judgement, machines: List[Judgement], certainOnly: Boolean): ujson.Obj =
    val siblings = machines.flatMap: one =>
      Costs.siblings(Standings.races(one.loads, one.rows, Choice(certainOnly, commonOnly = false)), one.rows)
    ujson.Obj(
      "certain_only" -> certainOnly,
      "steps" -> Costs.steps(all.loads, all.rows, certainOnly).map(step),
      "siblings" -> siblings.map(sibling)
    )

  private def step(one: CostStep): ujson.Obj = ujson.Obj(
    "axis" -> one.axis,
    "group" -> one.group,
    "plain" -> onAxis(one.plain),
    "value" -> onAxis(one.value),
    "persistent" -> one.persistent.orJsonNull,
    "by" -> one.by.words,
    "rows" -> one.costs.map(cost)
  )

  /** A value of an axis as the page needs it: its text, and its value and unit if it is a number. */
  private def onAxis(text: String): ujson.Obj =
    val number = Amount.of(text).toList.flatMap(amount => Json.writeJs(amount).obj.toList)
    ujson.Obj.from(("text" -> ujson.Str(text)) :: number)

  private def cost(one: Cost): ujson.Arr =
    val ratio = one.ratio
    val guess = if ratio.guess then 1.0 else 0.0
    val numbers =
      List(one.contender.file.toDouble, ratio.factor, ratio.low, ratio.high, one.loads.toDouble, guess)
    ujson.Arr.from(numbers.map(number => ujson.Num(BigDecimal(number).round(Digits).toDouble)))

  private def sibling(one: Sibling): ujson.Obj = ujson.Obj(
    "row" -> one.row.file,
    "plain" -> one.plain.file,
    "variant" -> one.isVariant
  )
