package shootout.run

import shootout.record.Sampler
import shootout.result.{Sample, SamplingEnd, SamplingResult}
import shootout.scenario.Timing
import shootout.units.{ClassWords, Json, Nanos}

import java.util.concurrent.{CompletableFuture, ExecutionException, TimeoutException}
import scala.util.Try

/** The steps of a run, each bounded in time. Left: why the cell cannot go on. */
final class Stage(clients: CellClients, clock: Clock, watch: Watch, generators: Generators = Generators.alone):
  private val consumers = clients.consumers.map(_._2)
  private val producers = clients.producers.map(_._2)
  private val ramp = Ramp(clients, clock)
  private val early = clients.all.filterNot(ramp.contains)
  private val pulse = RateMonitor(() => if consumers.isEmpty then produced(producers) else consumed(consumers))

  private val warming = WarmingUp(pulse, clients.owedPerS, watch.meter)
  private var warm = Option.empty[WarmedUp]

  /** Consumers first, so that no message is sent before everyone who should get it listens. */
  private[run] def connect(): Either[Failure, Unit] =
    val (subscribers, senders) = early.partition(_.isInstanceOf[ConsumerLoop])
    generators.agree(connectAll(subscribers)).flatMap(_ => generators.agree(connectAll(senders)))

  private def connectAll(loops: List[ClientLoop]): Either[Failure, Unit] =
    loops.grouped(Stage.ParallelConnects).foldLeft[Either[Failure, Unit]](Right(())) { (so, wave) =>
      so.flatMap { _ =>
        wave.foreach(_.connect())
        wave.foldLeft[Either[Failure, Unit]](Right(()))((so, loop) => so.flatMap(_ => readiness(loop)))
      }
    }

  private def readiness(loop: ClientLoop): Either[Failure, Unit] =
    try Right(clock.await(loop.ready, Stage.ConnectLimit))
    catch
      case e: ExecutionException =>
        Left(Failure.connection(s"${loop.spec.name} could not connect: ${Reason.of(e.getCause)}"))
      case _: TimeoutException =>
        Left(Failure.connection(s"${loop.spec.name} was not connected within ${Stage.ConnectLimit.seconds} s"))

  /** Warm-up and samples. Clients that only unload are done when nothing is left, or nothing comes any more: zeros behind
    * that would belittle them. Without a warm-up, they begin to unload while they connect, and so do the samples; these go on
    * for as long as there is something to unload, up to a limit.
    *
    * @param left
    *   whether messages are still to come, for a cell without producers
    */
  def load(timing: Timing, sampler: Sampler, left: () => Boolean, sampled: Sample => Unit): Either[Failure, Unit] =
    val unloads = !clients.sends && timing.warmUp.value == 0
    if unloads then sampler.begin(clock.nanos())
    for
      _ <- connect()
      _ <- if unloads then Right(()) else warmUp(timing, sampler)
      silence = Silence(clock.nanos(), () => consumedSoFar)
      samples = if unloads then Stage.unloadSamples(timing) else timing.samplesAfter(warm.fold(0.0)(_.seconds))
      more = () => clients.sends || left() && silence.since(clock.nanos()) < timing.drainTimeout.value
      _ <- take(timing.copy(samples = samples), sampler, more, sampled)
    yield if !clients.sends then sampler.dropSilence()

  private def warmUp(timing: Timing, sampler: Sampler): Either[Failure, Unit] =
    val together = !generators.part.isWhole
    val limit = timing.warmUpLimit
    for
      began <- generators.begin(clock)
      _ = start(began)
      _ = if together then sampler.announce(began + timing.warmUp.value)
      _ = if limit.isDefined then warming.begin(began)
      _ <- waitUntil(began + timing.warmUp.value, () => true)
      _ <- waitUntil(began + limit.fold(0L)(_.value + timing.lent.value), () => !warming.isOver)
    yield
      val now = clock.nanos()
      // several begin at the same moment, whoever of them wakes up first
      sampler.begin(now, if together then began + timing.warmUp.value else now)
      pulse.sample(now)
      warming.end()
      warm = Some(WarmedUp((sampler.began - began) / 1e9, limit.map(_ => warming.isSteady)))

  private def start(began: Long): Unit =
    producers.filterNot(ramp.contains).foreach(_.start(began))
    ramp.begin(began)
    pulse.begin(began)

  private def take(
      timing: Timing,
      sampler: Sampler,
      more: () => Boolean,
      sampled: Sample => Unit
  ): Either[Failure, Unit] =
    (1 to timing.samples).foldLeft[Either[Failure, Unit]](Right(())) { (so, n) =>
      so.flatMap { _ =>
        if n > 1 && (!more() || ramp.collapsed) || preciseAfter(n - 1, timing) then Right(())
        else
          val end = sampler.began + n * timing.sampleInterval.value
          waitUntil(end, more).map { _ =>
            val sample = sampler.sample(clock.nanos())
            ramp.sampled(sample)
            sampled(sample)
          }
      }
    }

  private def preciseAfter(samples: Int, timing: Timing): Boolean =
    timing.precision.exists(wanted => samples >= wanted.leastSamples && pulse.precision.exists(_ <= wanted.share))

  /** How warm-up and samples went; none if they were not begun. */
  def sampling(timing: Timing): Option[SamplingResult] = warm.map { w =>
    val end =
      if timing.precision.isEmpty then SamplingEnd.Fixed
      else if timing.precision.exists(p => pulse.precision.exists(_ <= p.share)) then SamplingEnd.Precise
      else SamplingEnd.Limit
    SamplingResult(w.seconds, w.steady.map(_ || pulse.wasSteady), pulse.precision, timing.precision.map(_.share), end)
  }

  private def waitUntil(deadline: Long, more: () => Boolean): Either[Failure, Unit] =
    var state = health
    while state.isRight && clock.nanos() < deadline && more() do
      ramp.advance(clock.nanos())
      pulse.advance(clock.nanos())
      warming.advance(clock.nanos())
      clock.sleepUntil(Nanos(math.min(deadline, clock.nanos() + Stage.WatchStep.value)))
      state = health
    state

  /** Left: why the cell cannot go on. */
  def health: Either[Failure, Unit] =
    if watch.cancelled then Left(Failure.Cancelled)
    else if !watch.brokerAlive then Left(Failure.BrokerEnded)
    else
      val gone = List(consumers, producers).filter(loops => loops.nonEmpty && loops.forall(_.failure.isDefined))
      val lost = gone.headOption.flatMap(_.head.failure)
        .map(cause => Failure.connection(s"every connection was lost: ${Reason.of(cause)}"))
      lost.orElse(watch.shortage.map(Failure(_))).toLeft(())

  /** No more sends; waits for what is outstanding. */
  def stopProducers(): Option[CutOff] =
    ramp.end()
    producers.foreach(_.stop())
    leave(producers, "producers")

  private def produced(loops: List[ClientLoop]): Long = loops.map(_.recorder.produced.get).sum
  private def consumed(loops: List[ClientLoop]): Long = loops.map(_.recorder.consumed.get).sum
  private def consumedSoFar: Long = consumed(clients.all)

  /** For what follows the samples. */
  def drain(timing: Timing): Drain = Drain(clients, clock, watch, timing, generators, () => health)

  def stopConsumers(): Option[CutOff] =
    consumers.foreach(_.finish())
    leave(consumers, "consumers")

  /** What happens to the connections from now on is no fault of the broker's. */
  def expectEnd(): Unit = clients.all.foreach(_.expectEnd())

  /** The broker was killed: waits for the clients to notice, as each of them may still read receipts, and cuts the rest. */
  def endAfterKill(): Unit =
    ramp.end()
    val loops = clients.all
    val gone = CompletableFuture.allOf(loops.map(_.closed)*)
    Try(clock.await(gone, Stage.AbortLimit))
    abort(loops.filterNot(_.closed.isDone))

  /** When the first message came; none if none did until `deadline`. */
  def firstMessage(deadline: Nanos): Option[Long] =
    while consumedSoFar == 0 && clock.nanos() < deadline.value do
      clock.sleepUntil(Nanos(clock.nanos() + Stage.WatchStep.value))
    Option.when(consumedSoFar > 0)(clock.nanos())

  private def abort(loops: List[ClientLoop]): Unit =
    loops.foreach(_.abort())
    Try(clock.await(CompletableFuture.allOf(loops.map(_.closed)*), Stage.AbortLimit))
    loops.filterNot(_.closed.isDone).foreach(_.giveUp())

  private def leave(loops: List[ClientLoop], who: String): Option[CutOff] =
    val all = CompletableFuture.allOf(loops.map(_.closed)*)
    val limit = if watch.brokerAlive then Stage.LeaveLimit else Stage.WatchStep
    // all the time, and not once
    val delivers = (1 to Stage.Looks).map { _ =>
      val before = consumedSoFar
      if !all.isDone then Try(clock.await(all, Nanos(limit.value / Stage.Looks)))
      consumedSoFar > before
    }.forall(identity)
    val late = loops.filterNot(_.closed.isDone)
    abort(late)
    Option.when(late.nonEmpty) {
      val these = s"${late.size} of ${loops.size} $who"
      // their good-bye comes behind all that they sent, which a broker reads no faster than it delivers: no fault
      if delivers && loops.forall(producers.contains) then
        CutOff(
          0,
          s"$these were cut off: within ${limit.seconds} s the broker had not come to their good-bye, but delivered all the time"
        )
      else CutOff(late.size, s"$these did not close within ${limit.seconds} s and were cut off")
    }

  /** Why connections were lost or refused, one reason for each of them. */
  def failures: List[String] = clients.all.flatMap(_.failure.map(Reason.of))

/** Clients that had to be cut off.
  *
  * @param faults
  *   how many of them the broker is to blame for
  */
final case class CutOff(faults: Int, words: String) derives Json.ReadWriter

/** @param steady
  *   none: the warm-up had a given length
  */
private final case class WarmedUp(seconds: Double, steady: Option[Boolean])

object Stage:
  /** In words, what became of connections although the cell went on.
    *
    * @param failures
    *   see [[Stage.failures]]
    * @param clients
    *   how many connections there should have been
    */
  def trouble(failures: List[String], clients: Int): List[String] =
    failures.groupBy(identity).toList.map((reason, all) =>
      s"${all.size} of $clients connections failed: $reason"
    ).sorted

  /** How many times longer than samples and drain together an unload may take. */
  private val UnloadTimes = 10

  /** A queue may be far deeper than planned samples can empty it. */
  private def unloadSamples(timing: Timing): Int =
    UnloadTimes * (timing.samples + (timing.drainLimit.value / timing.sampleInterval.value).toInt)

  private val ParallelConnects = 64
  private val ConnectLimit = Nanos.ofSeconds(30)
  private val LeaveLimit = Nanos.ofSeconds(10)
  private val Looks = 10
  private val AbortLimit = Nanos.ofSeconds(1)
  private val WatchStep = Nanos.ofMillis(20)

/** Why something failed, in words. */
object Reason:
  def of(cause: Throwable): String =
    cause match
      case _: java.net.ConnectException =>
        val message = Option(cause.getMessage).filter(_.nonEmpty)
        s"connection refused${message.fold("")(m => s" ($m)")}"
      case _ => ClassWords.of(cause)

/** Clients that connect one after the other while the cell is measured, until that ends in errors. One connection that fails
  * is not yet the end: as in the original benchmark, that is so many errors in one sample. Used by the run's thread.
  */
final class Ramp(clients: CellClients, clock: Clock):
  private val waves =
    val consumers = clients.consumers.groupMap((group, _) => group.name -> group.rampPerSecond)(_._2).toList
    val producers = clients.producers.groupMap((group, _) => group.name -> group.rampPerSecond)(_._2).toList
    for case ((_, Some(perSecond)), loops) <- consumers ++ producers yield Wave(loops, perSecond, clock)
  private val members = waves.flatMap(_.loops).toSet[ClientLoop]
  private var began = 0L
  private var ended = false

  /** The broker bears no more connections: what follows would only say so again. */
  var collapsed = false

  def contains(loop: ClientLoop): Boolean = members(loop)

  def begin(now: Long): Unit = began = now

  /** Connects those whose time has come. */
  def advance(now: Long): Unit =
    if !ended then waves.foreach(_.advance((now - began) / 1e9))

  /** A sample was taken. */
  def sampled(sample: Sample): Unit =
    if waves.nonEmpty && sample.errors >= Ramp.MostErrors then
      collapsed = true
      ended = true

  /** Those that never connected leave. */
  def end(): Unit =
    ended = true
    waves.foreach(_.rest.foreach(_.abort()))

object Ramp:
  /** In one sample. */
  val MostErrors = 50

private final class Wave(val loops: List[ClientLoop], perSecond: Double, clock: Clock):
  private var waiting = loops
  private var connected = 0

  def advance(elapsedSeconds: Double): Unit =
    val due = (elapsedSeconds * perSecond).toInt - connected
    val (now, later) = waiting.splitAt(due)
    waiting = later
    connected += now.size
    now.foreach { loop =>
      loop.connect()
      loop match
        case producer: ProducerLoop => producer.ready.thenRun(() => producer.start(clock.nanos()))
        case _ => ()
    }

  def rest: List[ClientLoop] = waiting
