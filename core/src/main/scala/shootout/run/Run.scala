package shootout.run

import shootout.driver.{DestinationSpec, Protocol, Session}
import shootout.machine.Meter
import shootout.record.{AuditState, ClientRecorder, Evaluation, SampledGroup, Sampler}
import shootout.result.{AuditResult, Cause, CellResult, DrainOutcome, DrainResult, LatencyLog, Role, Sample, Status}
import shootout.scenario.{Cell, ClientGroup, Step}
import shootout.units.{DestinationType, Endpoint, EpochMillis}

/** What the run asks its surroundings, between two steps. */
trait Watch:
  /** The user wants to stop. */
  def cancelled: Boolean

  /** The broker's process lives (as far as we can know). */
  def brokerAlive: Boolean

  /** Why the load must end before there is no room for what it leaves on a disk. */
  def shortage: Option[String] = None

  /** A sample was taken; for the progress line. */
  def sampled(cell: Cell, sample: Sample): Unit

  /** Reads what broker, generator and machine use. */
  def meter: Meter = Meter.none

/** One execution of one cell.
  *
  * @param latencies
  *   over time; none: no sample was taken
  */
final case class Outcome(result: CellResult, clean: Boolean, latencies: Option[LatencyLog] = None)

object Outcome:
  private[run] def log(cell: Cell, began: EpochMillis, of: Evaluation, drain: DrainResult): Option[LatencyLog] =
    Option.when(of.samples.nonEmpty)(LatencyLog(cell.id, began, of.latencyIntervals(drain.durationS)))

/** Runs one cell against one broker: open, connect, warm up, measure, stop, drain, audit, close.
  *
  * Only here are the failures of drivers caught; whatever happens, a [[CellResult]] comes out, with the samples taken
  * until then.
  */
final class Run(
    protocol: Protocol,
    endpoint: Endpoint,
    clock: Clock,
    watch: Watch,
    killer: Option[Killer] = None,

    /** The load JVMs that share the clients, all of which run the same cell now. */
    generators: Generators = Generators.alone
):

  /** @param linked
    *   shared by linked phases
    * @return
    *   `clean` is false if messages may be left in the broker
    */
  def execute(cell: Cell, repetition: Int, linked: LinkedState): Outcome =
    val (fitted, said) = Preference.fit(cell, protocol)
    // the load stays as it was declared, or the results of two brokers would seem to be of different loads
    val outcome = quoted(attempt(fitted, CellDraft(cell, repetition, clock.wall()), linked))
    if outcome.result.status == Status.Unsupported then outcome
    else
      val asked = cell.consumers.exists(_.prefetch.isDefined)
      val applied = Option.when(asked)(fitted.consumers.map(_.prefetch) == cell.consumers.map(_.prefetch))
      outcome.copy(result = outcome.result.copy(notes = said ++ outcome.result.notes, prefetchApplied = applied))

  /** Reasons and notes repeat what the broker said; what we say ourselves stays as it is. */
  private def quoted(outcome: Outcome): Outcome =
    val result = outcome.result
    val ours = result.cause.exists(Run.ours)
    val reason = result.reason.map(said => if ours then said else endpoint.quoted(said))
    outcome.copy(result = result.copy(reason = reason, notes = result.notes.map(endpoint.quoted)))

  private def attempt(cell: Cell, draft: CellDraft, linked: LinkedState): Outcome =
    val noKiller = Option.when(cell.crash && killer.isEmpty)("a broker that was not started here is not killed either")
    protocol.unsupported(cell).orElse(noKiller) match
      case Some(reason) => Outcome(draft.without(Status.Unsupported, reason), clean = true)
      case None =>
        ready(cell) match
          case Left(why) => Outcome(draft.failed(why), clean = true)
          case Right(()) => open(cell, draft, linked)

  private def ready(cell: Cell): Either[Failure, Unit] =
    generators.agree(FileLimit.tooLow(cell).map(Failure(_)).toLeft(())).flatMap(_ => generators.sameClock(clock))

  private def open(cell: Cell, draft: CellDraft, linked: LinkedState): Outcome =
    val layout = Naming(cell, linked.base).layout(linked.sharing)
    val session = protocol.open(endpoint)
    try
      val outcome =
        try
          generators.agree(create(session, layout)) match
            case Left(why) => Outcome(draft.failed(why), clean = false)
            case Right(()) => measure(cell, draft, session, layout, linked)
        catch
          case e: Exception =>
            val why = Failure(Failure.words(e))
            generators.leave(why.words)
            Outcome(draft.failed(why), clean = false)
      if isRemoved(cell, outcome) then remove(session, cell, layout)
      outcome
    finally session.close()

  /** One load JVM lays out destinations for all, before any client uses them. */
  private def create(session: Session, layout: List[DestinationSpec]): Either[Failure, Unit] =
    if generators.part.isFirst then session.create(layout)
    Right(())

  /** A broker that was started here is emptied by a new start after something went wrong. From another one we remove all that we
    * made, however it ended.
    */
  private def isRemoved(cell: Cell, outcome: Outcome): Boolean =
    val broken = outcome.result.status != Status.Measured || watch.cancelled
    val isOver = cell.phase.forall(p => p.index + 1 == p.count)
    outcome.clean && isOver || killer.isEmpty && (broken || isOver)

  /** What is measured is measured, whether or not we can tidy up after it. What a user gave a name stays. */
  private def remove(session: Session, cell: Cell, layout: List[DestinationSpec]): Unit =
    if generators.part.isFirst && cell.destinations.name.isEmpty then
      try session.remove(layout.map(_.name))
      catch case _: Exception => ()

  /** What happens to a cell from its first connection to its account, step by step. */
  private def measure(
      cell: Cell,
      draft: CellDraft,
      session: Session,
      layout: List[DestinationSpec],
      linked: LinkedState
  ): Outcome =
    val clients = CellClients(cell, session, linked, clock, generators.part)
    val sampler = Run.sampler(cell, clients, linked.depth, watch.meter)
    val stage = Stage(clients, clock, watch, generators)
    val audited = audit(cell, layout, linked)
    // it opens what it reads, which takes a moment the first time
    watch.meter.begin()
    // all clients connect, warm up, and are sampled
    val loaded = generators.agree(
      stage.load(cell.timing, sampler, () => !linked.audit.satisfied, sample => watch.sampled(cell, sample))
    )
    sampler.end(generators.meet(sampler.ended).fold(_ => sampler.ended, _.max))
    if cell.crash && loaded.isRight then crash(cell, draft, clients, stage, sampler, linked, audited)
    else
      // open loops send what was due and could not be sent yet, then producers leave
      val drain = stage.drain(cell.timing)
      if cell.isOpenLoop && loaded.isRight then drain.catchUp(sampler)
      val producersCut = stage.stopProducers()
      // what is still under way arrives, then consumers leave
      val drained = if loaded.isRight then drain.await(linked.audit) else Run.noDrain
      val failure = loaded.flatMap(_ => endedIn(drained, stage)).left.toOption
      linked.depth = sampler.depth
      val consumersCut = stage.stopConsumers()
      sampler.complete()
      // each load JVM tells what its clients did, and the first one accounts for all of them
      val account = if generators.part.isWhole then AuditState(Nil, Nil) else clients.account
      val due = clients.dueHere(sampler.began, sampler.ended)
      val mine = Contribution(
        sampler.measurement,
        account,
        due,
        failure,
        producersCut,
        drain.note,
        consumersCut,
        stage.failures
      )
      val all = generators.conclude(mine)
      val sampling = stage.sampling(cell.timing).filter(_ => cell.findsItsRate || cell.keepsARate)
      val parts = all.getOrElse(List(mine))
      Settlement(cell, clients, sampler.load, linked, generators.part, parts, audited, clock.wallAt)
        .outcome(draft, drained, sampling, all.left.toOption)

  /** The user, or the broker's end, may come between the load and the account. */
  private def endedIn(drained: DrainResult, stage: Stage): Either[Failure, Unit] =
    if drained.outcome == DrainOutcome.Interrupted || watch.cancelled then stage.health else Right(())

  /** Judges the account by what the protocol promises. */
  private def audit(cell: Cell, layout: List[DestinationSpec], linked: LinkedState): DrainOutcome => AuditResult =
    val leaving = cell.consumers.exists(_.messagesPerConnection.isDefined)
    linked.audit.result(_, protocol.promise, layout.map(_.partitionsNeeded).max, leaving)

  private def crash(
      cell: Cell,
      draft: CellDraft,
      clients: CellClients,
      stage: Stage,
      sampler: Sampler,
      linked: LinkedState,
      audited: DrainOutcome => AuditResult
  ): Outcome =
    val crashed = Crash(killer.get, protocol, endpoint, clock, watch).execute(cell, stage, linked)
    val due = Option.when(cell.isOpenLoop)(clients.due(clients.dueHere(sampler.began, sampler.ended)))
    val evaluation = Evaluation(sampler.load, sampler.measurement)
    val audit = audited(crashed.drain.outcome)
    val finished = draft.finished(evaluation, due, crashed.failure, crashed.drain, audit, Nil)
    val latencies = Outcome.log(cell, clock.wallAt(sampler.began), evaluation, crashed.drain)
    // the next cell gets a broker that was not killed
    Outcome(finished.copy(crash = crashed.result), clean = false, latencies)

object Run:
  /** Whose reasons are in our words alone. */
  private val ours = Set(Cause.NothingSent, Cause.Cancelled, Cause.BrokerEnded)

  private val noDrain = DrainResult(DrainOutcome.NotNeeded, 0)

  private def sampler(cell: Cell, clients: CellClients, depth: Long, meter: Meter): Sampler =
    // one shared subscription is as good as a queue
    val copies = cell.destinations.kind == DestinationType.Topic && !cell.consumers.forall(_.shared)
    val topics = Option.when(copies)(cell.destinations.count)
    val producers = cell.producers.map(g => SampledGroup(g.name, Role.Producer, recorders(clients.producers, g)))
    val consumers = cell.consumers.map(g => SampledGroup(g.name, Role.Consumer, recorders(clients.consumers, g)))
    Sampler(producers ++ consumers, cell.isOpenLoop, depth, topics, meter, Step.of(cell))

  private def recorders[G <: ClientGroup](clients: List[(G, ClientLoop)], of: G): List[ClientRecorder] =
    clients.collect { case (group, loop) if group eq of => loop.recorder }

/** What a scenario prefers without insisting on it, as far as a broker can have it. */
private object Preference:
  /** @return
    *   the cell as it can run, and what the result must say of it
    */
  def fit(cell: Cell, protocol: Protocol): (Cell, List[String]) =
    val preferred = cell.consumers.filter(_.prefetchPreferred).flatMap(_.prefetch).distinct
    if preferred.isEmpty then (cell, Nil)
    else
      val strict = cell.copy(consumers = cell.consumers.map(_.copy(prefetchPreferred = false)))
      protocol.unsupported(strict) match
        case None => (strict, Nil)
        case Some(why) =>
          val bare = cell.consumers.map(c => if c.prefetchPreferred then c.copy(prefetch = None) else c)
          val note = s"the broker's own prefetch holds, and not one of ${preferred.mkString(" or ")}: $why"
          (cell.copy(consumers = bare), List(note))
