package shootout.campaign

import shootout.broker.BrokerSpec
import shootout.result.{BrokerResult, LatencyLog, Sample, WorkloadResult}
import shootout.scenario.{PlannedRun, Workload}
import shootout.units.Json

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}

/** All that a load JVM needs to know, with everything resolved: it reads no scenario, no catalogue and no command line.
  *
  * @param runs
  *   the loads, in the order in which they run
  * @param earlier
  *   results of this repetition that were kept, as far as the rates of these loads depend on them
  * @param broker
  *   the broker under test; of one that runs already, the broker whose dialect it speaks
  * @param external
  *   a broker that runs already; none: the load JVM starts it
  * @param install
  *   the system's package manager may be used
  * @param data
  *   the folder below which brokers keep their data
  * @param out
  *   the folder of results; the load JVM only watches how much room its disk has left
  * @param generators
  *   how many load JVMs share the clients
  */
final case class LoadOrder(
    pair: Pair,
    repetition: Int,
    generatorLimit: Boolean,
    runs: List[PlannedRun],
    earlier: List[WorkloadResult],
    broker: BrokerSpec,
    external: Option[External],
    heapMb: Int,
    install: Boolean,
    data: Path,
    out: Path,
    generators: Int
) derives Json.ReadWriter:
  def workloads: List[Workload] = runs.flatMap(_.workloads)

  /** For its owner alone, as it may hold a passcode. */
  def write(file: Path): Unit =
    Files.deleteIfExists(file)
    Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))
    Files.writeString(file, Json.write(this))

object LoadOrder:
  /** @param runs
    *   those that have no result yet
    * @param known
    *   the result of a load, by its id, if there is one
    */
  def of(
      prepared: PreparedRun,
      contenderRun: ContenderRun,
      runs: List[PlannedRun],
      known: String => Option[WorkloadResult]
  ): LoadOrder =
    val settings = prepared.settings
    val name = settings.external.fold(contenderRun.pair.broker)(_.dialect)
    val needed =
      runs.flatMap(_.workloads).flatMap(workload =>
        workload.maximum.toList ++ workload.rateSweep.toList.flatMap(_.below)
      ).distinct
    LoadOrder(
      contenderRun.pair,
      contenderRun.repetition,
      contenderRun.generatorLimit,
      runs,
      needed.flatMap(known(_)).map(_.copy(samples = Nil)),
      prepared.catalogue.find(_.name == name).get,
      settings.external,
      settings.heapMb,
      settings.install,
      settings.data.toAbsolutePath,
      settings.out.toAbsolutePath,
      settings.generators
    )

  /** Reads the file and deletes it: nothing secret stays behind. */
  def take(file: Path): LoadOrder =
    val text = Files.readString(file)
    Files.delete(file)
    Json.read[LoadOrder](text)

/** What a load JVM reports, in the order in which it happens, each as one line of JSON. */
enum LoadEvent derives Json.ReadWriter:
  /** For people. */
  case Said(text: String)

  /** The broker serves; what the result file says of it. */
  case BrokerServes(broker: BrokerResult)
  case BrokerMissing(missing: NoBroker)

  /** So many seconds of the plan went into the warm-up of the broker. */
  case WarmedUp(seconds: Double)

  /** A load begins: its clients connect. */
  case Begun(load: String)
  case Sampled(load: String, sample: Sample)

  /** A load has ended, or was not run. The load JVM waits until the orchestrator says that the result is kept. */
  case Ended(result: WorkloadResult, latencies: Option[LatencyLog])

/** Why there is no broker to measure. */
final case class NoBroker(reason: String, remedy: Option[String], logTail: List[String]) derives Json.ReadWriter:
  /** Reason and remedy, as a person reads them. */
  def sentence: String = reason + remedy.fold("")(r => s" ($r)")

object NoBroker:
  def apply(unavailable: shootout.broker.Unavailable): NoBroker =
    NoBroker(unavailable.reason, Some(unavailable.remedy), Nil)
