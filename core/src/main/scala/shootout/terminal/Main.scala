package shootout.terminal

import shootout.broker.Catalogue
import shootout.campaign.{Assignment, Ceilings, Contenders, Drivers, Memory, Prepared, Settings, WorkOrder}
import shootout.host.{ChildJvm, ExitStatus, FolderLock, GeneratorPool, LoadJvm}
import shootout.scenario.{Plan, ScenarioFile}
import shootout.units.orNone

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
    read(options, arguments).map { (prepared, order) =>
      if prepared.settings.dryRun then DryRun.print(prepared)
      else
        if order.isEmpty then Consent.words(prepared).foreach(words => println(s"There it makes $words."))
        order.fold(Orchestrator(prepared, arguments).run())(load(prepared, _, arguments))
    }

  /** All that was asked for, found good; and what a load JVM has to do of it. */
  private[terminal] def read(
      options: Options,
      arguments: List[String]
  ): Either[List[String], (Prepared, Option[WorkOrder])] =
    for
      known <- Catalogue.read(Script.home.resolve("brokers")).left.map(_.map(_.toString))
      catalogue <- Contenders(known, options.brokers.asScala.toList, options.homes.asScala.toList).all
      drivers <- Drivers.check(catalogue)
      typed = arguments.filterNot(_.startsWith("--load="))
      settings <- SettingsReader(options, Script.home, catalogue, typed, access = drivers.access).read()
      _ <- named(settings)
      order = options.load.orNone.map(WorkOrder.read)
      plans <- order.fold(resolved(settings))(o => Right(o.plan -> o.whole))
      prepared <- Prepared(settings, catalogue, plans._1, drivers, plans._2).checked
      _ <- Memory.check(prepared)
      _ <- if settings.dryRun then Right(()) else Consent.check(prepared, options.remote.yes)
    yield prepared -> order

  /** What is asked for, and what there is in this profile. */
  private def resolved(settings: Settings): Either[List[String], (Plan, Plan)] =
    val plans =
      for
        scenarios <- ScenarioFile.read(settings.scenarios)
        plan <- Plan.from(scenarios, settings.plan)
        whole <- Plan.from(scenarios, settings.plan.copy(only = Nil))
      yield plan -> whole
    plans.left.map(_.map(_.toString))

  /** Whether the host of `--url` exists, as far as this machine knows. */
  private def named(settings: Settings): Either[List[String], Unit] =
    settings.external.map(_.endpoint.host).filter(host => Try(InetAddress.getByName(host)).isFailure).map { host =>
      List(
        s"--url: no address is known for the host '$host'; is the name right, and does this machine's name service work?"
      )
    }.toLeft(())

  /** What is for the load JVMs of an assignment. */
  private[terminal] def ours(prepared: Prepared, assignment: Assignment): Prepared =
    val ours = prepared.of(assignment)
    if assignment.ceiling then Ceilings.prepare(ours, assignment.pair.protocol) else ours

  private def load(prepared: Prepared, order: WorkOrder, arguments: List[String]): Int =
    // the folders of the whole run, not the one beside them in which ceilings are kept
    FolderLock.holdLoad(prepared.settings) match
      case Left(problem) =>
        script.say(problem)
        ExitStatus.Usage
      case Right(()) =>
        val generators = prepared.settings.generators
        val flags = ChildJvm.loadFlags(prepared.drivers.flags(order.assignment.pair.protocol))
        val another = () => ChildJvm.startPiped(flags, "shootout.terminal.GeneratorMain", arguments)
        val others = Option.when(generators > 1)(GeneratorPool(generators, another))
        LoadJvm(ours(prepared, order.assignment), order.assignment, others, order.feed).execute()
