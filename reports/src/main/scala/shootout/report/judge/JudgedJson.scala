package shootout.report.judge

/** A judgement as data, for the page and for programs. Rows are named by label, and by the place of their file. */
object JudgedJson:
  def of(judgement: Judgement, choice: Choice): ujson.Obj =
    val judged = judgement.of(choice)
    ujson.Obj(
      "machine" -> judgement.machine.fold("")(_.label),
      "certain_only" -> choice.certainOnly,
      "common_only" -> choice.commonOnly,
      "headline" -> ujson.Arr.from(Headline.of(judged).map(part =>
        ujson.Obj("text" -> part.text, "strong" -> part.strong, "rest" -> part.rest)
      )),
      "verdict" -> judged.verdict.map(winner(_, judgement, judged)),
      "naming" -> Words.naming(judged.verdict),
      "unexercised" -> judged.unexercised.map(one =>
        ujson.Obj("row" -> row(one.contender), "words" -> Words.unexercised(one).getOrElse(""))
      ),
      "early" -> judged.early.map((contender, cells) =>
        ujson.Obj("row" -> row(contender), "words" -> Words.early(cells))
      ),
      "batches" -> judged.batches.map(BatchesJson.of),
      "rankings" -> judged.tables.map(ranking),
      "failures" -> judged.failures.map(failures),
      "certainty" -> certainty(judged.certainty)
    )

  private def family(family: Option[Family]): ujson.Value = family.fold(ujson.Str(""))(one => ujson.Str(one.name))

  private[judge] def row(contender: Contender): ujson.Obj =
    ujson.Obj("file" -> contender.file, "label" -> contender.label)

  private[judge] def ratio(ratio: Ratio): ujson.Value =
    if ratio.factor.isInfinite then ujson.Null
    else ujson.Obj("factor" -> ratio.factor, "low" -> ratio.low, "high" -> ratio.high)

  private def letters(ranked: Ranked): List[String] = ranked.marks.map(_.letter)

  private def span(rates: Option[(Double, Double)]): ujson.Value =
    rates.fold(ujson.Null)((low, high) => ujson.Arr(low, high))

  private def winner(one: Winner, judgement: Judgement, judged: Judged): ujson.Obj =
    val latency = one.family.contains(Family.Latency)
    val counting = judged.races.map(_.figure).filter(figure => one.family.exists(figure.families))
    def first(ranked: Ranked) = ujson.Obj(
      "row" -> row(ranked.contender),
      "about" -> Words.promise(ranked.contender),
      "marks" -> letters(ranked),
      "doubt" -> (if ranked.uncertain > 0 && ranked.measured > 1 then
                    s"${ranked.uncertain} of ${ranked.measured} uncertain"
                  else ""),
      "measured" -> ranked.measured,
      "cells" -> ranked.cells,
      "holds" -> (if latency then Words.span(Holding.upTo(judgement.figures, ranked.contender)) else "")
    )
    ujson.Obj(
      "family" -> family(one.family),
      "title" -> Words.title(one),
      "cells" -> one.cells,
      "load" -> (if counting.sizeIs == 1 then cell(counting.head) else ujson.Null),
      "rates" -> Words.span(Holding.rates(counting)),
      "rates_per_s" -> span(Holding.rates(counting)),
      "winners" -> one.best.map(first),
      "runner_up" -> one.next.fold(ujson.Null)(first),
      "lead" -> one.leads.map(lead =>
        ujson.Obj(
          "ratio" -> ratio(lead.ratio),
          "interval" -> Words.interval(lead.ratio),
          "cells" -> lead.cells,
          "ended" -> lead.ended,
          "uncertain" -> lead.uncertain
        )
      ),
      "lead_words" -> Words.lead(one),
      "lead_interval" -> one.lead.fold("")(lead => Words.interval(lead.ratio)),
      "confidence" -> one.confidence.name,
      "why" -> one.why,
      "left_out" -> one.leftOut.map(contender => ujson.Obj("row" -> row(contender)))
    )

  private def ranking(of: Option[Family], ranked: List[Ranked]): ujson.Obj = ujson.Obj(
    "family" -> family(of),
    "title" -> Words.title(of),
    "about" -> Words.about(of),
    "cells" -> ranked.map(_.cells).maxOption.getOrElse(0),
    "rows" -> ranked.map(one =>
      ujson.Obj(
        "row" -> row(one.contender),
        "place" -> one.place.fold(ujson.Null)(ujson.Num(_)),
        "why" -> one.why,
        "ratio" -> ratio(one.ratio),
        "interval" -> (if one.ratio.factor.isInfinite then "" else Words.interval(one.ratio)),
        "guess" -> one.guess,
        "cells" -> one.cells,
        "states" -> ujson.Obj.from(one.states.map((state, n) => state.name -> ujson.Num(n))),
        "notes" -> Words.trouble(one),
        "faults" -> Words.faults(one),
        "marks" -> letters(one),
        "uncertain" -> one.uncertain,
        "faulty" -> one.faulty
      )
    )
  )

  private def failures(one: Failures): ujson.Obj =
    def cells(figures: List[Figure]) = ujson.Arr.from(figures.map(cell))
    ujson.Obj(
      "row" -> row(one.contender),
      "words" -> Words.failures(one),
      "failed" -> cells(one.failed),
      "still" -> cells(one.still),
      "slow" -> one.slow.map(slow => ujson.Obj("cell" -> cell(slow.figure), "factor" -> slow.factor)),
      "left" -> one.left.map((figure, share) => ujson.Obj("cell" -> cell(figure), "share" -> share)),
      "unheld" -> cells(one.unheld),
      "incidents" -> one.incidents.map(incident =>
        ujson.Obj(
          "cell" -> cell(incident.figure),
          "what" -> incident.what,
          "marks" -> incident.marks.map(_.letter),
          "beside" -> incident.beside
        )
      ),
      "lost" -> ujson.Num(one.lost.toDouble),
      "lost_when_killed" -> ujson.Num(one.lostWhenKilled.toDouble)
    )

  private[judge] def cell(figure: Figure): ujson.Obj =
    ujson.Obj("group" -> figure.group, "id" -> figure.id, "title" -> figure.title)

  private def certainty(one: Certainty): ujson.Obj = ujson.Obj(
    "numbers" -> one.numbers,
    "uncertain" -> one.uncertain,
    "marks" -> one.letters.map((doubt, times) =>
      ujson.Obj("letter" -> doubt.letter, "mark" -> doubt.name, "times" -> times)
    ),
    "marks_words" -> Words.marks(one),
    "worst" -> Words.worst(one),
    "guesses" -> one.guesses,
    "measured" -> Words.measured(one)
  )
