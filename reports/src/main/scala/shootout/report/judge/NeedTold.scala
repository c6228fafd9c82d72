package shootout.report.judge

import shootout.report.Numbers

/** Which rows can do what somebody needs, at what cost, with what to spare: for a terminal or a document. The page says the same
  * (`web/question.js`).
  */
object NeedTold:
  def of(need: Need, figures: List[Figure], answers: Seq[Answer]): List[Told] =
    val able = answers.filter(_.can == Can.Yes).sortBy(cpu)
    val rows = for one <- able; reach <- one.reach yield line(need, one, reach)
    List(
      List(Told.Heading(need.words)),
      List(Told.Said(sentence(able, answers, need))),
      List(Told.Said(List(Part(loads(need, figures, able))))),
      Option.when(rows.nonEmpty)(Told.Grid("Which can", head, rows.toList)).toList,
      others("Fall short:", answers.filter(_.can == Can.No)),
      others("Not known:", answers.filter(_.can == Can.Open))
    ).flatten

  private def cpu(one: Answer): Double = one.at.flatMap(_.entry.spent.cpuUs).getOrElse(Double.PositiveInfinity)

  private def sentence(able: Seq[Answer], all: Seq[Answer], need: Need): List[Part] =
    val open = all.count(_.can == Can.Open)
    val unknown =
      if open == 0 then "" else s" Of $open ${if open == 1 then "row" else "rows"} it is not known."
    able.maxByOption(_.reach.map(_.upTo)) match
      case None =>
        List(Part(if open == all.size then "Not measured." else "None was measured to do it.", true), Part(unknown))
      case Some(most) =>
        val upTo = most.reach.fold(0.0)(_.upTo)
        val equal = able.count(_.reach.exists(_.upTo == upTo))
        val name = if equal > 1 then s"$equal rows" else most.row.label
        val spare = s"Most to spare: $name, up to ${Numbers.perSecond(upTo)}, " +
          s"${Numbers.digits(upTo / need.perSecond)} times what you ask."
        Part(s"${able.size} of ${all.size} can. ", true) :: least(able) ++ List(Part(spare + unknown))

  /** Who takes the least processor time: one row, or, where another one does below the rate that is needed, both. */
  private def least(able: Seq[Answer]): List[Part] =
    def lowerCpu(one: Answer) = below(one).flatMap(_.entry.spent.cpuUs).getOrElse(Double.PositiveInfinity)
    val lower = able.filter(below(_).isDefined).minByOption(lowerCpu)
    (able.headOption.filterNot(cpu(_).isInfinite), lower) match
      case (Some(first), Some(other)) if other != first =>
        def told(name: Answer, at: Option[AtRate]) =
          at.toList.flatMap: one =>
            val what = s"${letters(List(one))}, ${cpuOf(one)}"
            List(Part(s"at ${one.rate} "), Part(name.row.label, true), Part(what))
        Part("Least processor time: ") :: told(first, first.at) ++ List(Part(" a message; ")) ++
          told(other, below(other)) ++ List(Part(". "))
      case (Some(first), _) =>
        val took = s"${letters(below(first).toList ++ first.at)}, ${span(first, cores)}, measured at ${rates(first)}. "
        List(Part("Least processor time: "), Part(first.row.label, true), Part(took))
      case (None, _) => Nil

  /** Of numbers that are uncertain, why. */
  private def letters(told: List[AtRate]): String =
    val all =
      told.filter(_.entry.uncertain).flatMap(_.entry.marks).filter(Entry.makesUncertain).map(_.letter).distinct.sorted
    if all.isEmpty then "" else all.mkString(" (uncertain: ", ", ", ")")

  /** On what the answers rest. */
  private def loads(need: Need, figures: List[Figure], able: Seq[Answer]): String =
    val paced = Answers.paced(figures, need)
    val (used, how) =
      if paced.nonEmpty then (paced, "at fixed rates") else (Answers.full(figures, need), "at full speed only")
    used.headOption match
      case None =>
        val persistence = if need.kept.persistent then "persistent" else "non-persistent"
        s"Nothing here has messages of ${Numbers.bytes(need.bytes)} or more, $persistence."
      case Some(first) =>
        val larger = first.messageBytes.filter(_ > need.bytes).fold("")(size =>
          s" ${Numbers.bytes(need.bytes)} was not measured; the next larger size, ${Numbers.bytes(size)}, stands for it."
        )
        val between =
          if !able.exists(below(_).isDefined) then ""
          else
            s" ${Numbers.perSecond(need.perSecond)} was not measured: the numbers are those at the next lower and the next higher rate."
        s"From ${used.size} measured ${if used.sizeIs == 1 then "load" else "loads"} $how.$larger$between"

  private val head = List(
    "Row",
    "p99",
    "Measured at",
    "Broker CPU",
    "Broker CPU/msg",
    "Written/msg",
    "Does it up to",
    "Times what you ask",
    "Notes"
  )

  private def line(need: Need, one: Answer, reach: Reach): List[String] =
    val became = if reach.barely then "just so" else if reach.tooSlow then "held, but slower" else "not held"
    val beyond = reach.breaks.fold("")(next => s" (${Numbers.perSecond(next)} $became)")
    val least = if reach.breaks.isEmpty then "at least " else ""
    val early =
      Option.when(one.unstored)(s"wrote ${span(one, written)} a message: delivered before it was stored")
    val letters = span(one, _.entry.marks.map(_.letter).mkString)
    List(
      one.row.label,
      span(one, step => step.p99.fold("–")(p99 => Numbers.latency(p99.value))),
      rates(one),
      span(one, cores),
      span(one, cpuOf),
      span(one, written),
      s"$least${Numbers.perSecond(reach.upTo)}$beyond",
      s"${Numbers.digits(reach.upTo / need.perSecond)}×",
      (List(letters).filter(_.nonEmpty) ++ early).mkString(", ")
    )

  private def below(one: Answer): Option[AtRate] = one.reach.flatMap(_.below)

  /** What was measured below the rate that is needed, if it was not measured itself, and at or above it. */
  private def span(one: Answer, read: AtRate => String): String =
    (below(one).toList ++ one.at).map(read).distinct.mkString(" and ")

  private def rates(one: Answer): String = span(one, _.rate)
  private def cores(at: AtRate): String = at.entry.spent.cores.fold("–")(cores => s"${Numbers.digits(cores)} cores")
  private def cpuOf(at: AtRate): String = at.entry.spent.cpuUs.fold("–")(Numbers.latency)
  private def written(at: AtRate): String = at.entry.written.fold("–")(bytes => Numbers.bytes(math.rint(bytes)))

  private def others(title: String, rows: Seq[Answer]): List[Told] =
    if rows.isEmpty then Nil
    else List(Told.Listed(title, rows.map(one => s"${one.row.label}: ${one.because}").toList))
