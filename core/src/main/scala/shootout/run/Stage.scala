package shootout.run

import shootout.record.Sampler
import shootout.result.{Sample, SamplingEnd, SamplingResult}
import shootout.scenario.Timing
import shootout.units.Nanos

import java.util.concurrent.{CompletableFuture, ExecutionException, TimeoutException}
import scala.util.Try

/** The steps of a run, each bounded in time. Left: why the cell cannot go on. */
final class Stage(crew: Crew, clock: Clock, watch: Watch):
  private val consumers = crew.consumers.map(_._2)
  private val producers = crew.producers.map(_._2)
  private val ramp = Ramp(crew, clock)
  private val early = crew.all.filterNot(ramp.contains)
  private val pulse = Pulse(() => if consumers.isEmpty then produced(producers) else consumed(consumers))

  private val warming = WarmingUp(pulse, crew.owedPerS, watch.meter)
  private var warm = Option.empty[WarmedUp]

  /** Consumers first, so that no message is sent before everyone who should get it listens. */
  private[run] def connect(): Either[String, Unit] =
    val (subscribers, senders) = early.partition(_.isInstanceOf[ConsumerLoop])
    connectAll(subscribers).flatMap(_ => connectAll(senders))

  private def connectAll(loops: List[ClientLoop]): Either[String, Unit] =
    loops.grouped(Stage.ParallelConnects).foldLeft[Either[String, Unit]](Right(())) { (so, wave) =>
      so.flatMap { _ =>
        wave.foreach(_.connect())
        wave.foldLeft[Either[String, Unit]](Right(()))((so, loop) => so.flatMap(_ => readiness(loop)))
      }
    }

  private def readiness(loop: ClientLoop): Either[String, Unit] =
    try Right(clock.await(loop.ready, Stage.ConnectLimit))
    catch
      case e: ExecutionException => Left(s"${loop.spec.name} could not connect: ${Reason.of(e.getCause)}")
      case _: TimeoutException => Left(s"${loop.spec.name} was not connected within ${Stage.ConnectLimit.seconds} s")

  /** Warm-up and samples. Clients that only unload are done when nothing is left, or nothing comes any more: zeros behind
    * that would belittle them. Without a warm-up, they begin to unload while they connect, and so do the samples; these go on
    * for as long as there is something to unload, up to a limit.
    *
    * @param left
    *   whether messages are still to come, for a cell without producers
    */
  def load(timing: Timing, sampler: Sampler, left: () => Boolean, sampled: Sample => Unit): Either[String, Unit] =
    val unloads = producers.isEmpty && timing.warmUp.value == 0
    val samples = if unloads then Stage.unloadSamples(timing) else timing.samples
    if unloads then sampler.begin(clock.nanos())
    for
      _ <- connect()
      _ <- if unloads then Right(()) else warmUp(timing, sampler)
      silence = Silence(clock.nanos(), () => consumedSoFar)
      more = () => producers.nonEmpty || left() && silence.since(clock.nanos()) < timing.drainTimeout.value
      _ <- take(timing.copy(samples = samples), sampler, more, sampled)
    yield if producers.isEmpty then sampler.dropSilence()

  private def warmUp(timing: Timing, sampler: Sampler): Either[String, Unit] =
    val began = clock.nanos()
    producers.filterNot(ramp.contains).foreach(_.start(began))
    ramp.begin(began)
    pulse.begin(began)
    warming.begin(began)
    def looking(until: Long, more: () => Boolean) = waitUntil(
      until,
      () =>
        warming.advance(clock.nanos())
        more()
    )
    for
      _ <- looking(began + timing.warmUp.value, () => true)
      _ <- looking(began + timing.warmUpLimit.fold(0L)(_.value), () => !warming.isOver)
    yield
      sampler.begin(clock.nanos())
      pulse.sample(sampler.began)
      warm = Some(WarmedUp((sampler.began - began) / 1e9, timing.warmUpLimit.map(_ => warming.isSteady)))

  private def take(
      timing: Timing,
      sampler: Sampler,
      more: () => Boolean,
      sampled: Sample => Unit
  ): Either[String, Unit] =
    (1 to timing.samples).foldLeft[Either[String, Unit]](Right(())) { (so, n) =>
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
    SamplingResult(w.seconds, w.steady, pulse.precision, timing.precision.map(_.share), end)
  }

  private def waitUntil(deadline: Long, more: () => Boolean): Either[String, Unit] =
    var state = health
    while state.isRight && clock.nanos() < deadline && more() do
      ramp.advance(clock.nanos())
      pulse.advance(clock.nanos())
      clock.sleepUntil(Nanos(math.min(deadline, clock.nanos() + Stage.WatchStep.value)))
      state = health
    state

  /** Left: why the cell cannot go on. */
  def health: Either[String, Unit] =
    if watch.cancelled then Left(Stage.Cancelled)
    else if !watch.brokerAlive then Left(Stage.BrokerEnded)
    else
      val gone = List(consumers, producers).filter(loops => loops.nonEmpty && loops.forall(_.failure.isDefined))
      gone.headOption.flatMap(_.head.failure).map(cause => s"every connection was lost: ${Reason.of(cause)}").toLeft(())

  /** No more sends; waits for what is outstanding. @return a note if some producers had to be cut off */
  def stopProducers(): Option[String] =
    ramp.end()
    producers.foreach(_.stop())
    leave(producers, "producers")

  private def produced(loops: List[ClientLoop]): Long = loops.map(_.recorder.produced.get).sum
  private def consumed(loops: List[ClientLoop]): Long = loops.map(_.recorder.consumed.get).sum
  private def consumedSoFar: Long = consumed(crew.all)

  /** For what follows the samples. */
  def drain(timing: Timing): Drain = Drain(crew, clock, watch, timing, () => health)

  def stopConsumers(): Option[String] =
    consumers.foreach(_.finish())
    leave(consumers, "consumers")

  /** What happens to the connections from now on is no fault of the broker's. */
  def expectEnd(): Unit = crew.all.foreach(_.expectEnd())

  /** The broker was killed: waits for the clients to notice, as each of them may still read receipts, and cuts the rest. */
  def bury(): Unit =
    ramp.end()
    val loops = crew.all
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

  private def leave(loops: List[ClientLoop], who: String): Option[String] =
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
        s"$these were cut off: within ${limit.seconds} s the broker had not come to their good-bye, but delivered all the time"
      else s"$these did not close within ${limit.seconds} s and were cut off"
    }

  /** Connections that were lost or refused although the cell went on. */
  def trouble: List[String] =
    val failed = crew.all.flatMap(loop => loop.failure.map(Reason.of))
    failed.groupBy(identity).toList.map((reason, all) =>
      s"${all.size} of ${crew.all.size} connections failed: $reason"
    ).sorted

/** @param steady
  *   none: the warm-up had a given length
  */
private final case class WarmedUp(seconds: Double, steady: Option[Boolean])

object Stage:
  /** How many times longer than samples and drain together an unload may take. */
  private val UnloadTimes = 10

  /** A queue may be far deeper than planned samples can empty it. */
  private def unloadSamples(timing: Timing): Int =
    UnloadTimes * (timing.samples + (timing.drainLimit.value / timing.sampleInterval.value).toInt)

  val Cancelled = "stopped by the user"
  val BrokerEnded = "the broker's process ended under load"
  private val ParallelConnects = 64
  private val ConnectLimit = Nanos.ofSeconds(30)
  private val LeaveLimit = Nanos.ofSeconds(10)
  private val Looks = 10
  private val AbortLimit = Nanos.ofSeconds(1)
  private val WatchStep = Nanos.ofMillis(20)

/** Why something failed, in words. */
object Reason:
  def of(cause: Throwable): String =
    val message = Option(cause.getMessage).filter(_.nonEmpty)
    cause match
      case _: java.net.ConnectException => s"connection refused${message.fold("")(m => s" ($m)")}"
      case _ => message.getOrElse(cause.getClass.getSimpleName)
