package shootout.engine

import shootout.result.{DrainOutcome, DrainResult, Role}
import shootout.scenario.Timing
import shootout.units.{Json, Nanos}

/** The end of a workload, after the samples. Open loops send what was due and could not be sent yet, then all clients
  * wait for what is still under way. One limit holds for both steps, with one exception: a broker that has fallen
  * silent while messages are missing. Before these count as lost, it gets [[Drain.SilenceOfLoss]] drain time-outs, even
  * beyond the limit.
  */
final class Drain(
    clients: WorkloadClients,
    clock: Clock,
    watch: Watch,
    timing: Timing,
    generators: Generators,

    /** Left says why the workload cannot go on. */
    health: () => Either[Failure, Unit]
):
  private var spent = 0L
  private var said = Option.empty[String]

  /** What a reader must know about how the drain ended. */
  def note: Option[String] = said

  /** Lets open loops send what was due before the last sample's end, as long as the broker takes it. A stall at the end
    * then shows in the latencies like one in the middle. The other producers stop.
    *
    * Open loops do not catch up if less than [[Drain.WorthCatchingUp]] of it was sent, also in most of the samples.
    * Such a broker fell further back with every second and would need longer than a drain. Its latencies stay honest:
    * what was due and never sent counts as due deliveries without a latency (`unmeasured`). The workload gets flag `R`
    * from the same 95%: it is saturated and has no latency below saturation. A broker that kept up and then stalled may
    * catch up, and its stall must be visible.
    */
  def catchUp(sampler: Sampler): Unit =
    val (paced, others) = clients.producers.partition(_.group.isOpenLoop)
    others.foreach(_.stop())
    val names = paced.map(_.group.name).toSet
    val sent = sampler.intervals.map(_.groups.filter(g => g.role == Role.Producer && names(g.name)).map(_.produced).sum)
    def due = sampler.intervals.map { i =>
      val until = sampler.began + i.until.value
      dueHere(until - i.length.value, until)
    }
    if Drain.kept(sent.sum, dueHere(sampler.began, sampler.ended)) || Drain.mostlyKept(sent, due) then
      paced.foreach(_.finishBy(sampler.ended))
      val began = clock.nanos()
      val silence = Silence(began, () => paced.map(_.recorder.produced.get).sum)
      def late = paced.exists(!_.caughtUp.isDone)
      // What is sent last must still have time to arrive.
      while late && health().isRight && clock.nanos() - began < timing.drainLimit.value / 2 &&
        silence.since(clock.nanos()) < timing.drainTimeout.value
      do clock.sleepUntil(Nanos(clock.nanos() + Drain.CatchUpStep.value))
      spent = clock.nanos() - began

  private def dueHere(from: Long, until: Long): Long = clients.dueHere(from, until).map(_._2).sum

  /** Waits until every message has arrived, or nothing has arrived for the drain time-out. The wait is longer if its
    * end would mean that messages were lost, see [[Drain.SilenceOfLoss]]. Load JVMs that share the clients wait
    * together, and the first one decides.
    */
  def await(audit: Audit): DrainResult =
    val began = clock.nanos()
    var arrived = arrivals(audit)
    val silence = Silence(began, () => arrived.consumed)
    var suspicion = Option.empty[Suspicion]
    var outcome = decide(Option.when(!clients.receives || arrived.progress.nothingOwed)(DrainOutcome.NotNeeded))
    while outcome.isEmpty do
      val now = clock.nanos()
      arrived = arrivals(audit)
      val quiet = silence.since(now)
      val silent = quiet > timing.drainTimeout.value
      suspicion = if silent then suspicion.orElse(Some(Suspicion(isShort(audit, arrived), now))) else None
      val complete = arrived.progress.satisfied && (audit.certain || quiet > Drain.Settling.value)
      outcome = decide(
        if complete then Some(DrainOutcome.Complete)
        else if !arrived.well then Some(DrainOutcome.Interrupted)
        else if silent then suspicion.flatMap(_.verdict(quiet, now))
        else Option.when(now - began + spent > timing.drainLimit.value)(DrainOutcome.LimitReached)
      )
      if outcome.isEmpty then clock.sleepUntil(Nanos(now + Drain.Step.value))
    DrainResult(outcome.get, if outcome.contains(DrainOutcome.NotNeeded) then 0 else (clock.nanos() - began) / 1e9)

  /** Adds up the arrivals of all load JVMs. */
  private def arrivals(audit: Audit): Arrivals =
    val here = Arrivals(clients.all.map(_.recorder.consumed.get).sum, audit.progress, health().isRight)
    generators.meet(here).fold(_ => here.copy(well = false), Arrivals.joined)

  private def decide(mine: Option[DrainOutcome]): Option[DrainOutcome] =
    generators.decide(mine).getOrElse(Some(DrainOutcome.Interrupted))

  /** The answer is exact if all clients are in this JVM. Otherwise a duplicate may hide a missing message. */
  private def isShort(audit: Audit, arrived: Arrivals): Boolean =
    if generators.part.isWhole then audit.isShort else arrived.progress.isShort

  /** Watches the broker from the beginning of a silence. */
  private final class Suspicion(isShort: Boolean, since: Long):
    watch.meter.begin()

    /** None means not yet. The broker is watched for the whole remaining time, even if this process was stopped
      * meanwhile.
      */
    def verdict(quiet: Long, now: Long): Option[DrainOutcome] =
      val watched = now - since >= timing.drainTimeout.value * (Drain.SilenceOfLoss - 1)
      if !isShort then Some(DrainOutcome.TimedOut)
      else Option.when(watched)(judged(quiet))

    private def judged(quiet: Long): DrainOutcome =
      val cores = watch.meter.sample().flatMap(_.broker).map(_.cpuCores)
      cores.filter(_ > Drain.BusyCores) match
        case None => DrainOutcome.TimedOut
        case Some(busy) =>
          val seconds = math.round(quiet / 1e9)
          said = Some(
            f"nothing came for $seconds s, but the broker was at work ($busy%.1f cores): what is missing may still come"
          )
          DrainOutcome.LimitReached

/** How much has arrived, see [[AuditProgress]].
  *
  * @param consumed
  *   messages of all phases
  * @param well
  *   true if the workload can go on
  */
final private[engine] case class Arrivals(consumed: Long, progress: AuditProgress, well: Boolean)
    derives Json.ReadWriter

private[engine] object Arrivals:
  def joined(parts: List[Arrivals]): Arrivals =
    Arrivals(parts.map(_.consumed).sum, AuditProgress.joined(parts.map(_.progress)), parts.forall(_.well))

/** Measures how long a count has not changed. */
private[engine] final class Silence(began: Long, count: () => Long):
  private var counted = count()
  private var last = began

  /** The nanoseconds until now since the last change. */
  def since(now: Long): Long =
    val current = count()
    if current != counted then
      counted = current
      last = now
    now - last

object Drain:
  /** The same share as for flag `R`. */
  val WorthCatchingUp = 0.95

  private def kept(sent: Long, due: Long): Boolean = sent >= WorthCatchingUp * due

  /** Compares what was sent with what was due in each sample. */
  private[engine] def mostlyKept(sent: List[Long], due: List[Long]): Boolean =
    sent.zip(due).count((s, d) => kept(s, d)) * 2 >= sent.size

  /** Messages count as lost only after this many drain time-outs without a message, and only if the broker used at most
    * [[BusyCores]] meanwhile. A broker that reads them from its disk, or collects garbage, is only slow.
    */
  private val SilenceOfLoss = 5
  private val BusyCores = 0.1
  private val Step = Nanos.ofMillis(20)
  private val CatchUpStep = Nanos.ofMillis(1)

  /** A duplicate at one consumer could replace a message that is still on its way to another one, so the drain waits
    * this long.
    */
  private val Settling = Nanos.ofMillis(100)
