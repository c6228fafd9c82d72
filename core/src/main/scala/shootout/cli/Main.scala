package shootout.cli

import shootout.broker.Catalogue
import shootout.campaign.{Contenders, Drivers, MemoryCheck, PreparedRun, Settings}
import shootout.engine.DestinationNaming
import shootout.scenario.{Plan, ScenarioFile}
import shootout.units.Counted

import java.net.InetAddress
import java.nio.file.{Files, Path}
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
      List(s"--url: no address is known for the host '$host'; check the name, and this machine's name service")
    }.toLeft(())

/** Whether a run may use another machine: `--yes` allows it, or a file that lists its host. */
private[cli] object Consent:
  /** What a run does on another machine. None if it stays on this one. */
  def words(prepared: PreparedRun): Option[String] =
    for
      external <- prepared.settings.external
      if isElsewhere(external.endpoint.host)
      pair <- prepared.settings.pairs.headOption
    yield
      val workloads = prepared.runs(pair).flatMap(_.workloads)
      val names = workloads.filter(_.phase.forall(_.index == 0)).flatMap(DestinationNaming(_, "").all)
      val named = workloads.flatMap(_.destinations.name).distinct
      val removes = prepared.spoken(pair).exists(_.removes)
      val own = if named.isEmpty then "" else named.mkString(" or with ", ", ", "")
      s"${Counted(names.size * prepared.settings.repeat, "destination")} on ${external.endpoint.host}, with names that " +
        s"begin with shootout_$own, fills them, and " +
        (if removes then "removes them afterwards" else "leaves them there, because this protocol cannot remove them")

  /** Left: it is not allowed, and how to allow it. */
  def check(
      prepared: PreparedRun,
      yes: Boolean,
      environment: Map[String, String] = sys.env
  ): Either[List[String], Unit] =
    val host = prepared.settings.external.fold("")(_.endpoint.host)
    words(prepared).filterNot(_ => yes || hosts(environment).contains(host)).map { words =>
      List(
        s"--url: this run creates $words. To allow that, write --yes, or add the line '$host' to ${file(environment)}"
      )
    }.toLeft(())

  private[cli] def isElsewhere(host: String): Boolean =
    !Try(InetAddress.getByName(host)).toOption.exists(_.isLoopbackAddress)

  /** The hosts in the file, one per line. */
  private[cli] def hosts(environment: Map[String, String]): List[String] =
    Try(Files.readAllLines(file(environment)).asScala.toList.map(_.trim)).getOrElse(Nil)

  private def file(environment: Map[String, String]): Path =
    val home = environment.getOrElse("HOME", sys.props("user.home"))
    Path.of(environment.getOrElse("XDG_CONFIG_HOME", s"$home/.config")).resolve("broker-shootout/hosts")
