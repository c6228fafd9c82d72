package shootout.report.judge

import shootout.analysis.*

/** A block of a summary, independent of its format. */
enum SummaryBlock:
  case Heading(text: String)
  case Said(parts: List[Part])
  case Grid(title: String, head: List[String], rows: List[List[String]])
  case Listed(title: String, items: List[String])

/** What a judgement says from top to bottom: verdict, ranking, failures, and how certain the numbers are. */
object SummaryBlock:
  /** @param everyRanking
    *   whether to include the rankings of all kinds of work, and not only the overall one
    */
  def of(judgement: Judgement, everyRanking: Boolean): List[SummaryBlock] =
    val judged = judgement.of(Choice.everything)
    val tables = if everyRanking then judged.tables else judged.tables.take(1)
    val grids =
      if judged.rows == 1 then List(Grid("Numbers", numbersHead, judged.races.map(number)))
      else
        tables.map((division, rows) =>
          Grid(s"Ranking: ${division.title}", rankingHead, rows.map(row(_, judged)))
        )
    val all = List(
      judgement.machine.toList.map(one => Heading(s"On ${one.label}")),
      List(Said(Headline.of(judged))),
      if judged.rows == 1 then Nil else List(Grid("Verdict", verdictHead, judged.verdicts.map(line))),
      said(if judged.unexercised.isEmpty then "" else leftOut(judged.unexercised)),
      said(if judged.early.isEmpty then "" else countedEarly(judged.early)),
      said(judged.batches.flatMap(BatchesWords.lines).mkString("\n")),
      grids,
      failures(judged.failures),
      said(certainty(judged.certainty))
    )
    all.flatten.filter:
      case Grid(_, _, rows) => rows.nonEmpty
      case _ => true

  private def said(text: String): List[SummaryBlock] = if text.isEmpty then Nil else List(Said(List(Part(text))))

  private val verdictHead = List("For", "Best")

  private def line(one: Verdict): List[String] =
    val apart = Sentences.apart(one)
    List(one.division.title, Sentences.answer(one).map(_.text).mkString + (if apart.isEmpty then "" else s". $apart"))

  private def leftOut(rows: List[Ranked]): String =
    val each = rows.flatMap(row => Sentences.unexercised(row).map(words => s"${row.contender.label} ($words)"))
    s"Not in the verdict of persistent loads: ${each.mkString("; ")}."

  private def countedEarly(rows: List[(Contender, List[(Family, Int)])]): String =
    val each = rows.map((row, workloads) => s"${row.label} (${Sentences.early(workloads)})")
    s"${Sentences.Early}${each.mkString("; ")}."

  private val rankingHead = List("Rank", "Row", "Factor", "95 %", "Loads", "Notes")

  private def row(one: Ranked, judged: Judged): List[String] =
    val known = !one.ratio.factor.isInfinite
    val late = judged.late(one.contender)
    val elsewhere = Option.when(late > 0 && !one.flags.contains(Doubt.Unstored)):
      s"D: delivered before it was stored in ${Sentences.workloads(late)} of other rankings"
    List(
      one.place.fold("-")(_.toString),
      s"${one.contender.label} ${Sentences.promise(one.contender)}",
      if known then Sentences.times(one.ratio.factor) else "-",
      if known then Sentences.interval(one.ratio) + (if one.ratio.guess then "?" else "") else "-",
      s"${one.measured}/${one.workloads}",
      (Sentences.trouble(one) ++ elsewhere).mkString(", ")
    )

  private val numbersHead = List("Load", "Judged by", "Number", "95 %", "Flags")

  /** The numbers of a single contender, because there is no other one to compare it with. */
  private def number(race: LoadRanking): List[String] =
    val (by, one) = (race.load.criterion, race.rows.head)
    def shown(value: Double) = if by.more then s"${Numbers.si(value)}/s" else Numbers.micros(value)
    List(
      race.load.id,
      by.words,
      one.number.fold(one.state.name.replace('_', ' '))(n => shown(n.value)),
      one.number.fold("-")(n => s"${shown(n.low)} to ${shown(n.high)}${if n.guess then "?" else ""}"),
      (one.entry.flags ++ Option.when(one.entry.unexercised(race.load))(Doubt.Unstored)).map(_.letter).mkString
    )

  private def failures(all: List[Failures]): List[SummaryBlock] =
    if all.isEmpty then said("Failures and outliers: none.")
    else
      val lines = all.map(one => s"${one.contender.label}: ${Sentences.failures(one).mkString("; ")}")
      List(Listed("Failures and outliers:", lines))

  private def certainty(one: Certainty): String =
    val uncertain =
      if one.uncertain == 0 then s"none of ${one.numbers} numbers is uncertain"
      else s"${one.uncertain} of ${one.numbers} numbers are uncertain (${Sentences.flags(one)})"
    val guesses = Option.when(one.guesses > 0)(
      s"${one.guesses} rest on one repetition, so their intervals (?) are guesses; --repeat 3 gives real ones"
    )
    val sentence =
      if one.numbers == 0 then "" else (s"Confidence: $uncertain" :: guesses.toList).mkString("", "; ", ".")
    List(sentence, Sentences.measured(one)).filter(_.nonEmpty).mkString(" ")

/** The format of a summary. */
enum SummaryFormat:
  case Text, Markdown, Json

object SummaryFormat:
  val names: List[String] = values.toList.map(_.toString.toLowerCase(java.util.Locale.ROOT))

  def of(name: String): Option[SummaryFormat] = names.indexOf(name) match
    case -1 => None
    case i => Some(values(i))

/** The verdict, the ranking and the failures, as at the top of the page, for a terminal, a document or a program. */
object WrittenSummary:
  def of(files: List[JudgedResult], format: SummaryFormat): String =
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
    written(SummaryBlock.of(judgement, everyRanking = false), markdown)

  private def written(blocks: List[SummaryBlock], markdown: Boolean): String =
    blocks.map(if markdown then inMarkdown else inText)
      .mkString("", "\n\n", "\n")
      .filterNot(isObeyed)

  private def inText(block: SummaryBlock): String = block match
    case SummaryBlock.Heading(text) => s"$text:"
    case SummaryBlock.Said(parts) => parts.map(_.text).mkString
    case SummaryBlock.Grid(_, head, rows) => Table.text(head, rows)
    case SummaryBlock.Listed(title, items) => (title :: items.map("  " + _)).mkString("\n")

  private def inMarkdown(block: SummaryBlock): String = block match
    case SummaryBlock.Heading(text) => s"## $text"
    case SummaryBlock.Said(parts) => parts.map(part => if part.strong then s"**${part.text}**" else part.text).mkString
    case SummaryBlock.Grid(_, head, rows) => Table.markdown(head, rows)
    case SummaryBlock.Listed(title, items) => (title :: "" :: items.map("- " + _)).mkString("\n")

  /** Whether a terminal would obey the character: the files may come from someone else. JSON escapes such characters.
    */
  private def isObeyed(c: Char): Boolean = Character.isISOControl(c) && c != '\n'

/** Text in columns. */
object Table:
  private val Width = 118

  /** The last column is wrapped. */
  def text(head: List[String], rows: List[List[String]]): String =
    val widths = (head :: rows).transpose.init.map(_.map(_.length).max)
    val indent = widths.map(_ + 2).sum
    val lines =
      for row <- head :: rows yield
        val fixed = row.zip(widths).map((field, width) => field.padTo(width, ' ') + "  ").mkString
        fixed + wrapped(row.last, Width - indent).mkString("\n" + " " * indent)
    lines.map(_.stripTrailing).mkString("\n")

  /** Breaks a text into lines that fit. */
  def wrapped(text: String, width: Int): List[String] =
    text.split(' ').foldLeft(List("")): (lines, word) =>
      if lines.head.isEmpty then word :: lines.tail
      else if lines.head.length + 1 + word.length <= width then s"${lines.head} $word" :: lines.tail
      else word :: lines
    .reverse

  def markdown(head: List[String], rows: List[List[String]]): String =
    def line(workloads: List[String]) = workloads.map(_.replace("|", "\\|")).mkString("| ", " | ", " |")
    (line(head) :: head.map(_ => "---").mkString("|", "|", "|") :: rows.map(line)).mkString("\n")
