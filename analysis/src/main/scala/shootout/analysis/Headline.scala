package shootout.analysis

/** A piece of a sentence.
  *
  * @param rest
  *   what it counts without naming it
  */
case class Part(text: String, strong: Boolean = false, rest: List[String] = Nil)

/** The first sentence of a report. It is as strong as its numbers are sure. */
object Headline:
  /** More names than this are counted. */
  private val Named = 4

  def of(judged: Judged): List[Part] = judged.winners.headOption match
    case Some(winner) if judged.rows == 1 => only(winner)
    case Some(winner) => sentence(winner)
    case None if judged.races.isEmpty => List(Part("No winner can be named: no row got through any load."))
    case None => List(Part("No winner can be named: no row has enough numbers."))

  private def only(winner: Winner): List[Part] =
    Part("Only ") :: names(
      winner.best
    ) ::: Part(s" is here, in ${Words.cells(winner.cells)}: nobody to compare with.") :: cautions(winner)

  private def sentence(winner: Winner): List[Part] =
    val over = winner.family.fold("")(family => s" (${family.title.toLowerCase(java.util.Locale.ROOT)})")
    val first = Part(s"Over ${Words.cells(winner.cells)}$over, ")
    val rest = winner.confidence match
      case Confidence.None => Part(s"no winner can be named: ${winner.why}. ") :: candidates(winner)
      case Confidence.Tie => names(winner.best) :+ Part(s" tie: ${winner.why}.${behind(winner)}")
      case Confidence.Low => names(winner.best) ++ List(Part(" may be ahead"), before(winner), doubt(winner))
      case Confidence.Medium => names(winner.best) ++ List(Part(" is ahead"), before(winner), doubt(winner))
      case Confidence.High => names(winner.best) ++ List(Part(" wins"), before(winner)) ++ winner.besides.map(besides)
    (first :: rest ++ cautions(winner)).filter(_.text.nonEmpty)

  /** What the catalogue says of a winner: that it is no longer developed, say. */
  private def cautions(winner: Winner): List[Part] =
    val best = winner.best.take(Named).map(_.contender)
    best.flatMap(c => c.caution.map(text => s" ${c.title}: $text")).distinct.map(Part(_))

  private def besides(why: String): Part = Part(s" $why.")

  private def candidates(winner: Winner): List[Part] =
    Part("Best by the numbers: ") :: names(winner.best) ::: List(Part("."))

  private def before(winner: Winner): Part = winner.next.zip(winner.leads.headOption).fold(Part(".")): (next, lead) =>
    val sure = Words.interval(lead.ratio)
    Part(
      s": ${Words.least(winner)} ($sure) better than the runner-up, ${name(next)}, over the ${Words.cells(lead.cells)} that both measured."
    )

  private def doubt(winner: Winner): Part = Part(s" Confidence ${winner.confidence.name}: ${winner.why}.")

  private def behind(winner: Winner): String = winner.next
    .filter(_ => winner.lead.exists(_.ratio.factor >= 1))
    .fold("")(next => s" The runner-up, ${name(next)}, is ${Words.least(winner)} behind.")

  private def names(rows: List[Ranked]): List[Part] =
    val shown = rows.take(Named)
    val parts = shown.zipWithIndex.flatMap: (row, i) =>
      val joint = if i == 0 then "" else if i == rows.size - 1 then " and " else ", "
      List(Part(joint), Part(row.contender.label, strong = true), Part(s" (${about(row)})"))
    val rest = rows.drop(Named).map(row => s"${row.contender.label} (${about(row)})")
    if rest.nonEmpty then parts :+ Part(s" and ${rest.size} more", rest = rest) else parts

  private def name(row: Ranked): String =
    s"${row.contender.label} (${(Words.promise(row.contender) :: Words.doubt(row).toList).mkString("; ")})"

  private def about(row: Ranked): String =
    val part = Option.when(row.measured < row.cells)(s"in ${row.measured} of ${Words.cells(row.cells)}")
    ((Words.promise(row.contender) :: part.toList).mkString(", ") :: Words.doubt(row).toList).mkString("; ")
