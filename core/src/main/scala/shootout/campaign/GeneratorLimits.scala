package shootout.campaign

import shootout.result.{GeneratorLimitResult, ResultFile, ResultStore, Status}
import shootout.scenario.{PlannedRun, Timing, Window, Workload}
import shootout.units.Nanos

import java.nio.file.{Files, Path}

/** The generator's own limits by workload, measured against the null broker. The generator cannot exceed them, however
  * fast a broker is.
  */
final class GeneratorLimits(byWorkload: Map[String, GeneratorLimitResult]):
  /** The limit of this workload, or of the first one that differs only in the rate. */
  def of(workload: Workload): Option[GeneratorLimitResult] =
    (workload.id :: workload.sameButRate).flatMap(byWorkload.get).headOption

object GeneratorLimits:
  /** The warm-up is short, because the limit only has to tell a tenth from a half. A third of this gave too low values,
    * because the JVM was cold.
    */
  private val LoadBefore = Nanos.ofMillis(1200)
  private val SampleInterval = Nanos.ofMillis(300)
  private val Samples = 3
  private val DrainLimit = Nanos.ofMillis(200)

  /** The time to connect and close, for each workload. Starting JVM and broker takes [[StartSeconds]] once. */
  private val WorkloadSeconds = 0.3
  private val StartSeconds = 2.8

  /** Reads the limits that were measured for this folder of results on this machine. */
  def read(prepared: PreparedRun, protocol: String): GeneratorLimits =
    val measured =
      for
        file <- result(prepared, protocol).toList
        c <- file.workloads if c.status == Status.Measured
        s <- c.summary
      yield
        val cost = c.resources.flatMap(_.client.cpuUsPerMessage)
        c.id -> GeneratorLimitResult(s.produced.maxPerS, s.consumed.maxPerS, cost)
    GeneratorLimits(measured.toMap)

  /** The protocols whose generator limits are wanted, possible, and not measured yet. Each comes with its null broker.
    */
  def missing(prepared: PreparedRun): List[Pair] =
    val settings = prepared.settings
    val wanted = settings.generatorLimit && settings.pairs.exists(p => !prepared.isCalibration(p.broker))
    if !wanted then Nil
    else
      val busy = settings.pairs.filter(prepared.isBusy).map(_.protocol).distinct
      busy.flatMap(peer(prepared, _)).filter(seconds(prepared, _) > 0)

  /** The workloads that measure one limit. */
  def workloads(prepared: PreparedRun, pair: Pair): List[Workload] =
    prepare(prepared.of(pair.protocol), pair.protocol).plan.workloads

  /** How long it will take to measure one, in seconds; 0 if it is done. */
  def seconds(prepared: PreparedRun, pair: Pair): Double =
    val workloads = this.workloads(prepared, pair)
    val known = result(prepared, pair.protocol).filter(_ => prepared.settings.continued).toList.flatMap(_.workloads)
    val done = known.filter(_.status != Status.Skipped).flatMap(r => r.measuredWith.map(r.id -> _.workload)).toMap
    if workloads.forall(c => done.get(c.id).contains(Conditions.loadOf(c))) then 0
    else StartSeconds + BrokerWarmUp.seconds(workloads) + workloads.map(workloadSeconds).sum

  /** The duration of one workload in seconds. */
  def workloadSeconds(workload: Workload): Double =
    workload.timing.warmUp.seconds + workload.timing.samples * workload.timing.sampleInterval.seconds + WorkloadSeconds

  /** The null broker of this protocol, if there is one. */
  def peer(prepared: PreparedRun, protocol: String): Option[Pair] =
    prepared.catalogue.find(b => b.calibration && b.protocol(protocol).isDefined).map(b => Pair(b.name, protocol))

  /** The task of the load JVM that measures the generator limits of a protocol. Its results are in a folder next to
    * those that the report reads.
    */
  def prepare(prepared: PreparedRun, protocol: String): PreparedRun =
    val settings = prepared.settings.copy(
      out = folder(prepared.settings.out),
      pairs = peer(prepared, protocol).toList,
      external = None,
      continued = false,
      repeat = 1,
      generatorLimit = false
    )
    val ids = prepared.plan.workloads.map(_.id).toSet
    // One limit covers all workloads that differ only in the rate.
    val own = prepared.plan.runs.filterNot(_.workloads.exists(_.sameButRate.exists(ids)))
    prepared.copy(settings = settings, plan = prepared.plan.copy(runs = own.flatMap(flatOut)))

  private def folder(out: Path): Path = out.resolve("generator-limits")

  private def result(prepared: PreparedRun, protocol: String): Option[ResultFile] =
    for
      pair <- peer(prepared, protocol) if prepared.settings.generatorLimit
      path = folder(prepared.settings.out).resolve(Settings.resultFile(pair))
      file <- Option.when(Files.exists(path))(ResultStore.read(path)).flatMap(_.toOption)
      if file.environment.host == ThisMachine.hostName
    yield file

  /** The same workload without its intended delays. None for clients that connect one after the other, because the
    * connects limit their rate.
    */
  private def flatOut(run: PlannedRun): Option[PlannedRun] =
    val ramps = run.workloads.flatMap(c => c.producers.flatMap(_.rampPerSecond) ++ c.consumers.flatMap(_.rampPerSecond))
    Option.when(ramps.isEmpty)(PlannedRun(run.workloads.map { workload =>
      workload.copy(
        timing = short(workload.timing),
        producers = workload.producers.map(p => p.copy(rate = None, think = None, window = widest(p.window))),
        consumers = workload.consumers.map(_.copy(think = None)),
        crash = false
      )
    }))

  private def widest(window: Window): Window = window match
    case Window.Steps(from) => from.map(_._2).maxBy { case Window.Of(messages) => messages; case _ => Int.MaxValue }
    case other => other

  private def short(timing: Timing): Timing = Timing(
    warmUp = Ordering[Nanos].min(timing.warmUp, LoadBefore),
    samples = Samples,
    sampleInterval = SampleInterval,
    drainTimeout = DrainLimit,
    drainLimit = DrainLimit
  )
