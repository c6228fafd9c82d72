package shootout.cli

import shootout.result.{ResultFile, ResultStore, Status}
import shootout.scenario.{Cell, PlannedRun, Timing, Varying, Window}
import shootout.units.Nanos

import java.nio.file.{Files, Path}

/** What the generator alone reaches with a load, in messages per second. */
final case class Ceiling(producedPerS: Double, consumedPerS: Double)

/** The generator's own limits by cell, as measured against the null broker. */
final class Ceilings(byCell: Map[String, Ceiling]):
  def of(cell: String): Option[Ceiling] = byCell.get(cell)

  /** Whether there is nothing more to learn about these cells. */
  def cover(cells: List[Cell]): Boolean = cells.forall(c => byCell.contains(c.id))

object Ceilings:
  val none: Ceilings = Ceilings(Map.empty)

  /** The null broker's name in the catalogue. */
  val Broker = "null"

  /** Short, for it only has to tell a tenth from a half. */
  private val WarmUp = Nanos.ofMillis(500)
  private val SampleInterval = Nanos.ofMillis(700)

  /** Beside the report's files, which it does not read. */
  private def folder(settings: Settings): Path = settings.out.resolve("ceiling")

  private def file(settings: Settings): Path =
    settings.copy(out = folder(settings)).resultFile(settings.protocol, Broker)

  /** Those that were measured for this folder of results, on this machine. */
  def read(settings: Settings): Ceilings =
    val path = file(settings)
    if !settings.ceiling || !Files.exists(path) then none
    else ResultStore.read(path).fold(_ => none, of)

  private def of(file: ResultFile): Ceilings =
    if file.environment.host != SettingsReader.hostName then none
    else
      val measured = for c <- file.cells if c.status == Status.Measured; s <- c.summary
      yield c.id -> Ceiling(s.produced.meanPerS, s.consumed.meanPerS)
      Ceilings(measured.toMap)

  /** What the load JVM that measures the ceilings has to do. */
  def prepare(prepared: Prepared): Prepared =
    val settings = prepared.settings.copy(
      out = folder(prepared.settings),
      brokers = List(Broker),
      external = None,
      continued = false,
      repeat = 1,
      ceiling = false
    )
    prepared.copy(settings = settings, plan = prepared.plan.copy(runs = prepared.plan.runs.flatMap(flatOut)))

  /** The same load without anything that holds it back on purpose; none for clients that connect one after the other. */
  private def flatOut(run: PlannedRun): Option[PlannedRun] =
    val cells = run.cells.map { cell =>
      val producers = cell.producers.map(_.copy(rate = None, think = None))
      cell.copy(timing = short(cell.timing), producers = producers, consumers = cell.consumers.map(_.copy(think = None)))
    }
    val ramps = run.cells.exists(c => c.producers.exists(_.rampPerSecond.isDefined) || c.consumers.exists(_.rampPerSecond.isDefined))
    Option.unless(ramps)(PlannedRun(cells))

  private def short(timing: Timing): Timing = timing.copy(warmUp = WarmUp, samples = 1, sampleInterval = SampleInterval)
