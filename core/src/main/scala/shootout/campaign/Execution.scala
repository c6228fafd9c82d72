package shootout.campaign

import shootout.broker.Unavailable
import shootout.driver.Protocol
import shootout.machine.{Disk, Meter, SystemMeter}
import shootout.result.{Cause, Sample, Status, WorkloadResult}
import shootout.engine.*
import shootout.scenario.{PlannedRun, Workload}
import shootout.units.Nanos

import java.util.concurrent.ThreadLocalRandom

/** Runs the workloads one after the other, and ensures that each gets a suitable broker. */
final class Execution(
    protocol: Protocol,
    host: Host,
    order: LoadOrder,
    /** part of all names of destinations */
    run: String,
    report: LoadReport,
    stop: StopSignal,
    /** load JVMs that share the clients with this one; none if it has all of them */
    others: Option[GeneratorPool],
    room: DiskRoom,
    /** the disk that the broker writes to, if it is known */
    disk: Option[Disk]
):
  private val clock = Clock.system
  private val repetition = order.contender.repetition
  private val firstTag = ThreadLocalRandom.current.nextInt(1 << 16)
  private var broken = Option.empty[Unavailable]
  private var clean = true

  /** Results by the id of the workload, because rates of later ones may depend on them. */
  private var results = order.earlier.map(result => result.id -> result).toMap

  /** Where the broker's logs ended when the current workload began. */
  private var logBegan = List.empty[Long]

  private var kinds = BrokerWarmUp.kinds(order.workloads, protocol.unsupported(_).isEmpty)

  /** What happened in a workload whose result is dropped. The next result notes it. */
  private var pendingNote = Option.empty[String]

  private val watch = new Watch:
    def cancelled: Boolean = stop.requested
    def brokerAlive: Boolean = host.isAlive
    override def shortage: Option[String] = room.shortage
    def sampled(workload: Workload, sample: Sample): Unit = report.send(LoadEvent.Sampled(workload.id, sample))
    override val meter: Meter =
      if protocol.isEmbedded then SystemMeter(() => None, elsewhere = true, disk)
      else SystemMeter(() => host.pidsOfNodes, host.isElsewhere, disk, () => host.listeners)

  def execute(): Unit =
    warmUp()
    report.send(LoadEvent.WarmedUp(BrokerWarmUp.seconds(order.workloads)))
    for (planned, n) <- order.runs.zipWithIndex do
      linked(planned, n + 1)
      if !clean && n + 1 < order.runs.size then
        renew()
        // A broker that we restarted is as cold as the first one was.
        if host.killer.isDefined && !order.contender.generatorLimit then warmUp()

  /** Runs [[BrokerWarmUp]]. If it leaves messages in the broker, the broker is restarted and warmed up with the next
    * kind, also later on.
    */
  private def warmUp(): Unit = for workload <- kinds.headOption if !stop.requested && broken.isEmpty do
    report.say("warming up")
    val linked = LinkedState(DestinationNaming.base(workload, run), workloadTag(0))
    val outcome = load(workload, linked)
    if !outcome.clean && !stop.requested then
      val result = if outcome.result.status == Status.Failed then explained(outcome.result) else outcome.result
      if Execution.piledUp(result) && kinds.sizeIs > 1 && host.killer.isDefined then
        kinds = kinds.tail
        renew()
        warmUp()
      else
        val words = Execution.inWarmUp(result, startedHere = host.killer.isDefined)
        report.say(words)
        pendingNote = Some(words)
        renew()

  /** Tags start at a random number. Messages that another run left in a destination of the same given name must not
    * pass for ours.
    */
  private def workloadTag(n: Int): Int = (firstTag + n) & 0xffff

  /** Runs linked phases, which share their state. If one fails, the phases that build on it are skipped. */
  private def linked(whole: PlannedRun, n: Int): Unit =
    val sharing = whole.workloads.map(_.consumerCount).max
    val linked = LinkedState(DestinationNaming.base(whole.workloads.head, run), workloadTag(n), sharing = sharing)
    val last = whole.workloads.foldLeft(Option.empty[Outcome]) { (before, workload) =>
      val outcome = before.map(_.result) match
        case _ if stop.requested => stopped(workload)
        case _ if broken.isDefined => unreachable(workload, broken.get)
        case Some(earlier) if earlier.status != Status.Measured =>
          skipped(workload, s"its earlier phase ${earlier.id} did not run to its end")
        case _ => execute(workload, linked)
      results += workload.id -> outcome.result
      report.ended(outcome.result, outcome.latencies.filterNot(_ => order.contender.generatorLimit))
      Some(outcome)
    }
    clean = last.forall(_.clean)

  private def execute(workload: Workload, linked: LinkedState): Outcome =
    RateSweepEnd.of(workload, results.get) match
      case Some(end) =>
        val result = draft(workload).without(Status.Skipped, end.reason)
        Outcome(result.copy(rateSweep = result.rateSweep.map(_.copy(beyond = Some(end.beyond)))), clean = true)
      case None =>
        MaximumShare.lookUp(workload, results.get) match
          case Left((status, reason)) => Outcome(draft(workload).without(status, reason), clean = true)
          case Right(known) =>
            val outcome = measure(known.workload, linked)
            outcome.copy(result = outcome.result.copy(offered = known.offered))

  private def measure(workload: Workload, linked: LinkedState): Outcome =
    report.send(LoadEvent.Begun(workload.id))
    val outcome = noted(load(workload, linked))
    if outcome.result.status != Status.Failed then outcome
    else
      val known = explained(outcome.result)
      // Ctrl-C, or a signal that kills a whole run, reaches the broker too, which may well end before the workload
      // does.
      if stop.requested then stopped(workload) else outcome.copy(result = known)

  private def noted(outcome: Outcome): Outcome =
    if outcome.result.status == Status.Unsupported then outcome
    else
      val notes = pendingNote.toList
      pendingNote = None
      outcome.copy(result = outcome.result.copy(notes = notes ++ outcome.result.notes))

  private def load(workload: Workload, linked: LinkedState): Outcome =
    logBegan = host.logBytes
    def by(generators: Generators, workload: Workload): Outcome =
      Run(protocol, host.endpoint, clock, watch, host.killer, generators).execute(workload, repetition, linked)
    others.map(pool => pool -> protocol.undivided(workload).orElse(GeneratorPart.cannot(workload, pool.of))) match
      case None => by(Generators.alone, workload)
      case Some((_, Some(why))) => Execution.notShared(by(Generators.alone, workload), why)
      case Some((pool, None)) =>
        // No load JVM knows the rates of all, which would decide when to begin and to end.
        val fixed = workload.copy(timing = workload.timing.fixed)
        by(pool.join(shared(fixed, linked, pool.of)), fixed)

  private def shared(workload: Workload, linked: LinkedState, parts: Int): WorkloadOrder =
    WorkloadOrder(GeneratorPart(0, parts), workload, repetition, linked.base, linked.workloadTag, host.endpoint)

  /** Waits a moment, because connections are lost before the end of a process is known. */
  private def explained(result: WorkloadResult): WorkloadResult =
    clock.sleepUntil(Nanos(clock.nanos() + Execution.EndIsKnownWithin.value))
    Execution.explained(result, host.isAlive, host.lastError(logBegan)).copy(logTail = host.logTail)

  private def draft(workload: Workload): WorkloadDraft = WorkloadDraft(workload, repetition, clock.wall())

  private def stopped(workload: Workload): Outcome =
    val why = Failure.Cancelled
    Outcome(draft(workload).without(Status.Skipped, why.words, why.cause), clean = false)

  private def skipped(workload: Workload, reason: String): Outcome =
    Outcome(draft(workload).without(Status.Skipped, reason), clean = false)

  private def unreachable(workload: Workload, cause: Unavailable): Outcome =
    val outcome = skipped(workload, s"the broker could not be started again: ${cause.reason}")
    outcome.copy(result = outcome.result.copy(logTail = cause.logTail))

  /** The broker may contain messages, or be dead, so the next workload gets a fresh one. */
  private def renew(): Unit = if !stop.requested && broken.isEmpty then
    report.say(host.renewal)
    broken = stop.unlessStopped(host.renew()).flatMap(_.left.toOption)

object Execution:
  private val EndIsKnownWithin = Nanos.ofMillis(200)

  /** Whether more messages were sent than consumed, and nothing else went wrong. */
  private[campaign] def piledUp(result: WorkloadResult): Boolean =
    result.status == Status.Measured && result.audit.exists(a => a.undrained + a.lost > 0)

  /** Why the broker had to be restarted after the warm-up, or may be in a bad state.
    *
    * @param startedHere
    *   true if we started it, so that it is as cold as at first
    */
  private[campaign] def inWarmUp(result: WorkloadResult, startedHere: Boolean): String =
    val left = result.audit.map(a => a.undrained + a.lost).filter(_ > 0)
    val why = result.reason.orElse(left.map(n => s"$n messages did not come out of it again"))
      .orElse(result.notes.headOption).getOrElse("it did not come to a clean end")
    val since = if startedHere then "; the broker was restarted for this workload, and not warmed up again" else ""
    s"in the warm-up before this load: $why$since"

  /** Adds what the broker shows about a failed workload.
    *
    * @param lives
    *   true if its process is alive
    * @param lastError
    *   the last error that it logged during the workload
    */
  private[campaign] def explained(result: WorkloadResult, lives: Boolean, lastError: Option[String]): WorkloadResult =
    val ended = result.crash.isEmpty && !lives && !result.cause.contains(Cause.BrokerEnded)
    val known =
      if !ended then result
      else
        val reason = result.reason.map(r => s"${Failure.BrokerEnded.words}: $r")
        result.copy(reason = reason, cause = Some(Cause.BrokerEnded))
    val said = known.cause.flatMap(_ => lastError).fold("")(line => s" (the broker's log: $line)")
    known.copy(reason = known.reason.map(_ + said))

  private def notShared(outcome: Outcome, why: String): Outcome =
    val note = s"one load JVM had all clients, because they cannot be shared: $why"
    if outcome.result.status == Status.Unsupported then outcome
    else outcome.copy(result = outcome.result.copy(notes = note :: outcome.result.notes))
