package shootout.report.compare

import java.io.PrintWriter
import java.nio.file.{Files, Path}
import java.util.concurrent.Callable
import picocli.CommandLine
import picocli.CommandLine.{Command, Help, Option as Opt, Parameters}
import scala.jdk.CollectionConverters.*
import shootout.analysis.Regressions
import shootout.report.Report
import shootout.units.orNone

/** `benchmark-compare OLD NEW` */
@Command(
  name = "benchmark-compare",
  sortOptions = false,
  customSynopsis = Array(
    "benchmark-compare [OPTIONS] OLD NEW",
    "   or: benchmark-compare [OPTIONS] DIR --brokers a,b"
  ),
  description = Array(
    "",
    "Shows what changed between two results: a table in the terminal, and a page.",
    "",
    "OLD and NEW are two folders with result files, or two result files. In folders, brokers are matched by name.",
    "With --brokers, two contenders of one folder are compared; the first one counts as old.",
    ""
  ),
  footer = Array(
    "",
    "A change is called noise if its interval contains 0. Results of different machines are refused.",
    "",
    "Exit status: 0 compared; 1 something got worse (only with --fail-on-regression); 2 bad usage or input, or",
    "different machines.",
    "",
    "Example:",
    "  benchmark-compare reports/monday reports/tuesday --fail-on-regression 5",
    "  benchmark-compare reports/bench-1 --brokers activemq,artemis --page /tmp/compare.html",
    "  benchmark-compare reports/bench-1 --brokers stomp-rabbitmq,rabbitmq-rabbitmq"
  )
)
class Main extends Callable[Integer]:
  @Parameters(arity = "1..2", paramLabel = "OLD NEW", hidden = true, `type` = Array(classOf[Path]))
  var paths: java.util.List[Path] = java.util.List.of()

  @Opt(
    names = Array("--brokers"),
    split = ",",
    paramLabel = "a,b",
    description = Array(
      "Compare these two of DIR: brokers, or result files without .json, such as",
      "stomp-rabbitmq,rabbitmq-rabbitmq."
    )
  )
  var brokers: java.util.List[String] = java.util.List.of()

  @Opt(
    names = Array("--page"),
    paramLabel = "FILE",
    description = Array("Write the page to this file. Default: compare.html in the folder of NEW.")
  )
  var page: Path | Null = null

  @Opt(
    names = Array("--mixed-machines"),
    description = Array("Compare even if the processor, cores, memory, disk, system or JVM differ.")
  )
  var mixedMachines: Boolean = false

  @Opt(
    names = Array("--fail-on-regression"),
    paramLabel = "PERCENT",
    description = Array(
      "Exit with 1 on a regression: the mean over all workloads, or one number, is worse by more than PERCENT, " +
        "even at the better end of its interval; or a workload now fails, delivers nothing or loses messages."
    )
  )
  var failOnRegression: String | Null = null

  @Opt(names = Array("--help"), usageHelp = true, description = Array("Show this help."))
  var help: Boolean = false

  override def call(): Integer =
    val asked =
      for percent <- limit; sides <- Sides.of(paths.asScala.toList, brokers.asScala.toList) yield (sides, percent)
    asked match
      case Left(problem) => complain(problem)
      case Right((sides, percent)) => compare(sides, percent)

  private def limit: Either[String, Option[Double]] = failOnRegression.orNone match
    case None => Right(None)
    case Some(text) =>
      val percent = text.trim.toDoubleOption.filter(_ >= 0)
      percent.map(Some(_)).toRight(s"--fail-on-regression: found '$text', expected a number of at least 0")

  private def compare(sides: Sides, limit: Option[Double]): Int =
    val pairs = sides.pairs
    val refusals = pairs.flatMap(_.differences).filter(_.refuses).distinct
    sides.problems.foreach(complain)
    if pairs.forall(_.workloads.forall(_.rows.isEmpty)) && pairs.forall(_.workloads.forall(_.worse.isEmpty)) then
      complain(("no load was measured on both sides" :: pairs.flatMap(_.notes)).mkString("; "))
    else if refusals.nonEmpty && !mixedMachines then
      complain(
        (List("these results come from different machines; use --mixed-machines to compare them anyway:") ++
          refusals.map(r => s"  $r")).mkString("\n")
      )
    else
      val regressions = limit.map(Regressions.beyond(_, pairs))
      print(TextTable(Help.Ansi.AUTO.enabled).render(sides))
      val drawn = draw(sides, regressions)
      for all <- regressions do
        if all.found.isEmpty then println(all.none) else all.found.foreach(words => println(s"Regression: $words"))
      if !drawn || sides.problems.nonEmpty then 2 else if regressions.exists(_.found.nonEmpty) then 1 else 0

  private def draw(sides: Sides, regressions: Option[Regressions]): Boolean =
    val target = page.orNone.getOrElse(folderOf(paths.asScala.last).resolve("compare.html"))
    Report.save(target, ComparePage.html(sides, regressions)) match
      case Right(file) =>
        println(s"\n$file")
        true
      case Left(problem) =>
        complain(problem)
        false

  private def folderOf(path: Path): Path =
    if Files.isDirectory(path) then path else path.toAbsolutePath.getParent

  private def complain(problem: String): Int =
    problem.linesIterator.foreach(line => Console.err.println(s"benchmark-compare: $line"))
    2

object Main:
  def main(args: Array[String]): Unit = sys.exit(run(args*))

  /** Returns the exit status. */
  def run(args: String*): Int =
    CommandLine(Main()).setOut(PrintWriter(Console.out, true)).setErr(PrintWriter(Console.err, true)).execute(args*)
