package shootout.cli

import shootout.broker.{OwnProcesses, StartOptions}
import shootout.driver.Protocol
import shootout.result.{CellResult, Sample, Status}
import shootout.run.{CellDraft, Clock, Ledger, Naming, Outcome, Run, Stage, Watch}
import shootout.scenario.{Cell, Confirm, DestinationType, Plan, PlannedRun, Window}

import scala.concurrent.duration.*

/** One broker, one repetition, in a JVM of its own: gets the broker, runs every cell against it, writes each result. */
final class LoadJvm(prepared: Prepared, share: Share):
  private val settings = prepared.settings
  private val protocolName = settings.external.fold("stomp")(_.protocol)
  private val processes = OwnProcesses()
  private val progress = Progress.of(share)
  private val stopping = Stopping(progress.say).withParent()
  private val driver = prepared.drivers.driver(protocolName).get

  /** @return the exit status */
  def run(): Int =
    // the last resort, should anything below throw; in an orderly end nothing is left to do
    Runtime.getRuntime.addShutdownHook(Thread(() => processes.endAll(LoadJvm.Grace)))
    try
      speaking match
        case Left(missing) => giveUp(missing)
        case Right((protocol, host)) =>
          try measure(protocol, host)
          finally host.stop()
    finally progress.close()

  private def speaking: Either[NoBroker, (Protocol, Host)] = settings.external match
    case Some(external) =>
      val protocol = prepared.drivers.protocol(protocolName, external.dialect).get
      Right(protocol -> ExternalHost(external, protocol))
    case None =>
      prepared.drivers.protocol(protocolName, share.broker) match
        case None => Left(NoBroker(s"it does not speak $protocolName", None, Nil))
        case Some(protocol) =>
          ManagedHost
            .install(spec, settings, startOptions, protocol, processes, progress.say)
            .map(protocol -> _)

  private def spec = prepared.catalogue.find(_.name == share.broker).get

  private def startOptions: StartOptions =
    val names = prepared.plan.cells.flatMap(cell => Naming(cell, Naming.base(cell, share.repetition)).all).distinct
    val (queues, topics) = names.partition(_.kind == DestinationType.Queue)
    StartOptions(
      protocolName,
      settings.heapMb,
      settings.data.resolve(share.broker),
      queues.map(_.name),
      topics.map(_.name)
    )

  /** No broker is a result too. */
  private def giveUp(missing: NoBroker): Int =
    val cannot = spec.protocol(protocolName).fold(Nil)(_.cannot)
    val description = ManagedHost
      .unavailable(spec, cannot)
      .copy(reason = Some(missing.reason), remedy = missing.remedy, logTail = missing.logTail)
    progress.say(s"not available: ${missing.reason}" + missing.remedy.fold("")(r => s" ($r)"))
    for journal <- Journal.open(prepared, share, protocolName, driver.name, description) do journal.close(complete = false)
    1

  private def measure(protocol: Protocol, host: Host): Int = host.renew() match
    case Left(failure) => giveUpStarted(failure)
    case Right(()) =>
      Journal.open(prepared, share, protocolName, driver.name, host.describe) match
        case Left(problem) =>
          progress.say(problem)
          Main.Usage
        case Right(journal) =>
          journal.write()
          val todo = prepared.plan.runs.filterNot(journal.has(_, share.repetition))
          Execution(protocol, host, journal, todo, share, progress, stopping).run()
          host.stop()
          journal.close(complete = !stopping.requested)
          if stopping.requested then Stopping.Status
          else if journal.statuses.contains(Status.Failed) then 1
          else 0

  private def giveUpStarted(failure: NoBroker): Int = settings.external match
    case None => giveUp(failure)
    case Some(_) =>
      progress.say(failure.reason)
      1

object LoadJvm:
  private val Grace = 10.seconds

/** Runs the planned cells one after the other, and keeps the broker fit for the next one. */
final class Execution(
    protocol: Protocol,
    host: Host,
    journal: Journal,
    runs: List[PlannedRun],
    share: Share,
    progress: Progress,
    stopping: Stopping
):
  private val clock = Clock.system
  private var broken = Option.empty[NoBroker]
  private var clean = true

  private val watch = new Watch:
    def cancelled: Boolean = stopping.requested
    def brokerAlive: Boolean = host.isAlive
    def sampled(cell: Cell, sample: Sample): Unit = progress.sampled(cell, sample)

  def run(): Unit =
    warmUp()
    for (planned, n) <- runs.zipWithIndex do
      linked(planned, cellTag = n + 1)
      if !clean && n + 1 < runs.size then renew()

  /** Neither the first cell nor a cold JVM, the broker's or ours, shall distort the comparison: before anything is
    * measured, the load of one queue cell runs for as long as several warm-ups, and is forgotten.
    */
  private def warmUp(): Unit =
    val queues = runs.flatMap(_.cells).filter(c => c.destinations.kind == DestinationType.Queue && c.phase.isEmpty)
    for cell <- queues.find(_.consumerCount > 0) if protocol.unsupported(cell).isEmpty do
      progress.say("warming up")
      val timing = cell.timing.copy(samples = Execution.WarmUps, sampleInterval = cell.timing.warmUp)
      // with few sends in flight nothing piles up, so that the broker need not be started anew, and cold, behind it
      val producers = cell.producers.map(_.copy(confirm = Confirm.Receipt, window = Window.Of(Execution.WarmUpWindow)))
      val ledger = Ledger(Naming.base(cell, share.repetition), Execution.WarmUpTag)
      val gentle = cell.copy(timing = timing, producers = producers)
      val outcome = Run(protocol, host.endpoint, clock, watch).execute(gentle, share.repetition, ledger)
      if !outcome.clean then renew()

  /** Linked phases share a ledger; when one fails, the ones that build on it are skipped. */
  private def linked(planned: PlannedRun, cellTag: Int): Unit =
    val ledger = Ledger(Naming.base(planned.cells.head, share.repetition), cellTag)
    val last = planned.cells.foldLeft(Option.empty[Outcome]) { (before, cell) =>
      val outcome = before.map(_.result) match
        case _ if stopping.requested => skipped(cell, Stage.Cancelled)
        case _ if broken.isDefined => failed(cell, broken.get)
        case Some(earlier) if earlier.status != Status.Measured =>
          skipped(cell, s"its earlier phase ${earlier.id} did not run to its end")
        case _ => execute(cell, ledger)
      journal.add(outcome.result)
      progress.end(outcome.result, Plan.seconds(cell.timing))
      Some(outcome)
    }
    clean = last.forall(_.clean)

  private def execute(cell: Cell, ledger: Ledger): Outcome =
    progress.begin(cell)
    val outcome = Run(protocol, host.endpoint, clock, watch).execute(cell, share.repetition, ledger)
    if outcome.result.status == Status.Failed then
      outcome.copy(result = outcome.result.copy(logTail = host.logTail))
    else outcome

  private def draft(cell: Cell): CellDraft = CellDraft(cell, share.repetition, clock.wall())

  private def skipped(cell: Cell, reason: String): Outcome =
    Outcome(draft(cell).without(Status.Skipped, reason), clean = false)

  private def failed(cell: Cell, cause: NoBroker): Outcome =
    val result: CellResult = draft(cell).without(Status.Failed, s"the broker could not be started again: ${cause.reason}")
    Outcome(result.copy(logTail = cause.logTail), clean = false)

  /** Messages may be left in it, or it is dead: the next cell gets a fresh one. */
  private def renew(): Unit = if !stopping.requested && broken.isEmpty then
    progress.say("starting it anew, with empty data")
    broken = host.renew().left.toOption

object Execution:
  /** Beside the warm-up proper. */
  private val WarmUps = 2

  private val WarmUpWindow = 100

  /** No cell has this tag. */
  private val WarmUpTag = 0xffff
