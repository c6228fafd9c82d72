package shootout.cli

import shootout.broker.Catalogue
import shootout.scenario.{Plan, ScenarioFile}

import java.net.InetAddress
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** `bin/benchmark-all`: options, plan, and then either the plan in print, the orchestration of all brokers, or (in a JVM
  * of its own) the load for one of them.
  */
object Main:
  private val script = Script("benchmark-all", "Nothing was run. --help lists the options.")

  def main(arguments: Array[String]): Unit =
    val options = Options()
    script.main(options, arguments)(run(options, arguments.toList))

  private def run(options: Options, arguments: List[String]): Either[List[String], Int] =
    for
      known <- Catalogue.read(Script.home.resolve("brokers")).left.map(_.map(_.toString))
      catalogue <- Contenders(known, options.brokers.asScala.toList, options.homes.asScala.toList).all
      settings <- SettingsReader(options, Script.home, catalogue, arguments.filterNot(_.startsWith("--load="))).read()
      _ <- named(settings)
      scenarios <- ScenarioFile.read(settings.scenarios).left.map(_.map(_.toString))
      plan <- Plan.from(scenarios, settings.plan).left.map(_.map(_.toString))
      whole <- Plan.from(scenarios, settings.plan.copy(only = Nil)).left.map(_.map(_.toString))
      drivers <- Drivers.check(catalogue)
      prepared <- Prepared(settings, catalogue, plan, drivers, whole).checked
      _ <- Memory.check(prepared)
    yield
      if settings.dryRun then DryRun.print(prepared)
      else if options.load.isEmpty then Orchestrator(prepared, arguments).run()
      else load(prepared, Share.of(options.load.asScala.toList))

  /** Whether the host of `--url` exists, as far as this machine knows. */
  private def named(settings: Settings): Either[List[String], Unit] =
    settings.external.map(_.endpoint.host).filter(host => Try(InetAddress.getByName(host)).isFailure).map { host =>
      List(
        s"--url: no address is known for the host '$host'; is the name right, and does this machine's name service work?"
      )
    }.toLeft(())

  private def load(prepared: Prepared, share: Share): Int =
    val ours = prepared.of(share)
    LoadJvm(if share.ceiling then Ceilings.prepare(ours, share.pair.protocol) else ours, share).execute()
