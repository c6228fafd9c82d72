package shootout.cli

import shootout.broker.Unavailable
import shootout.campaign.*
import shootout.engine.WorkloadDraft
import shootout.metrics.MetricsServer
import shootout.result.{Cause, Status, WorkloadResult}
import shootout.scenario.{Plan, PlannedRun, Workload}
import shootout.units.{Counted, EpochMillis, Json}

import java.nio.file.Files
import scala.util.Try

/** One run of a contender: the orchestrator starts the load JVM, passes on its reports, and saves the results. */
final class LoadProcess(
    /** the run, restricted to this contender */
    prepared: PreparedRun,
    contenderRun: ContenderRun,
    data: DataFolder,
    stop: StopSignal,
    metrics: Option[MetricsServer]
):
  private val pair = contenderRun.pair
  private val progress = Progress.of(contenderRun)
  private val runs = prepared.runs(pair).filter(contenderRun.includes)

  /** @return the exit status of this part of the run */
  def run(): Int =
    try
      Journal.open(prepared, contenderRun) match
        case Left(problem) =>
          progress.say(problem)
          ExitStatus.Usage
        case Right(journal) =>
          try measure(journal)
          catch
            case lost: ResultNotSaved =>
              progress.say(lost.getMessage)
              ExitStatus.Unsaved
    finally progress.close()

  private def measure(journal: Journal): Int =
    val missing = RunSequence.workloads(this.missing(journal))
    val unsupported = missing.flatMap(_.workloads).map(workload => workload -> prepared.unsupported(pair)(workload))
    if missing.isEmpty then
      close(journal)
      progress.say("nothing is missing")
      status(journal)
    else if unsupported.forall(_._2.isDefined) then
      note(journal, unsupported.map((workload, why) => workload -> why.get))
      status(journal)
    else
      // A continued run does not repeat these.
      val known = runs.filterNot(missing.contains).flatMap(_.workloads)
      done(PlannedWork(known.size, known.map(workload => Plan.seconds(workload.timing)).sum))
      load(journal, missing)

  /** No workload can run, so the broker is not even started. That is a result, too. */
  private def note(journal: Journal, workloads: List[(Workload, String)]): Unit =
    for reason <- workloads.map(_._2).distinct do progress.say(s"unsupported: $reason")
    journal.describe(BrokerDescription.notYet(prepared, pair).copy(available = true))
    for (workload, reason) <- workloads do
      val result = without(workload, Status.Unsupported, reason)
      metrics.foreach(_.update(_.ended(contenderRun, result)))
      journal.add(result)
    close(journal)

  private def load(journal: Journal, missing: List[PlannedRun]): Int =
    val file = data.order(pair)
    LoadOrder.of(prepared, contenderRun, missing, journal.result(_, contenderRun.repetition)).write(file)
    val flags = ChildJvm.loadFlags(prepared.drivers.flags(pair.protocol))
    val process = ChildJvm.startPiped(flags, "shootout.campaign.LoadMain", List(file.toString), data.loadMark)
    val lines = LineChannel(process.getInputStream, process.getOutputStream)
    // Ctrl-C reaches the load JVM twice, and it treats that as one request. Process.destroy would also close our
    // streams.
    stop.onRequest(_ => process.toHandle.destroy(): Unit)
    try
      metrics.foreach(_.update(_.begun(contenderRun, prepared.settings.generators)))
      for line <- lines.all do
        // The JVM itself may have printed a warning.
        Try(Json.read[LoadEvent](line)).toOption.fold(println(line))(handle(journal, lines, _))
      finish(journal, process.waitFor())
    finally
      // A load JVM stops when its orchestrator is gone.
      lines.close()
      process.waitFor()
      stop.onRequest(_ => ())
      metrics.foreach(_.update(_.over))
      Files.deleteIfExists(file): Unit

  private def handle(journal: Journal, lines: LineChannel, event: LoadEvent): Unit = event match
    case LoadEvent.Said(text) => progress.say(text)
    case LoadEvent.BrokerServes(broker) => journal.describe(broker)
    case LoadEvent.BrokerMissing(missing) =>
      progress.say(s"not available: $missing")
      journal.describe(missing)
    case LoadEvent.WarmedUp(seconds) => done(PlannedWork(0, seconds))
    case LoadEvent.Begun(load) =>
      metrics.foreach(_.update(_.running(load)))
      progress.begin(load)
    case LoadEvent.Sampled(load, sample) =>
      metrics.foreach(_.update(_.sampled(load, sample)))
      progress.sampled(load, sample)
    case LoadEvent.Ended(result, latencies) =>
      journal.add(result, latencies)
      lines.send("kept")
      if !result.cause.contains(Cause.Cancelled) then
        val work = planned(result)
        metrics.foreach { server =>
          server.update(_.ended(contenderRun, result))
          for part <- work do server.update(_.done(part))
        }
        progress.end(result, work)

  private def done(work: PlannedWork): Unit =
    metrics.foreach(_.update(_.done(work)))
    progress.done(work)

  /** The part of the plan that a workload is. None if it was not planned, see [[PreparedRun.runs]]. */
  private def planned(result: WorkloadResult): Option[PlannedWork] =
    for workload <- runs.flatMap(_.workloads).find(_.id == result.id) yield
      val short = contenderRun.generatorLimit
      PlannedWork(1, if short then GeneratorLimits.workloadSeconds(workload) else Plan.seconds(workload.timing))

  private def finish(journal: Journal, exit: Int): Int =
    val leftovers = data.endLeftovers()
    val crash = exit != 0 && exit != ExitStatus.Stopped && !stop.requested
    if crash then crashed(journal, exit, leftovers.size)
    close(journal)
    status(journal, exit == ExitStatus.Stopped, crash)

  private def status(journal: Journal, stopped: Boolean = false, crash: Boolean = false): Int =
    val failed = crash || !journal.available || journal.statuses.contains(Status.Failed)
    ExitStatus.ofContender(stopped || stop.requested, failed)

  /** The load JVM was killed or has a bug. The remaining workloads of its broker count as skipped. */
  private def crashed(journal: Journal, exit: Int, leftovers: Int): Unit =
    val reason = s"the load JVM ended with status $exit"
    val processes = Counted.of(leftovers, "process", "processes")
    progress.say(if leftovers == 0 then reason else s"$reason; ended $processes that it left running")
    for run <- missing(journal); workload <- run.workloads do
      journal.add(without(workload, Status.Skipped, reason))
    if !journal.available then journal.describe(Unavailable(reason))

  private def without(workload: Workload, status: Status, reason: String): WorkloadResult =
    WorkloadDraft(workload, contenderRun.repetition, EpochMillis.now()).without(status, reason)

  private def missing(journal: Journal): List[PlannedRun] =
    journal.missing(prepared.plan, contenderRun.repetition).filter(contenderRun.includes)

  private def close(journal: Journal): Unit =
    journal.close(complete = (1 to prepared.settings.repeat).forall(journal.missing(prepared.plan, _).isEmpty))
