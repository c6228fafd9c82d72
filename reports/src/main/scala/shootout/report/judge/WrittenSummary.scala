package shootout.report.judge

/** How a summary is written. */
enum SummaryFormat:
  case Text, Markdown, Json

object SummaryFormat:
  val names: List[String] = values.toList.map(_.toString.toLowerCase(java.util.Locale.ROOT))

  def of(name: String): Option[SummaryFormat] = names.indexOf(name) match
    case -1 => None
    case i => Some(values(i))

/** The verdict, the ranking and the failures, as on top of the page, for a terminal, a document or a program. */
object WrittenSummary:
  def of(files: List[ujson.Value], format: SummaryFormat): String =
    val judgements = Judgement.perMachine(files)
    format match
      case SummaryFormat.Json => ujson.write(json(judgements), indent = 2) + "\n"
      case SummaryFormat.Markdown => judgements.map(text(_, markdown = true)).mkString("\n")
      case SummaryFormat.Text => judgements.map(text(_, markdown = false)).mkString("\n")

  /** Which rows can do what somebody needs. */
  def of(files: List[ujson.Value], need: Need, format: SummaryFormat): String =
    val judgement = Judgement(files)
    val answers = Answers.of(need, judgement.figures, judgement.rows)
    format match
      case SummaryFormat.Json => ujson.write(NeedJson.of(need, answers), indent = 2) + "\n"
      case _ => written(NeedTold.of(need, judgement.figures, answers), format == SummaryFormat.Markdown)

  private def json(judgements: List[Judgement]): ujson.Obj =
    val said = judgements.map(JudgedJson.of(_, Choice.everything)) match
      case List(alone) => alone.value.toList
      case several => List("machines" -> ujson.Arr.from(several))
    ujson.Obj.from(List(
      "format" -> ujson.Str("broker-shootout-summary"),
      "format_version" -> ujson.Num(1)
    ) ++ said)

  private def text(judgement: Judgement, markdown: Boolean): String =
    written(Told.of(judgement, everyRanking = false), markdown)

  private def written(told: List[Told], markdown: Boolean): String =
    told.map(if markdown then inMarkdown else inText)
      .mkString("", "\n\n", "\n")
      .filterNot(isObeyed)

  private def inText(told: Told): String = told match
    case Told.Heading(text) => s"$text:"
    case Told.Said(parts) => parts.map(_.text).mkString
    case Told.Grid(_, head, rows) => Table.text(head, rows)
    case Told.Listed(title, items) => (title :: items.map("  " + _)).mkString("\n")

  private def inMarkdown(told: Told): String = told match
    case Told.Heading(text) => s"## $text"
    case Told.Said(parts) => parts.map(part => if part.strong then s"**${part.text}**" else part.text).mkString
    case Told.Grid(_, head, rows) => Table.markdown(head, rows)
    case Told.Listed(title, items) => (title :: "" :: items.map("- " + _)).mkString("\n")

  /** Whether a terminal does something for it: the files may be a stranger's. (In JSON these are escaped.) */
  private def isObeyed(c: Char): Boolean = Character.isISOControl(c) && c != '\n'

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
