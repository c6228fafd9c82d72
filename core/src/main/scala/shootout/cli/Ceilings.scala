package shootout.cli

import shootout.result.{ResultFile, ResultStore, Status}
import shootout.scenario.{PlannedRun, Timing, Window}
import shootout.units.Nanos

import java.nio.file.{Files, Path}

/** What the generator alone reaches with a load, in messages per second. */
final case class Ceiling(producedPerS: Double, consumedPerS: Double)

/** The generator's own limits by cell, as measured against the null broker: what it cannot exceed, however fast a broker
  * is.
  */
final class Ceilings(byCell: Map[String, Ceiling]):
  def of(cell: String): Option[Ceiling] = byCell.get(cell)

object Ceilings:
  /** Short, for it only has to tell a tenth from a half. */
  private val WarmUp = Nanos.ofMillis(500)
  private val SampleInterval = Nanos.ofMillis(400)
  private val Samples = 2
  private val DrainLimit = Nanos.ofSeconds(1)

  /** Connecting and closing, for each cell; JVM, broker and warm-up, once. */
  private val CellSeconds = 0.3
  private val StartSeconds = 4.0

  /** Those that were measured for this folder of results, on this machine. */
  def read(settings: Settings): Ceilings =
    val measured =
      for
        file <- results(settings).toList
        c <- file.cells if c.status == Status.Measured
        s <- c.summary
      yield c.id -> Ceiling(s.produced.maxPerS, s.consumed.maxPerS)
    Ceilings(measured.toMap)

  /** How long measuring them will take; 0 if that is not wanted, not possible, or done. */
  def seconds(prepared: Prepared): Double =
    val settings = prepared.settings
    val names = brokers(prepared)
    val cells = prepare(prepared).plan.cells
    val known = if settings.continued then results(settings).toList.flatMap(_.cells) else Nil
    val done = known.filter(_.status != Status.Skipped).map(_.id).toSet
    if !settings.ceiling || names.isEmpty || settings.brokers.forall(names.contains) || cells.forall(c => done(c.id))
    then 0
    else StartSeconds + cells.size * (WarmUp.seconds + Samples * SampleInterval.seconds + CellSeconds)

  /** Those of the catalogue that do nothing: one, or none. */
  def brokers(prepared: Prepared): List[String] = prepared.catalogue.filter(_.calibration).map(_.name)

  /** What the load JVM that measures the ceilings has to do. Its results lie beside those that the report reads. */
  def prepare(prepared: Prepared): Prepared =
    val settings = prepared.settings.copy(
      out = folder(prepared.settings),
      brokers = brokers(prepared),
      external = None,
      continued = false,
      repeat = 1,
      ceiling = false
    )
    prepared.copy(settings = settings, plan = prepared.plan.copy(runs = prepared.plan.runs.flatMap(flatOut)))

  private def folder(settings: Settings): Path = settings.out.resolve("ceiling")

  private def results(settings: Settings): Option[ResultFile] =
    val path = folder(settings).resolve(s"${settings.protocol}-null.json")
    if !settings.ceiling || !Files.exists(path) then None
    else ResultStore.read(path).toOption.filter(_.environment.host == SettingsReader.hostName)

  /** The same load without what holds it back on purpose. None for clients that connect one after the other, for their
    * rate is that of connecting; none for a share of a maximum, whose ceiling is that of the maximum.
    */
  private def flatOut(run: PlannedRun): Option[PlannedRun] =
    val ramps = run.cells.flatMap(c => c.producers.flatMap(_.rampPerSecond) ++ c.consumers.flatMap(_.rampPerSecond))
    Option.when(ramps.isEmpty && run.cells.forall(_.maximum.isEmpty))(PlannedRun(run.cells.map { cell =>
      cell.copy(
        timing = short(cell.timing),
        producers = cell.producers.map(p => p.copy(rate = None, think = None, window = widest(p.window))),
        consumers = cell.consumers.map(_.copy(think = None)),
        crash = false
      )
    }))

  private def widest(window: Window): Window = window match
    case Window.Steps(from) => from.map(_._2).maxBy { case Window.Of(messages) => messages; case _ => Int.MaxValue }
    case other => other

  private def short(timing: Timing): Timing = Timing(
    warmUp = Ordering[Nanos].min(timing.warmUp, WarmUp),
    samples = Samples,
    sampleInterval = SampleInterval,
    drainTimeout = DrainLimit,
    drainLimit = DrainLimit
  )
