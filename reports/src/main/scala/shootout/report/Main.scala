package shootout.report

import java.io.PrintWriter
import java.nio.file.Path
import java.util.concurrent.Callable
import picocli.CommandLine
import picocli.CommandLine.{Command, Option as Opt, Parameters}
import scala.jdk.CollectionConverters.*

/** `benchmark-report DIR...` */
@Command(
  name = "benchmark-report",
  sortOptions = false,
  description = Array(
    "Draws the report again from the result files (*.json) of one or more folders.",
    "",
    "The page needs nothing but itself: open it from disk, offline, or send it to somebody.",
    ""
  ),
  footer = Array(
    "",
    "Exit status: 0 drawn; 2 a folder or file could not be used (it is named, and left out of the page).",
    "",
    "Example:",
    "  benchmark-report reports/bench-1",
    "  benchmark-report reports/bench-1 reports/bench-2 --out reports/both",
    "  benchmark-report reports/bench-1 --hdr latencies"
  )
)
class Main extends Callable[Integer]:
  @Parameters(
    arity = "1..*",
    paramLabel = "DIR",
    `type` = Array(classOf[Path]),
    description = Array("Folder with result files.")
  )
  var dirs: java.util.List[Path] = java.util.List.of()

  @Opt(names = Array("--out"), paramLabel = "DIR", description = Array("Folder of the page; default: the first DIR."))
  var out: Path | Null = null

  @Opt(
    names = Array("--hdr"),
    paramLabel = "DIR",
    description = Array(
      "Also write the latencies of each cell as an HdrHistogram log,",
      "DIR/<protocol>-<broker>/<cell>.hdr; values are microseconds, tags tell end_to_end, send, round_trip and",
      "schedule_delay apart."
    )
  )
  var hdr: Path | Null = null

  @Opt(names = Array("--help"), usageHelp = true, description = Array("Show this help."))
  var help: Boolean = false

  override def call(): Integer =
    val folders = dirs.asScala.toList
    val drawn = Report.draw(folders, Option(out).getOrElse(folders.head))
    drawn.problems.foreach(problem => Console.err.println(s"benchmark-report: $problem"))
    drawn.page.foreach(page => println(page))
    val logged = Option(hdr).toList.flatMap(logs(folders, _))
    if drawn.problems.isEmpty && logged.isEmpty then 0 else 2

  /** What went wrong. */
  private def logs(folders: List[Path], dir: Path): List[String] =
    val (written, problems) = HdrLogs.write(ResultFiles.in(folders.distinct).files, dir)
    problems.foreach(problem => Console.err.println(s"benchmark-report: $problem"))
    println(s"$dir: $written HdrHistogram logs")
    problems

object Main:
  def main(args: Array[String]): Unit = sys.exit(run(args*))

  /** The exit status. */
  def run(args: String*): Int =
    CommandLine(Main()).setOut(PrintWriter(Console.out, true)).setErr(PrintWriter(Console.err, true)).execute(args*)
