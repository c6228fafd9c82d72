package shootout.report

import java.io.PrintWriter
import java.nio.file.Path
import java.util.concurrent.Callable
import java.util.spi.ToolProvider
import picocli.CommandLine
import picocli.CommandLine.{Command, Option as Opt, Parameters}
import scala.annotation.unused
import scala.jdk.CollectionConverters.*
import shootout.report.check.Check
import shootout.report.judge.{SummaryFormat, WrittenSummary}
import shootout.units.orNone

/** `benchmark-report DIR...` */
@Command(
  name = "benchmark-report",
  abbreviateSynopsis = true,
  sortOptions = false,
  description = Array(
    "Writes the report again from the result files (*.json) of one or more folders.",
    "",
    "You can open the page from disk, without a network. Its samples, curves and logs are in the folder index-data " +
      "next to it.",
    ""
  ),
  footer = Array(
    "",
    "Exit status: 0 written; 1 --check found a problem; 2 a folder or file could not be read; it is named and left out.",
    "",
    "Example:",
    "  benchmark-report reports/bench-1",
    "  benchmark-report reports/bench-1 reports/bench-2 --out reports/both",
    "  benchmark-report reports/bench-1 --hdr latencies",
    "  benchmark-report reports/bench-1 --single-file shootout.html",
    "  benchmark-report --index reports",
    "  benchmark-report --summary markdown reports/bench-1",
    "  benchmark-report --check reports/bench-1"
  )
)
class Main extends Callable[Integer]:
  @Parameters(
    arity = "0..*",
    paramLabel = "DIR",
    `type` = Array(classOf[Path]),
    description = Array("Folder with result files.")
  )
  var dirs: java.util.List[Path] = java.util.List.of()

  @Opt(
    names = Array("--out"),
    paramLabel = "DIR",
    description = Array(
      "Write the page to this folder. Default: the first DIR."
    )
  )
  var out: Path | Null = null

  @Opt(
    names = Array("--single-file"),
    paramLabel = "FILE",
    description =
      Array("Write the whole report as one FILE, which you can send.")
  )
  var singleFile: Path | Null = null

  @Opt(
    names = Array("--index"),
    paramLabel = "DIR",
    description = Array(
      "List all runs below DIR in DIR/index.html, so that you can publish DIR. Runs without a page get one. " +
        "benchmark-all does this for a run in a folder named reports."
    )
  )
  var index: Path | Null = null

  @Opt(
    names = Array("--hdr"),
    paramLabel = "DIR",
    description = Array(
      "Also write the latencies of each workload as an HdrHistogram log in microseconds: " +
        "DIR/<protocol>-<broker>/<workload>.hdr. Tags name the kind of latency. The log has one interval per " +
        "sample if the run kept them (folder latencies), otherwise one in all."
    )
  )
  var hdr: Path | Null = null

  @Opt(
    names = Array("--summary"),
    paramLabel = "FORMAT",
    description = Array(
      "Print the verdict and the ranking as text, markdown or json. Writes no page without --out or " +
        "--single-file."
    )
  )
  var summary: String | Null = null

  @Opt(
    names = Array("--check"),
    description = Array("Write nothing. Report problems of the result files in and below DIR.")
  )
  var check: Boolean = false

  @Opt(names = Array("--help"), usageHelp = true, description = Array("Show this help."))
  var help: Boolean = false

  override def call(): Integer =
    val folders = dirs.asScala.toList
    val format = summary.orNone.flatMap(SummaryFormat.of)
    if summary != null && format.isEmpty then
      Console.err.println(
        s"benchmark-report: --summary: found '$summary', expected ${SummaryFormat.names.mkString(", ")}"
      )
      2
    else if folders.isEmpty && (index == null || check) then
      Console.err.println("benchmark-report: no folder is given; give one, or --index DIR (see --help)")
      2
    else if check then checked(folders)
    else made(folders, format)

  private def made(folders: List[Path], printed: Option[SummaryFormat]): Integer =
    val unread = if folders.isEmpty then Nil else printed.toList.flatMap(summarised(folders, _))
    val drawn =
      if folders.isEmpty || (printed.isDefined && out == null && singleFile == null) then None else Some(page(folders))
    val listed = (index.orNone, drawn) match
      case (Some(root), _) => Some(Runs.list(root))
      case (None, Some(_)) if singleFile == null => Runs.listBeside(outOf(folders))
      case _ => None
    val problems = drawn.toList.flatMap(tell) ++ listed.toList.flatMap(tellRuns)
    val logged = if folders.isEmpty then Nil else hdr.orNone.toList.flatMap(logs(folders, _))
    if problems.isEmpty && logged.isEmpty && unread.isEmpty then 0 else 2

  /** Prints what is wrong with the files and returns the exit status. */
  private def checked(folders: List[Path]): Integer =
    val found = Check.below(folders)
    found.missing.foreach(problem => Console.err.println(s"benchmark-report: $problem"))
    found.complaints.foreach(complaint => Console.err.println(complaint))
    if found.missing.nonEmpty then 2
    else
      if found.wrong == 0 then println(found.summary) else Console.err.println(found.summary)
      if found.wrong == 0 then 0 else 1

  /** Prints the summary and returns what is wrong with the files. */
  private def summarised(folders: List[Path], format: SummaryFormat): List[String] =
    val found = ResultFiles.in(folders.distinct)
    // If there is also a page, `tell` prints the problems.
    if out == null && singleFile == null then
      found.problems.foreach(problem => Console.err.println(s"benchmark-report: $problem"))
    if found.files.nonEmpty then println(WrittenSummary.of(found.files.map(_.judged), format))
    found.problems

  private def outOf(folders: List[Path]): Path = out.orNone.getOrElse(folders.head)

  private def page(folders: List[Path]): Drawn =
    singleFile.orNone.fold(Report.draw(folders, outOf(folders)))(Report.drawAs(folders, _))

  /** Prints where the page is and what is wrong. Returns the latter. */
  private def tell(drawn: Drawn): List[String] =
    drawn.problems.foreach(problem => Console.err.println(s"benchmark-report: $problem"))
    drawn.page.foreach(page => println(page))
    drawn.problems

  /** A list of runs that was not asked for must not make this report fail. So the problems of other runs are only shown
    * on the list.
    */
  private def tellRuns(drawn: Drawn): List[String] =
    if index != null then tell(drawn)
    else
      drawn.page.foreach(page => println(s"All runs: $page"))
      Nil

  /** Writes the logs and returns what went wrong. */
  private def logs(folders: List[Path], dir: Path): List[String] =
    val logged = HdrLogs.write(ResultFiles.in(folders.distinct).files, dir)
    logged.problems.foreach(problem => Console.err.println(s"benchmark-report: $problem"))
    println(s"$dir: ${logged.logs} HdrHistogram logs, ${logged.byInterval} of them interval by interval")
    logged.problems

object Main:
  def main(args: Array[String]): Unit = sys.exit(run(args*))

  /** Returns the exit status. */
  def run(args: String*): Int =
    CommandLine(Main()).setOut(PrintWriter(Console.out, true)).setErr(PrintWriter(Console.err, true)).execute(args*)

/** `benchmark-report` within a running JVM, so that a run can draw its page without starting another JVM. It prints to
  * the console of that JVM.
  */
final class ReportTool extends ToolProvider:
  def name: String = "benchmark-report"

  def run(@unused out: PrintWriter, @unused err: PrintWriter, arguments: String*): Int = Main.run(arguments*)
