package shootout.cli

import shootout.broker.Catalogue
import shootout.campaign.{Contenders, Drivers, MemoryCheck, PreparedRun, Settings}
import shootout.scenario.{Plan, ScenarioFile}

import java.net.InetAddress
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** `bin/benchmark-all`: reads options and plan, then prints the plan or runs all brokers. */
object Main:
  private val script =
    CommandRunner("benchmark-all", "Nothing was run. --help-all lists the options.", Options.MostUsed)

  def main(arguments: Array[String]): Unit =
    val options = Options()
    script.main(options, arguments)(run(options, arguments.toList))

  private def run(options: Options, arguments: List[String]): Either[List[String], Int] =
    read(options, arguments).map { prepared =>
      if prepared.settings.dryRun then DryRun.print(prepared)
      else
        Consent.words(prepared).foreach(words => println(s"This run creates $words."))
        Orchestrator(prepared).run()
    }

  /** Reads and checks everything that a run needs. */
  private[cli] def read(options: Options, arguments: List[String]): Either[List[String], PreparedRun] =
    for
      known <- Catalogue.read(CommandRunner.home.resolve("brokers")).left.map(_.map(_.toString))
      catalogue <- Contenders(known, options.brokers.asScala.toList, options.homes.asScala.toList).all
      drivers <- Drivers.check(catalogue)
      settings <- SettingsReader(options, CommandRunner.home, catalogue, arguments, access = drivers.access).read()
      _ <- named(settings)
      scenarios <- ScenarioFile.read(settings.scenarios).left.map(_.map(_.toString))
      plan <- Plan.from(scenarios, settings.plan).left.map(_.map(_.toString))
      whole <- Plan.from(scenarios, settings.plan.copy(only = Nil)).left.map(_.map(_.toString))
      prepared <- PreparedRun(settings, catalogue, plan, drivers, whole).checked
      _ <- MemoryCheck.check(prepared)
      _ <- if settings.dryRun then Right(()) else Consent.check(prepared, options.remote.yes)
    yield prepared

  /** Checks whether this machine can resolve the host of `--url`. */
  private def named(settings: Settings): Either[List[String], Unit] =
    settings.external.map(_.endpoint.host).filter(host => Try(InetAddress.getByName(host)).isFailure).map { host =>
      List(
        s"--url: no address is known for the host '$host'; check the name, and this machine's name service"
      )
    }.toLeft(())
