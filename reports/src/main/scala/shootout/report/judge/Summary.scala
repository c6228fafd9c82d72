package shootout.report.judge

import shootout.report.Numbers

/** How a summary is written. */
enum SummaryFormat:
  case Text, Markdown, Json

object SummaryFormat:
  val names: List[String] = values.toList.map(_.toString.toLowerCase(java.util.Locale.ROOT))

  def of(name: String): Option[SummaryFormat] = names.indexOf(name) match
    case -1 => None
    case i => Some(values(i))

/** The verdict, the ranking and the failures, as on top of the page, for a terminal, a document or a program. */
object Summary:
  def of(files: List[ujson.Value], format: SummaryFormat): String =
    val judgements = Judgement.perMachine(files)
    format match
      case SummaryFormat.Json => ujson.write(json(judgements), indent = 2) + "\n"
      case SummaryFormat.Markdown => judgements.map(text(_, markdown = true)).mkString("\n")
      case SummaryFormat.Text => judgements.map(text(_, markdown = false)).mkString("\n")

  private def json(judgements: List[Judgement]): ujson.Obj =
    val said = judgements.map(JudgedJson.of(_, Choice.everything)) match
      case List(alone) => alone.value.toList
      case several => List("machines" -> ujson.Arr.from(several))
    ujson.Obj.from(List(
      "format" -> ujson.Str("broker-shootout-summary"),
      "format_version" -> ujson.Num(1)
    ) ++ said)

  private def text(judgement: Judgement, markdown: Boolean): String =
    val judged = judgement.of(Choice.everything)
    val machine = judgement.machine.map(one => if markdown then s"## On ${one.label}" else s"On ${one.label}:")
    def strong(part: Part) = if markdown && part.strong then s"**${part.text}**" else part.text
    val headline = Headline.of(judged).map(strong).mkString
    val alone = judged.rows == 1
    val verdict = if alone then Nil else judged.verdict.map(line)
    val ranking = if alone then Nil else judged.tables.headOption.toList.flatMap(_._2).map(row)
    val numbers = if alone then judged.races.map(number) else Nil
    val table = if markdown then Table.markdown else Table.text
    List(
      machine,
      Some(headline),
      Option.when(verdict.nonEmpty)(table(verdictHead, verdict)),
      Option.when(judged.unexercised.nonEmpty)(leftOut(judged.unexercised)),
      Option.when(judged.early.nonEmpty)(countedEarly(judged.early)),
      Option(judged.batches.flatMap(BatchesWords.lines).mkString("\n")),
      Option.when(numbers.nonEmpty)(table(numbersHead, numbers)),
      Option.when(ranking.nonEmpty)(table(rankingHead, ranking)),
      Some(failures(judged.failures, markdown)),
      Some(certainty(judged.certainty))
    ).flatten.filter(_.nonEmpty).mkString("", "\n\n", "\n").filterNot(isObeyed)

  /** Whether a terminal does something for it: the files may be a stranger's. (In JSON these are escaped.) */
  private def isObeyed(c: Char): Boolean = Character.isISOControl(c) && c != '\n'

  /** A line of the verdict counts further names. */
  private val Named = 2

  private val verdictHead = List("For", "Winner", "Lead", "Runner-up", "Confidence")

  private def line(one: Winner): List[String] =
    val winners = one.confidence match
      case Confidence.None => "none named"
      case _ =>
        val more = Option.when(one.best.sizeIs > Named)(s"and ${one.best.size - Named} more")
        (one.best.take(Named).map(_.contender.label) ++ more).mkString("; ")
    val lead = if one.leads.isEmpty || one.confidence == Confidence.None then "-" else Words.lead(one)
    List(
      Words.title(one),
      winners,
      lead,
      one.next.fold("-")(_.contender.label),
      s"${one.confidence.name}: ${one.why}"
    )

  private def leftOut(rows: List[Ranked]): String =
    val each = rows.flatMap(row => Words.unexercised(row).map(words => s"${row.contender.label} ($words)"))
    s"Not in the verdict of persistent loads: ${each.mkString("; ")}."

  private def countedEarly(rows: List[(Contender, List[(Family, Int)])]): String =
    val each = rows.map((row, cells) => s"${row.label} (${Words.early(cells)})")
    s"${Words.Early}${each.mkString("; ")}."

  private val rankingHead = List("Rank", "Row", "Factor", "95 %", "Loads", "Notes")

  private def row(one: Ranked): List[String] =
    val known = !one.ratio.factor.isInfinite
    List(
      one.place.fold("-")(_.toString),
      s"${one.contender.label} ${Words.promise(one.contender)}",
      if known then Words.times(one.ratio.factor) else "-",
      if known then Words.interval(one.ratio) + (if one.guess then "?" else "") else "-",
      s"${one.measured}/${one.cells}",
      Words.trouble(one).mkString(", ")
    )

  private val numbersHead = List("Load", "Judged by", "Number", "95 %", "Marks")

  /** Of a single row: its own numbers, for there is nobody to compare them with. */
  private def number(race: Race): List[String] =
    val (by, one) = (JudgedBy.of(race.figure), race.standings.head)
    def shown(value: Double) = if by.more then s"${Numbers.si(value)}/s" else Numbers.micros(value)
    List(
      race.figure.id,
      by.words,
      one.number.fold(one.state.name.replace('_', ' '))(n => shown(n.value)),
      one.number.fold("-")(n => s"${shown(n.low)} to ${shown(n.high)}${if n.guess then "?" else ""}"),
      one.entry.marks.map(_.letter).mkString
    )

  private def failures(all: List[Failures], markdown: Boolean): String =
    if all.isEmpty then "Failures and outliers: none."
    else
      val lines = all.map(one =>
        s"${if markdown then "-" else " "} ${one.contender.label}: ${Words.failures(one).mkString("; ")}"
      )
      ("Failures and outliers:" :: (if markdown then "" :: lines else lines)).mkString("\n")

  private def certainty(one: Certainty): String =
    val marks = one.letters.map((doubt, times) => s"${doubt.letter} ${doubt.mark.replace('_', ' ')}: $times")
    val uncertain =
      if one.uncertain == 0 then s"none of ${one.numbers} numbers is uncertain"
      else s"${one.uncertain} of ${one.numbers} numbers are uncertain (${marks.mkString(", ")})"
    val guesses = Option.when(one.guesses > 0)(
      s"${one.guesses} rest on one repetition, so their intervals (?) are guesses; --repeat 3 gives real ones"
    )
    val said =
      if one.numbers == 0 then "" else (s"Confidence: $uncertain" :: guesses.toList).mkString("", "; ", ".")
    List(said, Words.measured(one)).filter(_.nonEmpty).mkString(" ")

/** Columns of text. */
private object Table:
  def text(head: List[String], rows: List[List[String]]): String =
    val widths = (head :: rows).transpose.map(_.map(_.length).max)
    val lines =
      for row <- head :: rows yield row.zip(widths).map((cell, width) => cell.padTo(width, ' ')).mkString("  ")
    lines.map(_.stripTrailing).mkString("\n")

  def markdown(head: List[String], rows: List[List[String]]): String =
    def line(cells: List[String]) = cells.map(_.replace("|", "\\|")).mkString("| ", " | ", " |")
    (line(head) :: head.map(_ => "---").mkString("|", "|", "|") :: rows.map(line)).mkString("\n")
