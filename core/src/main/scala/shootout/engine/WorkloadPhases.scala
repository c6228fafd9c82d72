package shootout.engine

import shootout.result.{Sample, SamplingEnd, SamplingResult}
import shootout.scenario.{Precision, Timing}
import shootout.units.{Json, Nanos}

import java.util.concurrent.{CompletableFuture, ExecutionException, TimeoutException}
import scala.util.Try

/** The steps of a run, each bounded in time. Left says why the workload cannot go on. */
final class WorkloadPhases(
    clients: WorkloadClients,
    clock: Clock,
    watch: Watch,
    generators: Generators = Generators.alone
):
  private val consumers = clients.consumers
  private val producers = clients.producers
  private val ramp = Ramp(clients, clock)
  private val early = clients.all.filterNot(ramp.contains)
  private val monitor = RateMonitor(() => if consumers.isEmpty then produced(producers) else consumed(consumers))
  private val warming = WarmingUp(monitor, clients.expectedPerS, watch.meter)
  private var warm = Option.empty[WarmedUp]

  private def produced(loops: List[ClientLoop]): Long = loops.map(_.recorder.produced.get).sum
  private def consumed(loops: List[ClientLoop]): Long = loops.map(_.recorder.consumed.get).sum
  private def consumedSoFar: Long = consumed(clients.all)

  /** Connects, warms up, and takes the samples.
    *
    * Clients that only unload are done when nothing is left, or nothing arrives any more. Zeros after that would lower
    * their rate wrongly. Without a warm-up, they and the samples begin while the clients connect. The samples continue
    * as long as there is something to unload, up to a limit.
    *
    * @param left
    *   whether messages are still to come, for a workload without producers
    */
  def load(timing: Timing, sampler: Sampler, left: () => Boolean, sampled: Sample => Unit): Either[Failure, Unit] =
    steps:
      val unloads = !clients.sends && timing.warmUp.value == 0
      if unloads then sampler.begin(clock.nanos())
      connect().orEnd
      if !unloads then warmUp(timing, sampler).orEnd
      val silence = Silence(clock.nanos(), () => consumedSoFar)
      val more = () => clients.sends || left() && silence.since(clock.nanos()) < timing.drainTimeout.value
      val most =
        if unloads then WorkloadPhases.unloadSamples(timing) else timing.samplesAfter(warm.fold(0.0)(_.seconds))
      take(timing.copy(samples = most), sampler, more, sampled).orEnd
      if !clients.sends then sampler.dropSilence()

  /** Connects consumers first, so that no message is sent before every receiver listens. */
  private[engine] def connect(): Either[Failure, Unit] = steps:
    val (subscribers, senders) = early.partition(_.isInstanceOf[ConsumerLoop])
    for loops <- List(subscribers, senders) do generators.agree(connect(loops)).orEnd

  private def connect(loops: List[ClientLoop]): Either[Failure, Unit] = steps:
    for wave <- loops.grouped(WorkloadPhases.ParallelConnects) do
      wave.foreach(_.connect())
      wave.foreach(readiness(_).orEnd)

  private def readiness(loop: ClientLoop): Either[Failure, Unit] =
    try Right(clock.await(loop.ready, WorkloadPhases.ConnectLimit))
    catch
      case e: ExecutionException =>
        Left(Failure.connection(s"${loop.spec.name} could not connect: ${Failure.words(e.getCause)}"))
      case _: TimeoutException =>
        Left(Failure.connection(s"${loop.spec.name} was not connected within ${WorkloadPhases.ConnectLimit.seconds} s"))

  private def warmUp(timing: Timing, sampler: Sampler): Either[Failure, Unit] = steps:
    val together = !generators.part.isWhole
    val limit = timing.warmUpLimit
    val began = generators.begin(clock).orEnd
    start(began)
    if together then sampler.announce(began + timing.warmUp.value)
    if limit.isDefined then warming.begin(began)
    waitUntil(began + timing.warmUp.value, () => true).orEnd
    waitUntil(began + limit.fold(0L)(_.value + timing.lent.value), () => !warming.isOver).orEnd
    val now = clock.nanos()
    // Several load JVMs begin at the same moment, whichever of them wakes up first.
    sampler.begin(now, if together then began + timing.warmUp.value else now)
    monitor.sample(now)
    warming.end()
    warm = Some(WarmedUp((sampler.began - began) / 1e9, limit.map(_ => warming.isSteady)))

  private def start(began: Long): Unit =
    producers.filterNot(ramp.contains).foreach(_.start(began))
    ramp.begin(began)
    monitor.begin(began)

  private def take(
      timing: Timing,
      sampler: Sampler,
      more: () => Boolean,
      sampled: Sample => Unit
  ): Either[Failure, Unit] = steps:
    var taken = 0
    def done = taken == timing.samples || taken > 0 && (!more() || ramp.collapsed) || preciseAfter(taken, timing)
    while !done do
      waitUntil(sampler.began + (taken + 1) * timing.sampleInterval.value, more).orEnd
      val sample = sampler.sample(clock.nanos())
      ramp.sampled(sample)
      sampled(sample)
      taken += 1

  private def preciseAfter(samples: Int, timing: Timing): Boolean =
    timing.precision.exists(wanted => samples >= wanted.leastSamples && isPrecise(wanted))

  private def isPrecise(wanted: Precision): Boolean = monitor.precision.exists(_ <= wanted.share)

  /** How warm-up and samples went; none if they did not begin. */
  def sampling(timing: Timing): Option[SamplingResult] = warm.map { w =>
    val end = timing.precision match
      case None => SamplingEnd.Fixed
      case Some(wanted) => if isPrecise(wanted) then SamplingEnd.Precise else SamplingEnd.Limit
    val steady = w.steady.map(_ || monitor.wasSteady)
    SamplingResult(w.seconds, steady, monitor.precision, timing.precision.map(_.share), end)
  }

  private def waitUntil(deadline: Long, more: () => Boolean): Either[Failure, Unit] =
    var state = health
    while state.isRight && clock.nanos() < deadline && more() do
      ramp.advance(clock.nanos())
      monitor.advance(clock.nanos())
      warming.advance(clock.nanos())
      clock.sleepUntil(Nanos(math.min(deadline, clock.nanos() + WorkloadPhases.WatchStep.value)))
      state = health
    state

  /** Left says why the workload cannot go on. */
  def health: Either[Failure, Unit] =
    if watch.cancelled then Left(Failure.Cancelled)
    else if !watch.brokerAlive then Left(Failure.BrokerEnded)
    else connectionsLost.orElse(watch.shortage.map(Failure(_))).toLeft(())

  private def connectionsLost: Option[Failure] =
    val gone = List(consumers, producers).find(loops => loops.nonEmpty && loops.forall(_.failure.isDefined))
    for loops <- gone; cause <- loops.head.failure
    yield Failure.connection(s"every connection was lost: ${Failure.words(cause)}")

  /** Ends sending and waits for what is outstanding. */
  def stopProducers(): Option[CutOff] =
    ramp.end()
    producers.foreach(_.stop())
    leave(producers, "producers")

  /** Creates the drain, which follows the samples. */
  def drain(timing: Timing): Drain = Drain(clients, clock, watch, timing, generators, () => health)

  def stopConsumers(): Option[CutOff] =
    consumers.foreach(_.finish())
    leave(consumers, "consumers")

  /** From now on, lost connections are not the broker's fault. */
  def expectEnd(): Unit = clients.all.foreach(_.expectEnd())

  /** After the broker was killed, waits for the clients to notice, because each of them may still read publisher
    * confirms. Cuts the rest.
    */
  def endAfterKill(): Unit =
    ramp.end()
    val loops = clients.all
    val gone = CompletableFuture.allOf(loops.map(_.closed)*)
    Try(clock.await(gone, WorkloadPhases.AbortLimit))
    abort(loops.filterNot(_.closed.isDone))

  /** When the first message arrived; none if none did until `deadline`. */
  def firstMessage(deadline: Nanos): Option[Long] =
    while consumedSoFar == 0 && clock.nanos() < deadline.value do
      clock.sleepUntil(Nanos(clock.nanos() + WorkloadPhases.WatchStep.value))
    Option.when(consumedSoFar > 0)(clock.nanos())

  private def abort(loops: List[ClientLoop]): Unit =
    loops.foreach(_.abort())
    Try(clock.await(CompletableFuture.allOf(loops.map(_.closed)*), WorkloadPhases.AbortLimit))
    loops.filterNot(_.closed.isDone).foreach(_.giveUp())

  private def leave(loops: List[ClientLoop], who: String): Option[CutOff] =
    val all = CompletableFuture.allOf(loops.map(_.closed)*)
    val limit = if watch.brokerAlive then WorkloadPhases.LeaveLimit else WorkloadPhases.WatchStep
    var delivers = true
    for _ <- 1 to WorkloadPhases.Looks do
      val before = consumedSoFar
      if !all.isDone then Try(clock.await(all, Nanos(limit.value / WorkloadPhases.Looks)))
      delivers = delivers && consumedSoFar > before
    val late = loops.filterNot(_.closed.isDone)
    abort(late)
    Option.when(late.nonEmpty) {
      val these = s"${late.size} of ${loops.size} $who"
      // A broker that delivered all the time must read everything they have sent before it can end their connections.
      if delivers && loops.forall(producers.contains) then
        CutOff(
          0,
          s"$these were cut off: within ${limit.seconds} s the broker had not ended their connections, but delivered all the time"
        )
      else CutOff(late.size, s"$these did not close within ${limit.seconds} s and were cut off")
    }

  /** Why connections were lost or refused, with one reason for each of them. */
  def failures: List[String] = clients.all.flatMap(_.failure.map(Failure.words))

/** The clients that had to be cut off.
  *
  * @param faults
  *   the number of clients that the broker is to blame for
  */
final case class CutOff(faults: Int, words: String) derives Json.ReadWriter

/** @param steady
  *   none if the warm-up had a given length
  */
private final case class WarmedUp(seconds: Double, steady: Option[Boolean])

object WorkloadPhases:
  /** Describes what happened to connections although the workload went on.
    *
    * @param failures
    *   see [[WorkloadPhases.failures]]
    * @param clients
    *   the number of connections there should have been
    */
  def trouble(failures: List[String], clients: Int): List[String] =
    failures.groupBy(identity).toList.map((reason, all) =>
      s"${all.size} of $clients connections failed: $reason"
    ).sorted

  /** How many times longer than samples and drain together an unload may take. */
  private val UnloadTimes = 10

  /** A queue may be far deeper than the planned samples can empty. */
  private def unloadSamples(timing: Timing): Int =
    UnloadTimes * (timing.samples + (timing.drainLimit.value / timing.sampleInterval.value).toInt)

  private val ParallelConnects = 64
  private val ConnectLimit = Nanos.ofSeconds(30)
  private val LeaveLimit = Nanos.ofSeconds(10)
  private val Looks = 10
  private val AbortLimit = Nanos.ofSeconds(1)
  private val WatchStep = Nanos.ofMillis(20)

/** Clients that connect one after the other while the workload is measured, until errors end this. One failed
  * connection is not yet the end: as in the original benchmark, it takes [[Ramp.MostErrors]] in one sample. Only the
  * run's thread uses it.
  */
final class Ramp(clients: WorkloadClients, clock: Clock):
  private val waves =
    val consumers = clients.consumers.groupBy(_.group).toList.map((group, loops) => group.rampPerSecond -> loops)
    val producers = clients.producers.groupBy(_.group).toList.map((group, loops) => group.rampPerSecond -> loops)
    for case (Some(perSecond), loops) <- consumers ++ producers yield Wave(loops, perSecond)
  private val members = waves.flatMap(_.loops).toSet[ClientLoop]
  private var began = 0L
  private var ended = false

  /** True if the broker accepts no more connections. Further attempts would only repeat this. */
  var collapsed = false

  def contains(loop: ClientLoop): Boolean = members(loop)

  def begin(now: Long): Unit = began = now

  /** Connects the clients whose time has come. */
  def advance(now: Long): Unit =
    if !ended then waves.foreach(_.advance((now - began) / 1e9))

  /** Checks a new sample for errors. */
  def sampled(sample: Sample): Unit =
    if waves.nonEmpty && sample.errors >= Ramp.MostErrors then
      collapsed = true
      ended = true

  /** Removes the clients that never connected. */
  def end(): Unit =
    ended = true
    waves.foreach(_.waiting.foreach(_.abort()))

  /** The clients of one group. */
  private final class Wave(val loops: List[ClientLoop], perSecond: Double):
    var waiting: List[ClientLoop] = loops

    def advance(elapsedSeconds: Double): Unit =
      val connected = loops.size - waiting.size
      val (now, later) = waiting.splitAt((elapsedSeconds * perSecond).toInt - connected)
      waiting = later
      now.foreach { loop =>
        loop.connect()
        loop match
          case producer: ProducerLoop => producer.ready.thenRun(() => producer.start(clock.nanos()))
          case _ => ()
      }

object Ramp:
  /** The limit within one sample. */
  val MostErrors = 50
