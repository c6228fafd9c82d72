package shootout.host

import shootout.campaign.{Assignment, Ceilings, Journal, NoBroker, WarmUp}
import shootout.driver.Protocol
import shootout.machine.{Disk, Meter, SystemMeter}
import shootout.result.{Cause, CellResult, Sample, Status}
import shootout.run.{CellDraft, Clock, Failure, GeneratorPart, Generators, LinkedState, Naming, Outcome, Run, Watch}
import shootout.scenario.{Cell, Plan, PlannedRun}
import shootout.units.Nanos

import java.util.concurrent.ThreadLocalRandom

/** Runs the planned cells one after the other, and keeps the broker fit for the next one.
  *
  * @param run
  *   part of all names of destinations
  * @param others
  *   load JVMs with which this one shares the clients
  * @param disk
  *   that the broker writes to, if it is known
  */
final class Execution(
    protocol: Protocol,
    host: Host,
    journal: Journal,
    runs: List[PlannedRun],
    assignment: Assignment,
    run: String,
    progress: Progress,
    stopping: Stopping,
    others: Option[GeneratorPool],
    room: DiskRoom,
    disk: Option[Disk]
):
  private val clock = Clock.system
  private val firstTag = ThreadLocalRandom.current.nextInt(1 << 16)
  private var broken = Option.empty[NoBroker]
  private var clean = true

  /** Where the broker's logs ended when the present load began. */
  private var logBegan = List.empty[Long]

  private var kinds = WarmUp.kinds(runs.flatMap(_.cells), protocol.unsupported(_).isEmpty)

  /** What happened in a load that is forgotten: the result behind it tells. */
  private var untold = Option.empty[String]

  private val watch = new Watch:
    def cancelled: Boolean = stopping.requested
    def brokerAlive: Boolean = host.isAlive
    override def shortage: Option[String] = room.shortage
    def sampled(cell: Cell, sample: Sample): Unit = progress.sampled(cell, sample)
    override val meter: Meter =
      if protocol.isEmbedded then SystemMeter(() => None, elsewhere = true, disk)
      else SystemMeter(() => host.pidsOfNodes, host.isElsewhere, disk, () => host.listeners)

  def execute(): Unit =
    warmUp()
    progress.done(0, WarmUp.seconds(runs.flatMap(_.cells)))
    for (planned, n) <- runs.zipWithIndex do
      linked(planned, n + 1)
      if !clean && n + 1 < runs.size then
        renew()
        // one that we started anew is as cold as the first one was
        if host.killer.isDefined && !assignment.ceiling then warmUp()

  /** See [[WarmUp]]. Where messages pile up behind it, the broker starts anew and is warmed up with the next kind, and so it stays. */
  private def warmUp(): Unit = for cell <- kinds.headOption if !stopping.requested && broken.isEmpty do
    progress.say("warming up")
    val linked = LinkedState(Naming.base(cell, run), cellTag(0))
    val outcome = load(cell, linked)
    if !outcome.clean && !stopping.requestedByNow then
      val result = if outcome.result.status == Status.Failed then explained(outcome.result) else outcome.result
      if Execution.piledUp(result) && kinds.sizeIs > 1 && host.killer.isDefined then
        kinds = kinds.tail
        renew()
        warmUp()
      else
        val words = Execution.inWarmUp(result, startedHere = host.killer.isDefined)
        progress.say(words)
        untold = Some(words)
        renew()

  /** Beginning anywhere: messages that another run left in a destination of the same, given name must not pass for ours. */
  private def cellTag(n: Int): Int = (firstTag + n) & 0xffff

  /** Linked phases share their state; when one fails, the ones that build on it are skipped. */
  private def linked(whole: PlannedRun, n: Int): Unit =
    val sharing = whole.cells.map(_.consumerCount).max
    val linked = LinkedState(Naming.base(whole.cells.head, run), cellTag(n), sharing = sharing)
    val last = whole.cells.foldLeft(Option.empty[Outcome]) { (before, cell) =>
      val outcome = before.map(_.result) match
        case _ if stopping.requested => stopped(cell)
        case _ if broken.isDefined => unreachable(cell, broken.get)
        case Some(earlier) if earlier.status != Status.Measured =>
          skipped(cell, s"its earlier phase ${earlier.id} did not run to its end")
        case _ => execute(cell, linked)
      journal.add(outcome.result, outcome.latencies.filterNot(_ => assignment.ceiling))
      if !outcome.result.cause.contains(Cause.Cancelled) then progress.end(outcome.result, planned(whole, cell))
      Some(outcome)
    }
    clean = last.forall(_.clean)

  /** How many seconds of the plan a cell is; none if its run was not planned at all, see [[Prepared.runs]]. */
  private def planned(whole: PlannedRun, cell: Cell): Option[Double] =
    Option.when(whole.cells.forall(protocol.unsupported(_).isEmpty)) {
      if assignment.ceiling then Ceilings.cellSeconds(cell) else Plan.seconds(cell.timing)
    }

  private def execute(cell: Cell, linked: LinkedState): Outcome =
    val earlier = journal.result(_, assignment.repetition)
    Climbing.end(cell, earlier).map(end =>
      draft(cell).without(Status.Skipped, end.reason).copy(climb = Some(end.result))
    ) match
      case Some(beyond) => Outcome(beyond, clean = true)
      case None =>
        Maximum.lookUp(cell, earlier) match
          case Left((status, reason)) => Outcome(draft(cell).without(status, reason), clean = true)
          case Right(known) =>
            val outcome = measure(known.cell, linked)
            outcome.copy(result = outcome.result.copy(offered = known.offered))

  private def measure(cell: Cell, linked: LinkedState): Outcome =
    progress.begin(cell)
    val outcome = told(load(cell, linked))
    if outcome.result.status != Status.Failed then outcome
    else
      val known = explained(outcome.result)
      // Ctrl-C, and what kills a whole run, reaches the broker too, which may well end before the load does
      if stopping.requestedByNow then stopped(cell) else outcome.copy(result = known)

  private def told(outcome: Outcome): Outcome =
    if outcome.result.status == Status.Unsupported then outcome
    else
      val notes = untold.toList
      untold = None
      outcome.copy(result = outcome.result.copy(notes = notes ++ outcome.result.notes))

  private def load(cell: Cell, linked: LinkedState): Outcome =
    logBegan = host.logBytes
    def by(generators: Generators, cell: Cell): Outcome =
      Run(protocol, host.endpoint, clock, watch, host.killer, generators).execute(cell, assignment.repetition, linked)
    others.map(pool => pool -> protocol.undivided(cell).orElse(GeneratorPart.cannot(cell, pool.of))) match
      case None => by(Generators.alone, cell)
      case Some((_, Some(why))) => Execution.notShared(by(Generators.alone, cell), why)
      case Some((pool, None)) =>
        // nobody sees the rates of all, to tell from them when to begin and to end
        val fixed = cell.copy(timing = cell.timing.fixed)
        by(pool.join(order(fixed, linked, pool.of)), fixed)

  private def order(cell: Cell, linked: LinkedState, parts: Int): CellOrder =
    CellOrder.of(GeneratorPart(0, parts), cell, assignment.repetition, linked.base, linked.cellTag, host.endpoint)

  /** Connections are lost a moment before the end of a process is known. */
  private def explained(result: CellResult): CellResult =
    clock.sleepUntil(Nanos(clock.nanos() + Execution.EndIsKnownWithin.value))
    Execution.explained(result, host.isAlive, host.lastError(logBegan)).copy(logTail = host.logTail)

  private def draft(cell: Cell): CellDraft = CellDraft(cell, assignment.repetition, clock.wall())

  private def stopped(cell: Cell): Outcome =
    val why = Failure.Cancelled
    Outcome(draft(cell).without(Status.Skipped, why.words, why.cause), clean = false)

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

  /** Whether more was sent than consumed, and nothing else went wrong. */
  private[host] def piledUp(result: CellResult): Boolean =
    result.status == Status.Measured && result.audit.exists(a => a.undrained + a.lost > 0)

  /** Why the broker had to be started anew behind the warm-up, or may not be as it should be.
    *
    * @param startedHere
    *   it was, and it is as cold as at first; else it is somebody else's
    */
  private[host] def inWarmUp(result: CellResult, startedHere: Boolean): String =
    val left = result.audit.map(a => a.undrained + a.lost).filter(_ > 0)
    val why = result.reason.orElse(left.map(n => s"$n messages did not come out of it again"))
      .orElse(result.notes.headOption).getOrElse("it did not come to a clean end")
    val since = if startedHere then "; the broker was started anew for this load, and not warmed up again" else ""
    s"in the warm-up before this load: $why$since"

  /** What is known of a failed cell from its broker.
    *
    * @param lives
    *   its process
    * @param lastError
    *   that it logged in the course of the cell
    */
  private[host] def explained(result: CellResult, lives: Boolean, lastError: Option[String]): CellResult =
    val ended = result.crash.isEmpty && !lives && !result.cause.contains(Cause.BrokerEnded)
    val known =
      if !ended then result
      else
        val reason = result.reason.map(r => s"${Failure.BrokerEnded.words}: $r")
        result.copy(reason = reason, cause = Some(Cause.BrokerEnded))
    val said = known.cause.flatMap(_ => lastError).fold("")(line => s" (the broker's log: $line)")
    known.copy(reason = known.reason.map(_ + said))

  private def notShared(outcome: Outcome, why: String): Outcome =
    val note = s"one load JVM had all clients, for they cannot be shared: $why"
    if outcome.result.status == Status.Unsupported then outcome
    else outcome.copy(result = outcome.result.copy(notes = note :: outcome.result.notes))
