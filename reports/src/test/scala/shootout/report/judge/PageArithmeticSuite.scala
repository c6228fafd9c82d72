package shootout.report.judge

/** The judgement equals what the page made of the same files when it still judged by itself, in all four choices of what counts. The
  * expected numbers were written by that page's own modules.
  */
class PageArithmeticSuite extends munit.FunSuite:
  /** The page looked Student's t up, to three decimals. */
  private val tolerance = 1e-3

  private def same(actual: ujson.Value, expected: ujson.Value, where: String): Unit = (actual, expected) match
    case (ujson.Num(a), ujson.Num(b)) => assertEqualsDouble(a, b, tolerance * b.abs.max(1e-9), where)
    case (ujson.Obj(a), ujson.Obj(b)) =>
      assertEquals(a.keySet.toSet, b.keySet.toSet, where)
      b.foreach((key, value) => same(a(key), value, s"$where.$key"))
    case (ujson.Arr(a), ujson.Arr(b)) =>
      assertEquals(a.size, b.size, s"$where: $actual | $expected")
      a.zip(b).zipWithIndex.foreach { case ((x, y), i) => same(x, y, s"$where[$i]") }
    case _ => assertEquals(actual, expected, where)

  private def option(value: Option[Double]): ujson.Value = value.fold(ujson.Null)(ujson.Num(_))
  private def span(value: Option[(Double, Double)]): ujson.Value = value.fold(ujson.Null)(ujson.Arr(_, _))
  private def name(family: Option[Family]): String = family.fold("")(_.name)

  private def ranked(row: Ranked): ujson.Obj =
    def known(value: Double) = option(Option.when(!row.ratio.factor.isInfinite)(value))
    val shown = State.values.filterNot(Set(State.Foreign, State.Unexercised, State.TooFew))
    // not the number of uncertain ones, which stands beside it
    val states =
      shown.map(state => (if state == State.Uncertain then "doubtful" else state.name) -> ujson.Num(row.in(state)))
    ujson.Obj.from(
      List[(String, ujson.Value)](
        "row" -> row.contender.label,
        "place" -> row.place.fold(ujson.Null)(ujson.Num(_)),
        "why" -> row.why,
        "factor" -> known(row.ratio.factor),
        "low" -> known(row.ratio.low),
        "high" -> known(row.ratio.high),
        "guess" -> row.guess,
        "cells" -> row.cells,
        "uncertain" -> row.uncertain,
        "faulty" -> row.faulty
      ) ++ states
    )

  private def winner(one: Winner, judgement: Judgement, judged: Judged): ujson.Obj =
    val counting = judged.races.map(_.figure).filter(f => one.family.exists(f.families))
    def held(row: Ranked) =
      if one.family.contains(Family.Latency) then span(Holding.upTo(judgement.figures, row.contender)) else ujson.Null
    val made = ujson.Obj(
      "family" -> name(one.family),
      "synced" -> one.leftOut.nonEmpty,
      "cells" -> one.cells,
      "rates" -> span(Holding.rates(counting)),
      "best" -> one.best.map(row => ujson.Arr(row.contender.label, row.measured, held(row))),
      "next" -> one.next.fold(ujson.Null)(row => ujson.Str(row.contender.label)),
      "by" -> one.leads.map(l => ujson.Arr(l.ratio.factor, l.ratio.low, l.ratio.high, l.cells, l.ended))
    )
    // the old page also named rows of which every number is uncertain
    if one.doubted.nonEmpty then made("best") = ujson.Arr()
    if one.doubted.nonEmpty then made("by") = ujson.Arr()
    made

  private def failures(one: Failures): ujson.Obj =
    def ids(figures: List[Figure]) = ujson.Arr.from(figures.map(_.id).sorted.map(ujson.Str(_)))
    ujson.Obj(
      "row" -> one.contender.label,
      "failed" -> ids(one.failed),
      "still" -> ids(one.still),
      "slow" -> ids(one.slow.map(_.figure)),
      "lost" -> ujson.Num(one.lost.toDouble),
      "killed" -> ujson.Num(one.lostWhenKilled.toDouble)
    )

  private def all(judgement: Judgement, choice: Choice): ujson.Obj =
    val judged = judgement.of(choice)
    val certainty = judged.certainty
    ujson.Obj(
      "certain_only" -> choice.certainOnly,
      "common_only" -> choice.commonOnly,
      "rankings" -> judged.tables.filter(_._2.exists(_.cells > 0)).map((family, rows) =>
        ujson.Obj("family" -> name(family), "rows" -> rows.map(ranked))
      ),
      "winners" -> (judged.winners ++ judged.synced).map(winner(_, judgement, judged)),
      // the old page did not know what was left undelivered
      "failures" -> judged.failures.filter(one =>
        one.copy(incidents = Nil) != Failures(one.contender, Nil, Nil, Nil, one.left, one.unheld, 0, 0)
      ).map(
        failures
      ),
      "certainty" -> ujson.Obj(
        "numbers" -> certainty.numbers,
        "doubtful" -> certainty.uncertain,
        "guesses" -> certainty.guesses,
        "letters" -> ujson.Obj.from(certainty.letters.map((doubt, times) => doubt.letter -> ujson.Num(times)))
      )
    )

  /** That page had one family of what are now two. */
  private val split = Set("fan", Family.FanIn.name, Family.FanOut.name)

  private def unsplit(judged: ujson.Value): ujson.Value =
    for list <- List("rankings", "winners") do
      judged(list) = ujson.Arr.from(judged(list).arr.filterNot(one => split(one("family").str)))
    judged

  private def check(files: List[ujson.Value], expected: ujson.Value): Unit =
    val judgement = Judgement(files)
    for (choice, wanted) <- Choice.all.zip(expected.arr) do
      val made = unsplit(all(judgement, choice))
      for (own, old) <- made("winners").arr.zip(wanted("winners").arr.filterNot(one => split(one("family").str))) do
        for key <- List("best", "by") if own("best").arr.isEmpty do old(key) = ujson.Arr()
      same(made, unsplit(wanted), choice.toString)

  test("golden files"):
    check(Results.golden, Results.expected("golden"))

  test("a real quick run of eleven rows"):
    // what was written was not looked at
    val files = Results.quick
    for file <- files; cell <- file("cells").arr do cell.obj.remove("resources")
    // and rows did not name it
    for file <- files do file.obj.remove("driver")
    check(files, Results.expected("quick"))

  test("each cell of the golden files is judged by the number that the page's tables show"):
    val judgement = Judgement(Results.golden)
    val cells = Results.expected("golden-cells").arr
    assertEquals(judgement.figures.size, cells.size)
    for cell <- cells do
      val figure = judgement.figures.find(f => f.group == cell("group").str && f.id == cell("id").str).get
      assertEquals(JudgedBy.of(figure).words, cell("what").str)
      for (rows, certainOnly) <- cell("rows").arr.zip(List(false, true)) do
        val made = Standings.of(figure, judgement.rows, certainOnly).map: one =>
          val state = one.state.name
          ujson.Arr(
            one.entry.contender.label,
            state,
            option(one.number.map(_.value)),
            option(one.number.map(_.half)),
            option(one.factor)
          )
        same(ujson.Arr.from(made), rows, figure.id)
