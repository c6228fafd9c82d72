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
    "  benchmark-report reports/bench-1 reports/bench-2 --out reports/both"
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

  @Opt(names = Array("--help"), usageHelp = true, description = Array("Show this help."))
  var help: Boolean = false

  override def call(): Integer =
    val folders = dirs.asScala.toList
    val drawn = Report.draw(folders, Option(out).getOrElse(folders.head))
    drawn.problems.foreach(problem => Console.err.println(s"benchmark-report: $problem"))
    drawn.page.foreach(page => println(page))
    if drawn.problems.isEmpty then 0 else 2

object Main:
  def main(args: Array[String]): Unit = sys.exit(run(args*))

  /** The exit status. */
  def run(args: String*): Int =
    CommandLine(Main()).setOut(PrintWriter(Console.out, true)).setErr(PrintWriter(Console.err, true)).execute(args*)
