package shootout.cli

import shootout.result.*
import shootout.scenario.{Group, PlannedRun}
import shootout.units.EpochMillis

import java.nio.file.{Files, Path}

/** The result file of one broker while it grows: written after every cell. */
final class Journal(path: Path, private var file: ResultFile):
  def write(): Unit = ResultStore.write(path, file)

  def describe(broker: BrokerResult): Unit =
    file = file.copy(broker = broker)
    write()

  /** Replaces an earlier result of the same cell and repetition. */
  def add(result: CellResult): Unit =
    val others = file.cells.filterNot(c => c.id == result.id && c.repetition == result.repetition)
    file = file.copy(cells = others :+ result)
    write()

  /** Whether a run needs no repeating: every cell of it has numbers, or a reason that would come again. */
  def has(run: PlannedRun, repetition: Int): Boolean = run.cells.forall { cell =>
    file.cells.exists(c => c.id == cell.id && c.repetition == repetition && c.status != Status.Skipped)
  }

  def close(complete: Boolean): Unit =
    file = file.copy(finishedAtMs = Some(EpochMillis.now()), complete = complete)
    write()

  /** Statuses of all cells. */
  def statuses: List[Status] = file.cells.map(_.status)

object Journal:
  /** Goes on with the file that is there, if the run is a continued one or a later repetition; else begins anew. */
  def open(prepared: Prepared, share: Share, protocol: String, driver: String, broker: BrokerResult): Either[String, Journal] =
    val settings = prepared.settings
    val path = settings.resultFile(protocol, share.broker)
    val fresh = ResultFile(
      format = ResultFile.Format,
      formatVersion = ResultFile.FormatVersion,
      tool = Machine.tool,
      protocol = protocol,
      driver = driver,
      broker = broker,
      environment = Machine.environment(settings.data, settings.external.forall(e => isLocal(e.endpoint.host))),
      settings = SettingsResult(settings.plan.profile.word, settings.repeat, settings.heapMb, settings.commandLine),
      startedAtMs = EpochMillis.now(),
      finishedAtMs = None,
      complete = false,
      groups = prepared.plan.groups.map(groupResult),
      cells = Nil
    )
    val goOn = Files.exists(path) && (settings.continued || share.repetition > 1)
    if !goOn then Right(Journal(path, fresh))
    else
      ResultStore.read(path).map { earlier =>
        val groups = (earlier.groups ++ fresh.groups).distinctBy(_.name)
        Journal(path, fresh.copy(startedAtMs = earlier.startedAtMs, groups = groups, cells = earlier.cells))
      }

  private def isLocal(host: String): Boolean =
    host == "localhost" || host.startsWith("127.") || host == "::1" || host == "[::1]"

  private def groupResult(group: Group): GroupResult =
    GroupResult(group.name, group.title, group.about, group.layout.across, group.layout.down, group.layout.sections)
