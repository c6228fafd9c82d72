package shootout.report.compare

import shootout.analysis.*
import shootout.report.judge.Table

/** Prints the comparison on a terminal.
  *
  * @param colour
  *   whether to dim noise and to highlight the rest; the words say the same
  */
class TextTable(colour: Boolean):
  private val dim = "2"
  private val red = "31"
  private val green = "32"

  /** Longer ids get a line of their own, so that the table fits into 80 columns. */
  private val widestId = 20
  private val lineWidth = 80

  def render(sides: Sides): String =
    val pairs = sides.pairs
    val head = List(s"old: ${sides.oldName}", s"new: ${sides.newName}") ++ warnings(pairs)
    val alone = List("old" -> sides.onlyOld, "new" -> sides.onlyNew).collect {
      case (side, names) if names.nonEmpty => s"Only in $side: ${names.mkString(", ")}"
    }
    val blocks = head.mkString("\n") :: pairs.map(block) ::: alone ::: List(Legend.counts(pairs), legend(pairs))
    blocks.filter(_.nonEmpty).mkString("", "\n\n", "\n")

  private def warnings(pairs: List[PairComparison]): List[String] =
    val differences = pairs.flatMap(_.differences).distinct
    val notes = pairs.flatMap(_.notes).distinct
    if differences.isEmpty && notes.isEmpty then Nil
    else "other differences:" :: (differences.map(d => s"  $d") ++ notes.map(n => s"  $n"))

  private def block(pair: PairComparison): String =
    val (others, compared) = pair.workloads.partition(_.isEmpty)
    val width = (4 :: compared.map(_.id.length).filter(_ <= widestId)).max
    val names =
      compared.flatMap(workload => workload.rows.map(_.measure) ++ workload.lone.map(_.measure)).map(_.name.length)
    val columns = Columns(width, (0 :: names).max)
    val table = if compared.isEmpty then Nil else columns.head :: compared.flatMap(lines(_, columns))
    val rest = others.map(workload => s"${workload.id}: ${Legend.why(workload)}")
    val worse = compared.flatMap(workload => workload.worse.map(words => paint(red, s"${workload.id}: $words")))
    val mean = pair.overall.map(one => paint(code(one.verdict), one.words))
    (emphasised(pair.title) :: mean.toList ::: table ::: worse ::: rest).mkString("\n")

  private def lines(workload: WorkloadComparison, columns: Columns): List[String] =
    val fits = workload.id.length <= columns.id
    val flags = Legend.letters(workload)
    def id(i: Int) = if i == 0 && fits then workload.id else ""
    def letters(i: Int) = if i == 0 then flags else ""
    val rows =
      workload.rows.zipWithIndex.map((row, i) => paint(code(row.verdict), columns.line(id(i), row, letters(i))))
    val lone = workload.lone.zipWithIndex.map: (one, j) =>
      val i = workload.rows.size + j
      paint(dim, columns.line(id(i), one, letters(i)))
    val note = workload.note.map(text => paint(dim, s"  $text"))
    (if fits then rows ++ lone else workload.id :: rows ++ lone) ++ note

  private def code(verdict: ChangeVerdict): String = verdict match
    case ChangeVerdict.Better => green
    case ChangeVerdict.Worse => red
    case ChangeVerdict.Noise => dim

  private def legend(pairs: List[PairComparison]): String =
    Legend.notes(pairs).flatMap(Table.wrapped(_, lineWidth)).mkString("\n")

  private def emphasised(text: String): String = paint("1", text)

  private def paint(code: String, text: String): String = if colour then s"\u001b[${code}m$text\u001b[0m" else text

/** The widths of the columns, and lines with these columns. */
private class Columns(val id: Int, name: Int):
  def head: String = line("load", "", "old", "new", "change (95 %)", "", "")

  def line(label: String, row: Row, flags: String): String =
    val change = row.change
    val unit = row.measure.unit
    val words =
      if change.percent.isInfinite then "from nothing"
      else if change.now == 0 && change.old > 0 then "to nothing"
      else
        val ends = change.interval.fold("?")((low, high) => s"${rounded(low)} to ${rounded(high)}")
        s"${rounded(change.percent)} ($ends) %"
    line(label, row.measure.name, unit.show(change.old), unit.show(change.now), words, Legend.word(row), flags)

  def line(label: String, lone: Lone, flags: String): String =
    def shown(value: Option[Double]) = value.fold("-")(lone.measure.unit.show)
    line(label, lone.measure.name, shown(lone.old), shown(lone.now), lone.why, "", flags)

  /** Above this percentage, the exact value does not matter. */
  private val Most = 9999.0

  /** Only small numbers have a decimal. */
  private def rounded(percent: Double): String =
    if percent.abs < 9.95 then Numbers.percent(percent)
    else if percent > Most then s">+${Most.toInt}"
    else String.format(java.util.Locale.ROOT, "%+.0f", percent)

  private def line(label: String, what: String, old: String, now: String, change: String, word: String, flags: String) =
    val left = s"${label.padTo(id, ' ')} ${what.padTo(name, ' ')}"
    f"$left $old%8s $now%8s $change%21s ${word.padTo(6, ' ')} $flags".stripTrailing
