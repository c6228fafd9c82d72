package shootout.engine

import shootout.driver.{DestinationSpec, Protocol, Session}
import shootout.machine.Meter
import shootout.result.{
  AuditResult,
  Cause,
  CutOffResult,
  DrainOutcome,
  DrainResult,
  LatencyLog,
  Role,
  Sample,
  Status,
  WorkloadResult
}
import shootout.scenario.{Step, Workload}
import shootout.units.{DestinationType, Endpoint}

/** Connects the run with its surroundings, which it asks between two steps. */
trait Watch:
  /** Whether the user wants to stop. */
  def cancelled: Boolean

  /** Whether the broker's process is alive, as far as we can know. */
  def brokerAlive: Boolean

  /** Why the workload must end before the disk has no room for its data. */
  def shortage: Option[String] = None

  /** Reports a new sample, for the progress line. */
  def sampled(workload: Workload, sample: Sample): Unit

  /** Reads what broker, generator and machine use. */
  def meter: Meter = Meter.none

/** The outcome of one execution of one workload.
  *
  * @param latencies
  *   the latencies over time; none if no sample was taken
  */
final case class Outcome(result: WorkloadResult, clean: Boolean, latencies: Option[LatencyLog] = None)

/** Runs one workload against one broker: open, connect, warm up, measure, stop, drain, audit, close.
  *
  * Only this class catches failures of drivers. Whatever happens, it returns a [[WorkloadResult]] with the samples
  * taken until then.
  */
final class Run(
    protocol: Protocol,
    endpoint: Endpoint,
    clock: Clock,
    watch: Watch,
    killer: Option[Killer] = None,

    /** The load JVMs that share the clients. All of them run the same workload now. */
    generators: Generators = Generators.alone
):

  /** @param linked
    *   the state that linked phases share
    * @return
    *   `clean` is false if messages may be left in the broker
    */
  def execute(workload: Workload, repetition: Int, linked: LinkedState): Outcome =
    val (fitted, said) = Preference.fit(workload, protocol)
    // The result keeps the workload as declared, or the results of two brokers would seem to come from different
    // workloads.
    val outcome = quoted(attempt(fitted, WorkloadDraft(workload, repetition, clock.wall()), linked))
    if outcome.result.status == Status.Unsupported then outcome
    else
      val asked = workload.consumers.exists(_.prefetch.isDefined)
      val applied = Option.when(asked)(fitted.consumers.map(_.prefetch) == workload.consumers.map(_.prefetch))
      outcome.copy(result = outcome.result.copy(notes = said ++ outcome.result.notes, prefetchApplied = applied))

  /** Reasons and notes repeat what the broker said, so they are sanitized. Our own words stay as they are. */
  private def quoted(outcome: Outcome): Outcome =
    val result = outcome.result
    val ours = result.cause.exists(Run.ours)
    val reason = result.reason.map(said => if ours then said else endpoint.quoted(said))
    outcome.copy(result = result.copy(reason = reason, notes = result.notes.map(endpoint.quoted)))

  private def attempt(workload: Workload, draft: WorkloadDraft, linked: LinkedState): Outcome =
    val noKiller =
      Option.when(workload.crash && killer.isEmpty)("a broker that was not started here is not killed either")
    protocol.unsupported(workload).orElse(noKiller) match
      case Some(reason) => Outcome(draft.without(Status.Unsupported, reason), clean = true)
      case None =>
        ready(workload) match
          case Left(why) => Outcome(draft.failed(why), clean = true)
          case Right(()) => open(workload, draft, linked)

  private def ready(workload: Workload): Either[Failure, Unit] =
    generators.agree(FileLimit.tooLow(workload).map(Failure(_)).toLeft(())).flatMap(_ => generators.sameClock(clock))

  private def open(workload: Workload, draft: WorkloadDraft, linked: LinkedState): Outcome =
    val layout = DestinationNaming(workload, linked.base).layout(linked.sharing)
    val session = protocol.open(endpoint)
    try
      val outcome =
        try
          generators.agree(create(session, layout)) match
            case Left(why) => Outcome(draft.failed(why), clean = false)
            case Right(()) => RunningWorkload(workload, draft, session, layout, linked).measure()
        catch
          case e: Exception =>
            val why = Failure(Failure.words(e))
            generators.leave(why.words)
            Outcome(draft.failed(why), clean = false)
      if isRemoved(workload, outcome) then remove(session, workload, layout)
      outcome
    finally session.close()

  /** One load JVM creates the destinations for all, before any client uses them. */
  private def create(session: Session, layout: List[DestinationSpec]): Either[Failure, Unit] =
    if generators.part.isFirst then session.create(layout)
    Right(())

  /** Whether destinations are removed. After a failure, a broker that we started is emptied by its next start. From
    * another broker we remove everything we created, however the workload ended.
    */
  private def isRemoved(workload: Workload, outcome: Outcome): Boolean =
    val broken = outcome.result.status != Status.Measured || watch.cancelled
    val isOver = workload.phase.forall(p => p.index + 1 == p.count)
    outcome.clean && isOver || killer.isEmpty && (broken || isOver)

  /** Ignores failures, because the measurement stays valid without tidying up. Destinations that the user named stay.
    */
  private def remove(session: Session, workload: Workload, layout: List[DestinationSpec]): Unit =
    if generators.part.isFirst && workload.destinations.name.isEmpty then
      try session.remove(layout.map(_.name))
      catch case _: Exception => ()

  /** One workload, from its first connection to its account. */
  private final class RunningWorkload(
      workload: Workload,
      draft: WorkloadDraft,
      session: Session,
      layout: List[DestinationSpec],
      linked: LinkedState
  ):
    private val part = generators.part
    private val clients = WorkloadClients(workload, session, linked, clock, part)
    private val sampler = Run.sampler(workload, clients, linked.depth, watch.meter)
    private val phases = WorkloadPhases(clients, clock, watch, generators)

    /** Takes the workload step by step. */
    def measure(): Outcome =
      // The meter opens what it reads, which takes a moment the first time.
      watch.meter.begin()
      // All clients connect, warm up, and are sampled.
      val loaded = generators.agree(
        phases.load(workload.timing, sampler, () => !linked.audit.satisfied, sample => watch.sampled(workload, sample))
      )
      sampler.end(generators.meet(sampler.ended).fold(_ => sampler.ended, _.max))
      if workload.crash && loaded.isRight then crash()
      else
        // Open loops send what was due and could not be sent yet, then producers leave.
        val drain = phases.drain(workload.timing)
        if workload.isOpenLoop && loaded.isRight then drain.catchUp(sampler)
        val producersCut = phases.stopProducers()
        // What is still under way arrives, then consumers leave.
        val drained = if loaded.isRight then drain.await(linked.audit) else DrainResult(DrainOutcome.NotNeeded, 0)
        val failure = loaded.flatMap(_ => endedIn(drained)).left.toOption
        linked.depth = sampler.depth
        val consumersCut = phases.stopConsumers()
        sampler.complete()
        // Each load JVM reports what its clients did, and the first one accounts for all of them.
        val mine = sampler.measurement.copy(
          account = if part.isWhole then AuditState(Nil, Nil) else clients.account,
          due = due,
          failures = failure.toList,
          producersCut = producersCut.toList,
          drained = drain.note.toList,
          consumersCut = consumersCut.toList,
          connections = phases.failures
        )
        generators.conclude(mine) match
          case Left(gone) => settled(mine.copy(failures = List(Failure(gone))), drained)
          case Right(all) =>
            for other <- all.patch(part.index, Nil, 1) do clients.learn(other.account)
            settled(Measurement.joined(all), drained)

    /** The user may stop, or the broker may end, between the samples and the account. */
    private def endedIn(drained: DrainResult): Either[Failure, Unit] =
      if drained.outcome == DrainOutcome.Interrupted || watch.cancelled then phases.health else Right(())

    /** How many messages the open loops in this load JVM should have sent during the samples. */
    private def due: List[(Int, Long)] = clients.dueHere(sampler.began, sampler.ended)

    private def crash(): Outcome =
      val crashed = Crash(killer.get, protocol, endpoint, clock, watch).execute(workload, phases, linked)
      val audit = audited(crashed.drain.outcome)
      val outcome = finished(sampler.measurement.copy(due = due), crashed.failure, crashed.drain, audit, Nil)
      outcome.copy(result = outcome.result.copy(crash = crashed.result))

    /** The result of what the load JVMs of the workload, or the only one, report of it. */
    private def settled(measured: Measurement, drain: DrainResult): Outcome =
      val failure = measured.failures.headOption.orElse(stoodStill(measured))
      val audit = audited(drain.outcome)
      val outcome = finished(measured, failure, drain, audit, notes(measured, failure.isEmpty, audit))
      val cut = CutOffResult(measured.producersCut.map(_.faults).sum, measured.consumersCut.map(_.faults).sum)
      val sampling = phases.sampling(workload.timing).filter(_ => workload.findsItsRate || workload.keepsARate)
      val result = outcome.result.copy(
        // A part knows how precise the mean of its own clients is, which says nothing about the whole.
        sampling = if part.isWhole then sampling else sampling.map(_.copy(precision = None)),
        generators = Option.unless(part.isWhole)(part.of),
        cutOff = Option.when(cut.producers + cut.consumers > 0)(cut)
      )
      val arrived = audit.undrained == 0 && audit.lost == 0
      val left = measured.producersCut.isEmpty && measured.consumersCut.isEmpty
      outcome.copy(result, clean = failure.isEmpty && arrived && left)

    private def finished(
        measured: Measurement,
        failure: Option[Failure],
        drain: DrainResult,
        audit: AuditResult,
        notes: List[String]
    ): Outcome =
      val evaluation = Evaluation(sampler.load, measured)
      val result = draft.finished(
        evaluation,
        Option.when(workload.isOpenLoop)(clients.due(measured.due)),
        failure,
        drain,
        audit,
        notes
      )
      val log = Option.when(evaluation.samples.nonEmpty)(
        LatencyLog(workload.id, clock.wallAt(measured.began), evaluation.latencyIntervals(drain.durationS))
      )
      Outcome(result, clean = false, log)

    /** Judges the account by the promises of the protocol. */
    private def audited(outcome: DrainOutcome): AuditResult =
      val leaving = workload.consumers.exists(_.messagesPerConnection.isDefined)
      linked.audit.result(outcome, protocol.promise, layout.map(_.partitionsNeeded).max, leaving)

    private def notes(measured: Measurement, well: Boolean, audit: AuditResult): List[String] =
      val unknown = linked.audit.unknown
      val fate =
        Option.when(unknown > 0)(s"$unknown sends were neither confirmed nor delivered when their connection was cut")
      val thinking = linked.audit.thinking
      val waiting = Option.when(audit.undrained > 0 && thinking > 0)(
        s"$thinking of ${workload.consumerCount} consumers were still thinking when the drain ended: " +
          "what waited for them is undelivered, not lost"
      )
      // A failure's reason already names the connections, so it is not repeated.
      val trouble =
        if well then
          WorkloadPhases.trouble(measured.connections, workload.producerCount + workload.consumerCount)
        else Nil
      measured.producersCut.map(_.words) ++ fate ++ measured.drained ++ waiting ++
        measured.consumersCut.map(_.words) ++ trouble ++ clients.groupsNote

    /** Detects producers that send as fast as they can and sent nothing. Either they hang, or the broker does. */
    private def stoodStill(measured: Measurement): Option[Failure] =
      val eager = workload.producers.nonEmpty && workload.producers.forall(p => !p.isOpenLoop && p.think.isEmpty)
      val sent = measured.intervals.flatMap(_.groups).filter(_.role == Role.Producer).map(_.produced).sum
      Option.when(eager && measured.intervals.nonEmpty && sent == 0)(Failure.NothingSent)

object Run:
  /** Causes whose reasons contain only our own words. */
  private val ours = Set(Cause.NothingSent, Cause.Cancelled, Cause.BrokerEnded)

  private def sampler(workload: Workload, clients: WorkloadClients, depth: Long, meter: Meter): Sampler =
    // One shared subscription is like a queue.
    val copies = workload.destinations.kind == DestinationType.Topic && !workload.consumers.forall(_.shared)
    val topics = Option.when(copies)(workload.destinations.count)
    val producers =
      for group <- workload.producers
      yield SampledGroup(group.name, Role.Producer, clients.producers.filter(_.group eq group).map(_.recorder))
    val consumers =
      for group <- workload.consumers
      yield SampledGroup(group.name, Role.Consumer, clients.consumers.filter(_.group eq group).map(_.recorder))
    Sampler(producers ++ consumers, SampledLoad(workload.isOpenLoop, depth, topics, Step.of(workload)), meter)

/** Adapts what a scenario prefers, but does not require, to what a broker can do. */
private object Preference:
  /** @return
    *   the workload as it can run, and the notes that the result must contain about it
    */
  def fit(workload: Workload, protocol: Protocol): (Workload, List[String]) =
    val preferred = workload.consumers.filter(_.prefetchPreferred).flatMap(_.prefetch).distinct
    if preferred.isEmpty then (workload, Nil)
    else
      val strict = workload.copy(consumers = workload.consumers.map(_.copy(prefetchPreferred = false)))
      protocol.unsupported(strict) match
        case None => (strict, Nil)
        case Some(why) =>
          val bare = workload.consumers.map(c => if c.prefetchPreferred then c.copy(prefetch = None) else c)
          val note = s"the broker kept its own prefetch instead of ${preferred.mkString(" or ")}: $why"
          (workload.copy(consumers = bare), List(note))
