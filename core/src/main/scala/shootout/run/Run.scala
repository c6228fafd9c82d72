package shootout.run

import shootout.driver.{DestinationSpec, Protocol, Session}
import shootout.machine.Meter
import shootout.record.{SampledGroup, Sampler}
import shootout.result.{AuditResult, CellResult, DrainOutcome, DrainResult, Sample, Status}
import shootout.scenario.{Cell, DestinationType, Step}
import shootout.units.Endpoint

/** What the run asks its surroundings, between two steps. */
trait Watch:
  /** The user wants to stop. */
  def cancelled: Boolean

  /** The broker's process lives (as far as we can know). */
  def brokerAlive: Boolean

  /** A sample was taken; for the progress line. */
  def sampled(cell: Cell, sample: Sample): Unit

  /** Reads what broker, generator and machine use. */
  def meter: Meter = Meter.none

/** One execution of one cell. */
final case class Outcome(result: CellResult, clean: Boolean)

/** Runs one cell against one broker: open, connect, warm up, measure, stop, drain, audit, close.
  *
  * Only here are the failures of drivers caught; whatever happens, a [[CellResult]] comes out, with the samples taken
  * until then.
  */
final class Run(protocol: Protocol, endpoint: Endpoint, clock: Clock, watch: Watch, killer: Option[Killer] = None):

  /** @param ledger
    *   shared by linked phases
    * @return
    *   `clean` is false if messages may be left in the broker
    */
  def execute(cell: Cell, repetition: Int, ledger: Ledger): Outcome =
    val (fitted, said) = Preference.fit(cell, protocol)
    // the load stays as it was declared, or the results of two brokers would seem to be of different loads
    val outcome = attempt(fitted, CellDraft(cell, repetition, clock.wall()), ledger)
    if outcome.result.status == Status.Unsupported then outcome
    else
      val asked = cell.consumers.exists(_.prefetch.isDefined)
      val applied = Option.when(asked)(fitted.consumers.map(_.prefetch) == cell.consumers.map(_.prefetch))
      outcome.copy(result = outcome.result.copy(notes = said ++ outcome.result.notes, prefetchApplied = applied))

  private def attempt(cell: Cell, draft: CellDraft, ledger: Ledger): Outcome =
    val noKiller = Option.when(cell.crash && killer.isEmpty)("a broker that was not started here is not killed either")
    protocol.unsupported(cell).orElse(noKiller) match
      case Some(reason) => Outcome(draft.without(Status.Unsupported, reason), clean = true)
      case None if FileLimit.tooLow(cell).isDefined =>
        Outcome(draft.without(Status.Failed, FileLimit.tooLow(cell).get), clean = true)
      case None =>
        val session = protocol.open(endpoint)
        val layout = Naming(cell, ledger.base).layout(ledger.sharing)
        try
          session.create(layout)
          val outcome = measure(cell, draft, Crew(cell, session, ledger, clock), ledger)
          if outcome.clean && Run.isOver(cell) then remove(session, layout)
          outcome
        catch case e: Exception => Outcome(draft.without(Status.Failed, Reason.of(e)), clean = false)
        finally session.close()

  /** What is measured is measured, whether or not it can be tidied up behind it. */
  private def remove(session: Session, layout: List[DestinationSpec]): Unit =
    try session.remove(layout.map(_.name))
    catch case _: Exception => ()

  private def audited(cell: Cell, outcome: DrainOutcome, ledger: Ledger): AuditResult =
    val partitions = Naming(cell, ledger.base).layout(ledger.sharing).map(_.partitionsNeeded).max
    ledger.audit.result(outcome, protocol.promise, partitions)

  private def measure(cell: Cell, draft: CellDraft, crew: Crew, ledger: Ledger): Outcome =
    // one shared subscription is as good as a queue
    val copies = cell.destinations.kind == DestinationType.Topic && !cell.consumers.forall(_.shared)
    val topics = Option.when(copies)(cell.destinations.count)
    val groups = sampledGroups(cell, crew)
    val sampler = Sampler(groups, cell.isOpenLoop, ledger.depth, topics, watch.meter, Step.of(cell))
    val stage = Stage(crew, clock, watch)
    // opens what it reads, which takes a moment the first time
    watch.meter.begin()
    val failure =
      stage.load(cell.timing, sampler, () => !ledger.audit.satisfied, sample => watch.sampled(cell, sample))
    sampler.end()
    if cell.crash && failure.isRight then crash(cell, draft, crew, stage, sampler, ledger)
    else end(cell, draft, crew, stage, sampler, ledger, failure)

  private def crash(cell: Cell, draft: CellDraft, crew: Crew, stage: Stage, sampler: Sampler, ledger: Ledger): Outcome =
    val crashed = Crash(killer.get, protocol, endpoint, clock, watch).execute(cell, stage, ledger)
    val audit = audited(cell, crashed.drain.outcome, ledger)
    val finished =
      draft.finished(sampler, due(cell, crew, sampler), crashed.failure, crashed.drain, audit, Nil)
    // whatever the broker went through shall not be the next cell's concern
    Outcome(finished.copy(crash = crashed.result), clean = false)

  private def due(cell: Cell, crew: Crew, sampler: Sampler): Option[Due] =
    Option.when(cell.isOpenLoop)(crew.due(sampler.began, sampler.ended))

  private def end(
      cell: Cell,
      draft: CellDraft,
      crew: Crew,
      stage: Stage,
      sampler: Sampler,
      ledger: Ledger,
      loaded: Either[String, Unit]
  ): Outcome =
    val draining = stage.drain(cell.timing)
    if cell.isOpenLoop && loaded.isRight then draining.catchUp(sampler)
    val stopped = stage.stopProducers()
    val drain = if loaded.isRight then draining.await(ledger.audit) else Run.noDrain
    // the user, or the broker's end, may come between the load and the account
    val interrupted = drain.outcome == DrainOutcome.Interrupted
    val failure = loaded
      .flatMap(_ => if interrupted || watch.cancelled then stage.health else Right(()))
      .flatMap(_ => if Run.stoodStill(cell, sampler.samples) then Left(Run.NothingSent) else Right(()))
    ledger.depth = sampler.depth
    val consumersGone = stage.stopConsumers()
    sampler.complete()
    val audit = audited(cell, drain.outcome, ledger)
    val unknown = ledger.audit.unknown
    val fate =
      Option.when(unknown > 0)(s"$unknown sends were neither confirmed nor delivered when their connection was cut")
    // the reason of a failure is not said twice
    val trouble = if failure.isRight then stage.trouble else Nil
    val notes = stopped.toList ++ fate ++ draining.note ++ consumersGone ++ trouble
    val clean = failure.isRight && audit.undrained == 0 && audit.lost == 0 && stopped.isEmpty && consumersGone.isEmpty
    val finished = draft.finished(sampler, due(cell, crew, sampler), failure.left.toOption, drain, audit, notes)
    Outcome(finished.copy(sampling = stage.sampling(cell.timing).filter(_ => cell.findsItsRate)), clean)

  private def sampledGroups(cell: Cell, crew: Crew): List[SampledGroup] =
    val producers = cell.producers.map { group =>
      SampledGroup(group.name, "producer", crew.producers.collect { case (g, loop) if g eq group => loop.recorder })
    }
    val consumers = cell.consumers.map { group =>
      SampledGroup(group.name, "consumer", crew.consumers.collect { case (g, loop) if g eq group => loop.recorder })
    }
    producers ++ consumers

object Run:
  private[run] val NothingSent = "not one send went through in all samples"

  /** Clients that send as fast as they can, and sent nothing: they hang, or the broker does. */
  private def stoodStill(cell: Cell, samples: List[Sample]): Boolean =
    val eager = cell.producers.nonEmpty && cell.producers.forall(p => !p.isOpenLoop && p.think.isEmpty)
    eager && samples.nonEmpty && samples.forall(_.producedPerS == 0)

  /** Nobody needs its destinations any more: no later phase, and nobody else, as they have no name that somebody gave them. */
  private def isOver(cell: Cell): Boolean =
    cell.destinations.name.isEmpty && cell.phase.forall(p => p.index + 1 == p.count)

  private val noDrain = DrainResult(DrainOutcome.NotNeeded, 0)
