package shootout.host

import shootout.broker.{OwnProcesses, StartOptions}
import shootout.campaign.{Assignment, BrokerDescription, Journal, NoBroker, Order, Prepared, WarmUp}
import shootout.driver.Protocol
import shootout.machine.Disk
import shootout.metrics.{FeedAddress, Teller}
import shootout.run.{CellDraft, Naming}
import shootout.result.Status
import shootout.scenario.{Cell, Plan}
import shootout.units.{DestinationType, EpochMillis}

import scala.concurrent.duration.*

/** One broker over one protocol, one repetition, in a JVM of its own: gets the broker, runs every cell against it, writes each result.
  *
  * @param others
  *   load JVMs with which it shares the clients; none: it has all of them
  * @param feed
  *   where to tell what is being measured
  */
final class LoadJvm(
    prepared: Prepared,
    assignment: Assignment,
    others: Option[GeneratorPool],
    feed: Option[FeedAddress]
):
  private val settings = prepared.settings
  private val protocolName = assignment.pair.protocol
  private val data = DataFolder(settings.data)
  private val processes = OwnProcesses()
  private val progress = feed.map(Teller(_)).foldLeft(Progress.of(assignment))(Telling(_, _))
  private val stopping = Stopping().withParent()
  private val run = Naming.randomRun()

  /** @return the exit status */
  def execute(): Int =
    // the last resort, should anything below throw; in an orderly end nothing is left to do
    Runtime.getRuntime.addShutdownHook(Thread(() => processes.endAll(LoadJvm.Grace)))
    stopping.onRequest(stop)
    try
      Journal.open(prepared, assignment) match
        case Left(problem) =>
          progress.say(problem)
          ExitStatus.Usage
        case Right(journal) =>
          val missing = Order.loads(journal.missing(prepared.plan, assignment.repetition))
          val unsupported = missing.flatMap(_.cells).map(c => c -> prepared.unsupported(assignment.pair)(c))
          if missing.isEmpty then
            close(journal)
            progress.say("nothing is missing")
          else if unsupported.forall(_._2.isDefined) then note(journal, unsupported.map((c, why) => c -> why.get))
          else fill(journal)
          status(journal)
    finally
      others.foreach(_.close())
      progress.close()

  private def stop(hurry: Boolean): Unit =
    if hurry then
      others.foreach(_.kill())
      processes.endAll(0.seconds)
      Runtime.getRuntime.halt(Stopping.Status)
    else
      others.foreach(_.stop())
      progress.say("stopping: the load ends, the broker is stopped, results are kept (again: at once) ...")

  private def status(journal: Journal): Int =
    if stopping.requested then Stopping.Status
    else if !journal.available || journal.statuses.contains(Status.Failed) then 1
    else 0

  /** Nothing that could run, so the broker is not even started: that too is a result. */
  private def note(journal: Journal, cells: List[(Cell, String)]): Unit =
    for reason <- cells.map(_._2).distinct do progress.say(s"unsupported: $reason")
    journal.describe(BrokerDescription.notYet(prepared, assignment.pair).copy(available = true))
    for (cell, reason) <- cells do
      journal.add(CellDraft(cell, assignment.repetition, EpochMillis.now()).without(Status.Unsupported, reason))
    close(journal)

  private def fill(journal: Journal): Unit =
    stopping.givingUp(speaking).foreach {
      case Left(missing) => giveUp(journal, missing)
      case Right((protocol, host)) =>
        try measure(journal, protocol, host)
        finally host.stop()
    }

  private def speaking: Either[NoBroker, (Protocol, Host)] = settings.external match
    case Some(external) =>
      val protocol = prepared.drivers.protocol(protocolName, external.dialect).get
      Right(protocol -> ExternalHost(external, protocol, FirstBytes.by(prepared.drivers, protocolName)))
    case None =>
      prepared.drivers.protocol(protocolName, assignment.pair.broker) match
        case None => Left(NoBroker(s"it does not speak $protocolName", None, Nil))
        case Some(protocol) =>
          ManagedHost
            .install(spec, settings, startOptions, protocol, probe, processes, progress.say)
            .map(protocol -> _)

  private def spec = prepared.catalogue.find(_.name == assignment.pair.broker).get

  private val probe = Naming.probe(run)

  private def startOptions: StartOptions =
    val cells = WarmUp.cells(prepared.plan.cells) ++ prepared.plan.cells
    val names = probe :: cells.flatMap(cell => Naming(cell, Naming.base(cell, run)).all).distinct
    val (queues, topics) = names.partition(_.kind == DestinationType.Queue)
    StartOptions(
      protocolName,
      settings.heapMb,
      data.of(assignment.pair.broker),
      queues.map(_.name),
      topics.map(_.name)
    )

  private def close(journal: Journal): Unit =
    journal.close(complete = (1 to settings.repeat).forall(journal.missing(prepared.plan, _).isEmpty))

  /** No broker is a result too. */
  private def giveUp(journal: Journal, missing: NoBroker): Unit =
    progress.say(s"not available: ${missing.sentence}")
    journal.describe(missing)
    journal.close(complete = false)

  private def measure(journal: Journal, protocol: Protocol, host: Host): Unit =
    stopping.givingUp(host.renew()).foreach {
      case Left(failure) => giveUp(journal, failure)
      case Right(()) =>
        journal.describe(host.describe)
        val missing = Order.loads(journal.missing(prepared.plan, assignment.repetition))
        // what a continued run need not do again
        val known = prepared.runs(assignment.pair).filterNot(missing.contains).flatMap(_.cells)
        progress.done(known.size, known.map(c => Plan.seconds(c.timing)).sum)
        val disk = Option.when(settings.external.isEmpty)(settings.data).flatMap(Disk.of)
        val room = DiskRoom.of(settings)
        Execution(protocol, host, journal, missing, assignment, run, progress, stopping, others, room, disk).execute()
        host.stop()
        close(journal)
    }

object LoadJvm:
  private val Grace = 10.seconds
