package shootout.cli

import shootout.driver.Protocol
import shootout.machine.{Meter, SystemMeter}
import shootout.result.{CellResult, Sample, Status}
import shootout.run.{CellDraft, Clock, Ledger, Naming, Outcome, Run, Stage, Watch}
import shootout.scenario.{Cell, Confirm, DestinationType, Plan, PlannedRun, Window}
import shootout.units.Nanos

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
    override val meter: Meter = SystemMeter(() => host.pids)

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
      val producers =
        cell.producers.map(_.copy(rate = None, confirm = Confirm.Receipt, window = Window.Of(Execution.WarmUpWindow)))
      val gentle = cell.copy(timing = timing, producers = producers, crash = false)
      val ledger = Ledger(Naming.base(cell, share.repetition), Execution.WarmUpTag)
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
      if outcome.result.reason != Some(Stage.Cancelled) then progress.end(outcome.result, Plan.seconds(cell.timing))
      Some(outcome)
    }
    clean = last.forall(_.clean)

  private def execute(cell: Cell, ledger: Ledger): Outcome =
    Maximum.lookUp(cell, journal.result(_, share.repetition)) match
      case Left((status, reason)) => Outcome(draft(cell).without(status, reason), clean = true)
      case Right(known) =>
        val outcome = measure(known.cell, ledger)
        outcome.copy(result = outcome.result.copy(offered = known.offered))

  private def measure(cell: Cell, ledger: Ledger): Outcome =
    progress.begin(cell)
    val outcome =
      Run(protocol, host.endpoint, clock, watch, host.killer).execute(cell, share.repetition, ledger)
    if outcome.result.status != Status.Failed then outcome
    // Ctrl-C reaches the broker too, which may well end before the load does
    else if stopping.requested then skipped(cell, Stage.Cancelled)
    else outcome.copy(result = explained(outcome.result))

  /** Connections are lost a moment before the end of a process is known. */
  private def explained(result: CellResult): CellResult =
    clock.sleepUntil(Nanos(clock.nanos() + Execution.EndIsKnownWithin.value))
    val reason =
      result.reason.filter(_ => result.crash.isEmpty && !host.isAlive).filterNot(_.startsWith(Stage.BrokerEnded))
    result.copy(
      reason = reason.map(r => s"${Stage.BrokerEnded}: $r").orElse(result.reason),
      logTail = host.logTail
    )

  private def draft(cell: Cell): CellDraft = CellDraft(cell, share.repetition, clock.wall())

  private def skipped(cell: Cell, reason: String): Outcome =
    Outcome(draft(cell).without(Status.Skipped, reason), clean = false)

  private def failed(cell: Cell, cause: NoBroker): Outcome =
    val result: CellResult =
      draft(cell).without(Status.Failed, s"the broker could not be started again: ${cause.reason}")
    Outcome(result.copy(logTail = cause.logTail), clean = false)

  /** Messages may be left in it, or it is dead: the next cell gets a fresh one. */
  private def renew(): Unit = if !stopping.requested && broken.isEmpty then
    progress.say("starting it anew, with empty data")
    broken = stopping.givingUp(host.renew()).flatMap(_.left.toOption)

object Execution:
  private val EndIsKnownWithin = Nanos.ofMillis(200)

  /** Beside the warm-up proper. */
  private val WarmUps = 2
  private val WarmUpWindow = 100

  /** No cell has this tag. */
  private val WarmUpTag = 0xffff
