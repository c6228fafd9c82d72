package shootout.run

import shootout.driver.{DestinationSpec, Protocol, Session}
import shootout.machine.Meter
import shootout.record.{AuditState, Evaluation, SampledGroup, Sampler}
import shootout.result.{AuditResult, Cause, CellResult, DrainOutcome, DrainResult, LatencyLog, Role, Sample, Status}
import shootout.scenario.{Cell, Step}
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
  *
  * @param generators
  *   the load JVMs that share the clients, all of which run the same cell now
  */
final class Run(
    protocol: Protocol,
    endpoint: Endpoint,
    clock: Clock,
    watch: Watch,
    killer: Option[Killer] = None,
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
          case Left(why) => Outcome(draft.without(Status.Failed, why.words, why.cause), clean = true)
          case Right(()) => open(cell, draft, linked)

  private def ready(cell: Cell): Either[Failure, Unit] =
    generators.agree(FileLimit.tooLow(cell).map(Failure(_)).toLeft(())).flatMap(_ => generators.sameClock(clock))

  private def open(cell: Cell, draft: CellDraft, linked: LinkedState): Outcome =
    val session = protocol.open(endpoint)
    val layout = Naming(cell, linked.base).layout(linked.sharing)
    try
      generators.agree(create(session, layout)) match
        case Left(why) =>
          tidied(Outcome(draft.without(Status.Failed, why.words, why.cause), clean = false), session, cell, layout)
        case Right(()) =>
          val outcome = measure(cell, draft, CellClients(cell, session, linked, clock, generators.part), linked)
          tidied(outcome, session, cell, layout)
    catch
      case e: Exception =>
        generators.leave(Reason.of(e))
        tidied(Outcome(draft.without(Status.Failed, Reason.of(e)), clean = false), session, cell, layout)
    finally session.close()

  /** A broker that was started here is emptied behind what went wrong. From another one all is removed that this made, however it ended. */
  private def tidied(outcome: Outcome, session: Session, cell: Cell, layout: List[DestinationSpec]): Outcome =
    val broken = outcome.result.status != Status.Measured || watch.cancelled
    val orderly = outcome.clean && Run.isOver(cell)
    if orderly || killer.isEmpty && (broken || Run.isOver(cell)) then remove(session, cell, layout)
    outcome

  /** One lays out destinations for all, before anybody's clients use them. */
  private def create(session: Session, layout: List[DestinationSpec]): Either[Failure, Unit] =
    if generators.part.isFirst then session.create(layout)
    Right(())

  /** What is measured is measured, whether or not it can be tidied up behind it. What somebody gave a name stays. */
  private def remove(session: Session, cell: Cell, layout: List[DestinationSpec]): Unit =
    if generators.part.isFirst && cell.destinations.name.isEmpty then
      try session.remove(layout.map(_.name))
      catch case _: Exception => ()

  /** The audit judges by what the protocol promises. */
  private def audited(cell: Cell, linked: LinkedState): DrainOutcome => AuditResult =
    val partitions = Naming(cell, linked.base).layout(linked.sharing).map(_.partitionsNeeded).max
    val leaving = cell.consumers.exists(_.messagesPerConnection.isDefined)
    linked.audit.result(_, protocol.promise, partitions, leaving)

  private def measure(cell: Cell, draft: CellDraft, clients: CellClients, linked: LinkedState): Outcome =
    // one shared subscription is as good as a queue
    val copies = cell.destinations.kind == DestinationType.Topic && !cell.consumers.forall(_.shared)
    val topics = Option.when(copies)(cell.destinations.count)
    val groups = sampledGroups(cell, clients)
    val sampler = Sampler(groups, cell.isOpenLoop, linked.depth, topics, watch.meter, Step.of(cell))
    val stage = Stage(clients, clock, watch, generators)
    // opens what it reads, which takes a moment the first time
    watch.meter.begin()
    val loaded = generators.agree(
      stage.load(cell.timing, sampler, () => !linked.audit.satisfied, sample => watch.sampled(cell, sample))
    )
    sampler.end(generators.meet(sampler.ended).fold(_ => sampler.ended, _.max))
    if cell.crash && loaded.isRight then crash(cell, draft, clients, stage, sampler, linked)
    else
      val (mine, drain) = end(cell, clients, stage, sampler, linked, loaded)
      val parts = generators.conclude(mine)
      val all = parts.getOrElse(List(mine))
      val judging = audited(cell, linked)
      val settlement =
        Settlement(cell, clients, sampler.load, linked, generators.part, all, judging, clock.wallAt)
      val sampling = stage.sampling(cell.timing).filter(_ => cell.findsItsRate || cell.keepsARate)
      settlement.outcome(draft, drain, sampling, parts.left.toOption)

  private def crash(
      cell: Cell,
      draft: CellDraft,
      clients: CellClients,
      stage: Stage,
      sampler: Sampler,
      linked: LinkedState
  ): Outcome =
    val crashed = Crash(killer.get, protocol, endpoint, clock, watch).execute(cell, stage, linked)
    val audit = audited(cell, linked)(crashed.drain.outcome)
    val due = Option.when(cell.isOpenLoop)(clients.due(clients.dueHere(sampler.began, sampler.ended)))
    val evaluation = Evaluation(sampler.load, sampler.measurement)
    val finished = draft.finished(evaluation, due, crashed.failure, crashed.drain, audit, Nil)
    val latencies = Outcome.log(cell, clock.wallAt(sampler.began), evaluation, crashed.drain)
    // whatever the broker went through shall not be the next cell's concern
    Outcome(finished.copy(crash = crashed.result), clean = false, latencies)

  private def end(
      cell: Cell,
      clients: CellClients,
      stage: Stage,
      sampler: Sampler,
      linked: LinkedState,
      loaded: Either[Failure, Unit]
  ): (Contribution, DrainResult) =
    val draining = stage.drain(cell.timing)
    if cell.isOpenLoop && loaded.isRight then draining.catchUp(sampler)
    val stopped = stage.stopProducers()
    val drain = if loaded.isRight then draining.await(linked.audit) else Run.noDrain
    // the user, or the broker's end, may come between the load and the account
    val interrupted = drain.outcome == DrainOutcome.Interrupted
    val failure = loaded.flatMap(_ => if interrupted || watch.cancelled then stage.health else Right(()))
    linked.depth = sampler.depth
    val consumersGone = stage.stopConsumers()
    sampler.complete()
    val contribution = Contribution(
      sampler.measurement,
      // of all clients nobody else need be told
      if generators.part.isWhole then AuditState(Nil, Nil) else clients.account,
      clients.dueHere(sampler.began, sampler.ended),
      failure.left.toOption,
      stopped,
      draining.note,
      consumersGone,
      stage.failures
    )
    (contribution, drain)

  private def sampledGroups(cell: Cell, clients: CellClients): List[SampledGroup] =
    val producers = cell.producers.map { group =>
      SampledGroup(
        group.name,
        Role.Producer,
        clients.producers.collect { case (g, loop) if g eq group => loop.recorder }
      )
    }
    val consumers = cell.consumers.map { group =>
      SampledGroup(
        group.name,
        Role.Consumer,
        clients.consumers.collect { case (g, loop) if g eq group => loop.recorder }
      )
    }
    producers ++ consumers

object Run:
  /** Whose reasons are in our words alone. */
  private val ours = Set(Cause.NothingSent, Cause.Cancelled, Cause.BrokerEnded)

  /** No later phase needs its destinations. */
  private def isOver(cell: Cell): Boolean = cell.phase.forall(p => p.index + 1 == p.count)

  private val noDrain = DrainResult(DrainOutcome.NotNeeded, 0)

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
