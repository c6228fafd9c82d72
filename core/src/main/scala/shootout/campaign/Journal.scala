package shootout.campaign

import shootout.broker.Unavailable
import shootout.machine.Listeners
import shootout.result.*
import shootout.scenario.{Group, Plan, PlannedRun}
import shootout.units.{EpochMillis, FileTrouble}

import java.io.IOException
import java.nio.file.{Files, Path}

/** The result file of one broker while it grows. It is written after every workload. */
final class Journal(
    path: Path,
    private var file: ResultFile,
    /** adds what the plan knows to a result: its conditions, given the broker's version as far as known, and the
      * generator limit
      */
    completed: (WorkloadResult, String) => WorkloadResult = (result, _) => result,
    /** folders for the file if it cannot be written */
    elsewhere: List[Path] = Nil,
    /** the position of a workload in the plan, which determines its position in the file */
    place: String => Int = _ => 0
):
  /** @throws ResultNotSaved
    *   if it could not be written; the message says where it is instead
    */
  def write(): Unit =
    try ResultStore.write(path, file)
    catch case e: IOException => throw ResultNotSaved.saved(path, file, e, elsewhere)

  def describe(broker: BrokerResult): Unit =
    file = file.copy(broker = broker)
    write()

  /** Notes why there is no broker to measure. */
  def describe(missing: Unavailable): Unit =
    val remedy = Option(missing.remedy).filter(_.nonEmpty)
    val unavailable = file.broker.copy(available = false, reason = Some(missing.reason), remedy = remedy)
    describe(unavailable.copy(logTail = missing.logTail))

  /** Replaces an earlier result of the same workload and repetition. */
  def add(result: WorkloadResult, latencies: Option[LatencyLog] = None): Unit =
    val (replaced, others) = file.workloads.partition(c => c.id == result.id && c.repetition == result.repetition)
    val added = completed(logged(result, latencies), file.broker.version)
    file = file.copy(workloads = (others :+ added).sortBy(c => place(c.id)))
    write()
    LatencyLogs.delete(path, replaced.filter(_.latencyLog != added.latencyLog))

  /** Writes the log of latencies. A result is worth keeping without it. If the result file cannot be written either,
    * the user gets the advice about a full disk then.
    */
  private def logged(result: WorkloadResult, latencies: Option[LatencyLog]): WorkloadResult =
    try result.copy(latencyLog = latencies.map(LatencyLogs.write(path, result, _)))
    catch
      case e: IOException =>
        result.copy(notes = result.notes :+ s"its latencies over time could not be written: ${FileTrouble.words(e)}")

  /** Whether a run needs no repetition: each of its workloads has numbers, or a reason that would occur again. */
  private def has(run: PlannedRun, repetition: Int): Boolean = run.workloads.forall { workload =>
    result(workload.id, repetition).exists(c => c.status != Status.Skipped || c.rateSweep.exists(_.beyond.isDefined))
  }

  /** The result of a workload, from this run or from the one that it continues. */
  def result(id: String, repetition: Int): Option[WorkloadResult] =
    file.workloads.find(c => c.id == id && c.repetition == repetition)

  /** The planned workloads of this repetition that have no result yet, or were skipped. */
  def missing(plan: Plan, repetition: Int): List[PlannedRun] = plan.runs.filterNot(has(_, repetition))

  def close(complete: Boolean): Unit =
    file = file.copy(finishedAtMs = Some(EpochMillis.now()), complete = complete)
    write()

  /** Whether the broker is available, as far as is known. */
  def available: Boolean = file.broker.available

  /** The statuses of all workloads. */
  def statuses: List[Status] = file.workloads.map(_.status)

object Journal:
  /** Continues the existing file if the run is continued or this is a later repetition. Otherwise it begins a new file.
    */
  def open(prepared: PreparedRun, contenderRun: ContenderRun): Either[String, Journal] =
    val goOn = prepared.settings.continued || contenderRun.repetition > 1
    open(prepared, contenderRun.pair, goOn)

  /** @param goOn
    *   true to add to the file, if there is one
    */
  def open(prepared: PreparedRun, pair: Pair, goOn: Boolean): Either[String, Journal] =
    val path = prepared.settings.resultFile(pair)
    val fresh = this.fresh(prepared, pair)
    val completed = this.completed(prepared, pair)
    val place = prepared.wholeOf(pair.protocol).workloads.map(_.id).zipWithIndex.toMap.withDefaultValue(Int.MaxValue)
    // These may be on other disks than the results.
    val elsewhere = List(prepared.settings.data, Path.of(System.getProperty("java.io.tmpdir")))
    def journal(file: ResultFile) = Journal(path, file, completed, elsewhere, place)
    if !goOn || !Files.exists(path) then Right(journal(fresh))
    else
      ResultStore.read(path).flatMap(fits(path, fresh, _)).map { earlier =>
        val whole = prepared.wholeOf(pair.protocol)
        val workloads = earlier.workloads.map(named(whole, _))
        val used = workloads.map(_.group).toSet ++ fresh.groups.map(_.name)
        val groups = (whole.groups.map(groupResult) ++ earlier.groups).filter(g => used(g.name)).distinctBy(_.name)
        val before = fresh.copy(broker = earlier.broker, startedAtMs = earlier.startedAtMs)
        journal(before.copy(groups = groups, workloads = workloads))
      }

  /** A result under the title and axes of today's scenarios. Its workload is the same, see [[Continuation]]. */
  private def named(whole: Plan, result: WorkloadResult): WorkloadResult =
    whole.workloads.find(_.id == result.id).fold(result) { workload =>
      val axes = workload.axes.toMap
      result.copy(group = workload.group, title = workload.title, axes = axes, axisValues = Amount.all(axes))
    }

  private def completed(prepared: PreparedRun, pair: Pair): (WorkloadResult, String) => WorkloadResult =
    val workloads = prepared.plan.workloads.map(c => c.id -> c).toMap
    val conditions = Conditions(prepared, pair)
    val generatorLimits = GeneratorLimits.read(prepared, pair.protocol)
    (result, version) =>
      workloads.get(result.id).fold(result) { workload =>
        val generatorLimit = if result.status == Status.Measured then generatorLimits.of(workload) else None
        result.copy(measuredWith = Some(conditions.of(workload, version)), generatorLimit = generatorLimit)
      }

  private def sharedWithBroker(settings: Settings): Boolean =
    settings.external.forall(e => Listeners.isLocal(e.endpoint.host))

  /** The file before anything is measured. */
  private[campaign] def fresh(prepared: PreparedRun, pair: Pair): ResultFile =
    val settings = prepared.settings
    val driver = prepared.drivers.driver(pair.protocol)
    val spoken = prepared.spoken(pair)
    val profile = settings.plan.profile.word
    ResultFile(
      format = ResultFile.Format,
      formatVersion = ResultFile.FormatVersion,
      tool = ThisMachine.tool,
      protocol = pair.protocol,
      driver = driver.fold("")(_.name),
      broker = BrokerDescription.notYet(prepared, pair),
      environment = ThisMachine.environment(settings.data, sharedWithBroker(settings), prepared.surroundings),
      settings = SettingsResult(profile, settings.repeat, settings.heapMb, settings.commandLine, settings.seed),
      startedAtMs = EpochMillis.now(),
      finishedAtMs = None,
      complete = false,
      groups = prepared.plan.groups.map(groupResult),
      workloads = Nil,
      protocolTitle = driver.map(_.title),
      api = driver.map(_.api),
      driverSettings = spoken.map(_.effectiveSettings).orElse(driver.map(_.settings)).getOrElse(Nil),
      protocolOptions = spoken.fold(Map.empty)(_.options.toMap),
      promise = spoken.map(_.promise).map(p => PromiseResult(p.order, p.redelivery, p.confirmation)),
      protocols = BrokerDescription.protocols(prepared, pair)
    )

  /** Numbers of another machine, heap or version of this tool must not appear under this one's name. */
  private[campaign] def fits(path: Path, fresh: ResultFile, earlier: ResultFile): Either[String, ResultFile] =
    def of(f: ResultFile) = List(
      "profile" -> f.settings.profile,
      "heap (MiB)" -> f.settings.heapMb.toString,
      "tool's commit" -> f.tool.gitCommit,
      "processor" -> s"${f.environment.cpu}, ${f.environment.cores} cores",
      "memory" -> f.environment.memoryBytes.toString,
      "JVM" -> f.environment.jvm
    )
    val other = of(earlier).zip(of(fresh)).collect {
      case ((what, before), (_, now)) if before != now => s"$what was '$before' and is '$now'"
    }
    if other.isEmpty then Right(earlier)
    else Left(s"$path cannot be continued: ${other.mkString("; ")}. Run without --continue (it is kept), or with --out")

  private def groupResult(group: Group): GroupResult =
    GroupResult(
      group.name,
      group.title,
      group.about,
      group.layout.across,
      group.layout.down,
      group.layout.sections,
      group.declared.map(_.file),
      group.declared.map(_.yaml)
    )

/** A result file could not be written where it belongs, for example because the disk is full. The measurement is kept
  * elsewhere, if there is any room.
  */
final class ResultNotSaved private (message: String) extends IOException(message)

object ResultNotSaved:
  /** Saves the result where it is possible.
    *
    * @param elsewhere
    *   folders to try one after the other; each attempt creates a new folder below
    */
  def saved(path: Path, file: ResultFile, cause: IOException, elsewhere: List[Path]): ResultNotSaved =
    val kept = elsewhere.iterator.flatMap(save(path, file, _)).nextOption()
    val advice = kept match
      case Some(copy) =>
        s"what was measured is kept in $copy; free some space, move that file back, and run the same command with --continue"
      case None =>
        s"nor is there room for it in ${elsewhere.mkString(" or ")}; free some space, and run the same command with --continue"
    ResultNotSaved(s"--out: $path cannot be written (${FileTrouble.words(cause)}): $advice")

  private def save(path: Path, file: ResultFile, below: Path): Option[Path] =
    try
      val copy = Files.createTempDirectory(Files.createDirectories(below), "unsaved-").resolve(path.getFileName)
      ResultStore.write(copy, file)
      Some(copy)
    catch case _: IOException => None
