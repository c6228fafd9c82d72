package shootout.cli

import picocli.CommandLine
import shootout.broker.Catalogue
import shootout.scenario.{Plan, ScenarioFile}

import java.nio.file.Path
import scala.jdk.CollectionConverters.*

/** `bin/benchmark-all`: options, plan, and then either the plan in print, the orchestration of all brokers, or (in a JVM
  * of its own) the load for one of them.
  */
object Main:
  val Usage = 2

  /** Of the load JVM, should it throw what it ought to have caught; the orchestrator makes 1 of it. */
  private val Bug = 70

  def main(arguments: Array[String]): Unit =
    val options = Options()
    val parser = CommandLine(options)
    val status =
      try
        parser.parseArgs(arguments*)
        if parser.isUsageHelpRequested then
          parser.usage(System.out)
          0
        else run(options, arguments.toList)
      catch
        case e: CommandLine.ParameterException =>
          complain(List(e.getMessage))
          Usage
        case e: java.nio.file.FileSystemException =>
          Console.err.println(s"benchmark-all: ${explain(e)}")
          Usage
        case e: Throwable =>
          e.printStackTrace()
          Bug
    sys.exit(status)

  private def run(options: Options, arguments: List[String]): Int =
    val home = Path.of(sys.props.getOrElse("shootout.home", ".")).toAbsolutePath.normalize
    val prepared =
      for
        catalogue <- Catalogue.read(home.resolve("brokers")).left.map(_.map(_.toString))
        settings <- SettingsReader(options, home, catalogue, arguments.filterNot(_.startsWith("--load="))).read()
        scenarios <- ScenarioFile.read(settings.scenarios).left.map(_.map(_.toString))
        plan <- Plan.from(scenarios, settings.plan).left.map(_.map(_.toString))
        drivers <- Drivers.check(catalogue)
        prepared <- Prepared(settings, catalogue, plan, drivers).checked
      yield prepared
    prepared match
      case Left(problems) =>
        complain(problems)
        Usage
      case Right(p) =>
        if p.settings.dryRun then DryRun.print(p)
        else if options.load.isEmpty then Orchestrator(p, arguments).run()
        else load(p, Share.of(options.load.asScala.toList))

  private def load(prepared: Prepared, share: Share): Int =
    val ours = prepared.of(share.pair.protocol)
    val whole = if share.ceiling then Ceilings.prepare(ours, share.pair.protocol) else ours
    LoadJvm(whole.copy(settings = whole.settings.copy(seed = Some(share.seed))), share).execute()

  private def explain(e: java.nio.file.FileSystemException): String =
    val reason = Option(e.getReason).map(_.toLowerCase).getOrElse(e.getClass.getSimpleName)
    s"${e.getFile} cannot be used: $reason"

  private def complain(problems: List[String]): Unit =
    problems.foreach(problem => Console.err.println(s"benchmark-all: $problem"))
    Console.err.println("Nothing was run. --help lists the options.")
