package shootout.campaign

import shootout.broker.BrokerSpec
import shootout.result.{BrokerResult, LatencyLog, Sample, WorkloadResult}
import shootout.scenario.{PlannedRun, Workload}
import shootout.units.Json

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}

/** Everything that a load JVM needs to know, completely resolved. It reads no scenario, no catalogue and no command
  * line.
  *
  * @param runs
  *   the workloads, in the order in which they run
  * @param earlier
  *   results of this repetition that were kept, as far as the rates of these workloads depend on them
  * @param broker
  *   the broker under test; for a broker that already runs, the broker whose dialect it speaks
  */
final case class LoadOrder(
    contender: ContenderRun,
    settings: Settings,
    runs: List[PlannedRun],
    earlier: List[WorkloadResult],
    broker: BrokerSpec
) derives Json.ReadWriter:
  def pair: Pair = contender.pair
  def workloads: List[Workload] = runs.flatMap(_.workloads)

  /** Only the owner may read the file, because it may contain a passcode. */
  def write(file: Path): Unit =
    Files.deleteIfExists(file)
    Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
    Files.writeString(file, Json.write(this))

object LoadOrder:
  /** @param runs
    *   the workloads that have no result yet
    * @param known
    *   the result of a workload by its id, if there is one
    */
  def of(
      prepared: PreparedRun,
      contenderRun: ContenderRun,
      runs: List[PlannedRun],
      known: String => Option[WorkloadResult]
  ): LoadOrder =
    val settings = prepared.settings
    val name = settings.external.fold(contenderRun.pair.broker)(_.dialect)
    val needed = runs.flatMap(_.workloads).flatMap(c => c.maximum.toList ++ c.rateSweep.toList.flatMap(_.below)).distinct
    val broker = prepared.catalogue.find(_.name == name).get
    LoadOrder(contenderRun, settings, runs, needed.flatMap(known(_)).map(_.copy(samples = Nil)), broker)

  /** Reads the file and deletes it, so that no secret remains. */
  def take(file: Path): LoadOrder =
    val text = Files.readString(file)
    Files.delete(file)
    Json.read[LoadOrder](text)

/** The reports of a load JVM, in the order of the events. Each is one line of JSON. */
enum LoadEvent derives Json.ReadWriter:
  /** A text for people. */
  case Said(text: String)

  /** The broker serves. The event contains its description in the result file. */
  case BrokerServes(broker: BrokerResult)
  case BrokerMissing(missing: NoBroker)

  /** The warm-up of the broker ended. It took this many seconds of the plan. */
  case WarmedUp(seconds: Double)

  /** A workload begins: its clients connect. */
  case Begun(load: String)
  case Sampled(load: String, sample: Sample)

  /** A workload has ended, or was not run. The load JVM waits until the orchestrator has saved the result. */
  case Ended(result: WorkloadResult, latencies: Option[LatencyLog])

/** Why there is no broker to measure. */
final case class NoBroker(reason: String, remedy: Option[String] = None, logTail: List[String] = Nil) derives Json.ReadWriter:
  /** Reason and remedy, for people. */
  def sentence: String = reason + remedy.fold("")(r => s" ($r)")

object NoBroker:
  def apply(unavailable: shootout.broker.Unavailable): NoBroker =
    NoBroker(unavailable.reason, Some(unavailable.remedy))
