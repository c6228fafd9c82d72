package shootout.cli

import shootout.result.*
import shootout.scenario.{Group, Plan, PlannedRun}
import shootout.units.EpochMillis
import shootout.verdict.Marking

import java.nio.file.{Files, Path}

/** The result file of one broker while it grows: written after every cell. */
final class Journal(path: Path, private var file: ResultFile, judgement: Judgement):
  def write(): Unit = ResultStore.write(path, file)

  def describe(broker: BrokerResult): Unit =
    file = file.copy(broker = broker)
    write()

  /** Notes why there is no broker to measure. */
  def describe(missing: NoBroker): Unit =
    val unavailable = file.broker.copy(available = false, reason = Some(missing.reason), remedy = missing.remedy)
    describe(unavailable.copy(logTail = missing.logTail))

  /** Replaces an earlier result of the same cell and repetition. */
  def add(result: CellResult): Unit =
    val others = file.cells.filterNot(c => c.id == result.id && c.repetition == result.repetition)
    val cells = others :+ judgement.judged(result)
    file = file.copy(cells = cells, means = judgement.means(file.means, cells, result.id))
    write()

  /** Whether a run needs no repeating: every cell of it has numbers, or a reason that would come again. */
  private def has(run: PlannedRun, repetition: Int): Boolean = run.cells.forall { cell =>
    result(cell.id, repetition).exists(c => c.status != Status.Skipped || c.climb.exists(_.beyond.isDefined))
  }

  /** What is known of a cell, from this run or from the one that it continues. */
  def result(id: String, repetition: Int): Option[CellResult] =
    file.cells.find(c => c.id == id && c.repetition == repetition)

  /** The planned cells of this repetition that have no result yet, or one that says they were not run. */
  def missing(plan: Plan, repetition: Int): List[PlannedRun] = plan.runs.filterNot(has(_, repetition))

  def close(complete: Boolean): Unit =
    file = file.copy(finishedAtMs = Some(EpochMillis.now()), complete = complete)
    write()

  /** Whether there is a broker, as far as is known. */
  def available: Boolean = file.broker.available

  /** Statuses of all cells. */
  def statuses: List[Status] = file.cells.map(_.status)

object Journal:
  /** Goes on with the file that is there, if the run is a continued one or a later repetition; else begins anew. */
  def open(prepared: Prepared, share: Share): Either[String, Journal] =
    val goOn = prepared.settings.continued || share.repetition > 1
    open(prepared, share.pair, goOn)

  /** @param goOn
    *   add to the file, if there is one
    */
  def open(prepared: Prepared, pair: Pair, goOn: Boolean): Either[String, Journal] =
    val settings = prepared.settings
    val path = settings.resultFile(pair)
    val driver = prepared.drivers.driver(pair.protocol)
    val fresh = ResultFile(
      format = ResultFile.Format,
      formatVersion = ResultFile.FormatVersion,
      tool = Machine.tool,
      protocol = pair.protocol,
      driver = driver.fold("")(_.name),
      broker = Host.notYet(prepared, pair),
      environment = Machine.environment(settings.data, settings.external.forall(e => Machine.isLocal(e.endpoint.host))),
      settings = SettingsResult(
        settings.plan.profile.word,
        settings.repeat,
        settings.heapMb,
        settings.commandLine,
        settings.seed
      ),
      startedAtMs = EpochMillis.now(),
      finishedAtMs = None,
      complete = false,
      groups = prepared.plan.groups.map(groupResult),
      cells = Nil,
      thresholds = Some(Marking.thresholds),
      protocolTitle = driver.map(_.title),
      api = driver.map(_.api),
      driverSettings = driver.fold(Nil)(_.settings)
    )
    val judgement =
      Judgement(
        prepared.plan.cells,
        fresh.environment.sharedWithBroker,
        settings.repeat,
        Ceilings.read(settings, pair.protocol)
      )
    if !goOn || !Files.exists(path) then Right(Journal(path, fresh, judgement))
    else
      ResultStore.read(path).flatMap(fits(path, fresh, _)).map { earlier =>
        val groups = (earlier.groups ++ fresh.groups).distinctBy(_.name)
        val grown = fresh.copy(
          broker = earlier.broker,
          startedAtMs = earlier.startedAtMs,
          groups = groups,
          cells = earlier.cells,
          means = earlier.means
        )
        Journal(path, grown, judgement)
      }

  /** Numbers of another machine, heap or version of this tool must not stand under this one's name. */
  private def fits(path: Path, fresh: ResultFile, earlier: ResultFile): Either[String, ResultFile] =
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
