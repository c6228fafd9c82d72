package shootout.cli

import shootout.driver.Protocol
import shootout.machine.{Meter, SystemMeter}
import shootout.result.{CellResult, Sample, Status}
import shootout.run.{CellDraft, Clock, Ledger, Naming, Outcome, Run, Stage, Watch}
import shootout.scenario.{Cell, Plan, PlannedRun}
import shootout.units.Nanos

import java.util.concurrent.ThreadLocalRandom

/** Runs the planned cells one after the other, and keeps the broker fit for the next one.
  *
  * @param run
  *   part of all names of destinations
  */
final class Execution(
    protocol: Protocol,
    host: Host,
    journal: Journal,
    runs: List[PlannedRun],
    share: Share,
    run: String,
    progress: Progress,
    stopping: Stopping
):
  private val clock = Clock.system
  private val firstTag = ThreadLocalRandom.current.nextInt(1 << 16)
  private var broken = Option.empty[NoBroker]
  private var clean = true

  private val watch = new Watch:
    def cancelled: Boolean = stopping.requested
    def brokerAlive: Boolean = host.isAlive
    def sampled(cell: Cell, sample: Sample): Unit = progress.sampled(cell, sample)
    override val meter: Meter = SystemMeter(() => host.pids, host.isElsewhere)

  def execute(): Unit =
    warmUp()
    progress.done(0, WarmUp.seconds(runs.flatMap(_.cells)))
    for (planned, n) <- runs.zipWithIndex do
      linked(planned, n + 1)
      if !clean && n + 1 < runs.size then
        renew()
        // one that we started anew is as cold as the first one was
        if host.killer.isDefined && !share.ceiling then warmUp()

  /** See [[WarmUp]]. */
  private def warmUp(): Unit =
    val first = WarmUp.cells(runs.flatMap(_.cells)).find(protocol.unsupported(_).isEmpty)
    for cell <- first if !stopping.requested && broken.isEmpty do
      progress.say("warming up")
      val ledger = Ledger(Naming.base(cell, run), cellTag(0))
      val outcome = Run(protocol, host.endpoint, clock, watch).execute(cell, share.repetition, ledger)
      if !outcome.clean then renew()

  /** Beginning anywhere: messages that another run left in a destination of the same, given name must not pass for ours. */
  private def cellTag(n: Int): Int = (firstTag + n) & 0xffff

  /** Linked phases share a ledger; when one fails, the ones that build on it are skipped. */
  private def linked(whole: PlannedRun, n: Int): Unit =
    val sharing = whole.cells.map(_.consumerCount).max
    val ledger = Ledger(Naming.base(whole.cells.head, run), cellTag(n), sharing = sharing)
    val last = whole.cells.foldLeft(Option.empty[Outcome]) { (before, cell) =>
      val outcome = before.map(_.result) match
        case _ if stopping.requested => skipped(cell, Stage.Cancelled)
        case _ if broken.isDefined => unreachable(cell, broken.get)
        case Some(earlier) if earlier.status != Status.Measured =>
          skipped(cell, s"its earlier phase ${earlier.id} did not run to its end")
        case _ => execute(cell, ledger)
      journal.add(outcome.result)
      if outcome.result.reason != Some(Stage.Cancelled) then progress.end(outcome.result, planned(whole, cell))
      Some(outcome)
    }
    clean = last.forall(_.clean)

  /** How many seconds of the plan a cell is; none if its run was not planned at all, see [[Prepared.runs]]. */
  private def planned(whole: PlannedRun, cell: Cell): Option[Double] =
    Option.when(whole.cells.forall(protocol.unsupported(_).isEmpty)) {
      if share.ceiling then Ceilings.cellSeconds(cell) else Plan.seconds(cell.timing)
    }

  private def execute(cell: Cell, ledger: Ledger): Outcome =
    val earlier = journal.result(_, share.repetition)
    Climbing.end(cell, earlier).map(end =>
      draft(cell).without(Status.Skipped, end.reason).copy(climb = Some(end.result))
    ) match
      case Some(beyond) => Outcome(beyond, clean = true)
      case None =>
        Maximum.lookUp(cell, earlier) match
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

  private def unreachable(cell: Cell, cause: NoBroker): Outcome =
    val outcome = skipped(cell, s"the broker could not be started again: ${cause.reason}")
    outcome.copy(result = outcome.result.copy(logTail = cause.logTail))

  /** Messages may be left in it, or it is dead: the next cell gets a fresh one. */
  private def renew(): Unit = if !stopping.requested && broken.isEmpty then
    progress.say(host.renewal)
    broken = stopping.givingUp(host.renew()).flatMap(_.left.toOption)

object Execution:
  private val EndIsKnownWithin = Nanos.ofMillis(200)
