package shootout.campaign

import shootout.broker.{Artifacts, Broker, BrokerSpec, InstallOptions, OwnProcesses, StartOptions, Unavailable}
import shootout.driver.Protocol
import shootout.machine.Disk
import shootout.result.{BrokerResult, LatencyLog, Sample, WorkloadResult}
import shootout.scenario.{PlannedRun, Workload}
import shootout.engine.DestinationNaming
import shootout.units.{DestinationType, Json}

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** The main class of a load JVM. Its only argument is the file of a [[LoadOrder]]. It writes [[LoadEvent]]s to its
  * standard output, and stops when its standard input ends.
  */
object LoadMain:
  def main(arguments: Array[String]): Unit =
    val stop = StopSignal()
    val report = LoadReport(LineChannel(System.in, System.out, () => stop.parentEnded()))
    // Text that libraries print must not pass for an event.
    System.setOut(System.err)
    val status =
      try LoadJvm(LoadOrder.take(Path.of(arguments.head)), report, stop).execute()
      catch
        case bug: Throwable =>
          bug.printStackTrace()
          ExitStatus.Bug
    sys.exit(status)

/** Reports events to the orchestrator. */
final class LoadReport(lines: LineChannel):
  def send(event: LoadEvent): Unit = lines.send(Json.write[LoadEvent](event))
  def say(text: String): Unit = send(LoadEvent.Said(text))

  /** Reports a result and waits until it is saved, so that nothing is written during the next measurement. */
  def ended(result: WorkloadResult, latencies: Option[LatencyLog]): Unit =
    send(LoadEvent.Ended(result, latencies))
    lines.next(): Unit

/** Runs one broker over one protocol, one repetition, in its own JVM. It installs the broker and runs every workload
  * against it.
  */
final class LoadJvm(order: LoadOrder, report: LoadReport, stop: StopSignal):
  private val settings = order.settings
  private val processes = OwnProcesses()
  private val drivers =
    Drivers.check(List(order.broker)).fold(wrong => throw IllegalStateException(wrong.mkString("; ")), identity)
  private val flags = ChildJvm.loadFlags(drivers.flags(order.pair.protocol))
  private val others = Option.when(settings.generators > 1)(GeneratorPool.of(order, flags))
  private val run = DestinationNaming.randomRun()
  private val probe = DestinationNaming.probe(run)

  /** @return the exit status */
  def execute(): Int =
    // This is the last resort if anything below throws. After an orderly end nothing is left to do.
    Runtime.getRuntime.addShutdownHook(Thread(() => processes.endAll(LoadJvm.Grace)))
    stop.onRequest(end)
    try
      stop.unlessStopped(host).foreach {
        case Left(missing) => report.send(LoadEvent.BrokerMissing(missing))
        case Right((protocol, host)) =>
          try measure(protocol, host)
          finally host.stop()
      }
      if stop.requested then ExitStatus.Stopped else 0
    finally others.foreach(_.close())

  private def end(hurry: Boolean): Unit =
    if hurry then
      others.foreach(_.kill())
      processes.endAll(0.seconds)
      Runtime.getRuntime.halt(ExitStatus.Stopped)
    else
      others.foreach(_.stop())
      report.say("stopping: the load ends, the broker is stopped, results are kept (again: at once) ...")

  private def host: Either[Unavailable, (Protocol, Host)] =
    val name = order.pair.protocol
    drivers.protocol(name, order.broker.name) match
      case None => Left(Unavailable(s"it does not speak $name"))
      case Some(protocol) =>
        settings.external match
          case Some(external) => Right(protocol -> ExternalHost(external, protocol))
          case None =>
            val options = InstallOptions(Artifacts(Artifacts.defaultCache), settings.install, report.say(_))
            for broker <- Broker.install(order.broker, options, processes)
            yield protocol -> ManagedHost(broker, start, protocol, probe)

  private def start: StartOptions =
    val workloads = BrokerWarmUp.workloads(order.workloads) ++ order.workloads
    val names = probe :: workloads.flatMap(workload =>
      DestinationNaming(workload, DestinationNaming.base(workload, run)).all
    ).distinct
    val (queues, topics) = names.partition(_.kind == DestinationType.Queue)
    val folder = DataFolder(settings.data).of(order.pair.broker)
    StartOptions(order.pair.protocol, settings.heapMb, folder, queues.map(_.name), topics.map(_.name))

  private def measure(protocol: Protocol, host: Host): Unit =
    stop.unlessStopped(host.renew()).foreach {
      case Left(missing) => report.send(LoadEvent.BrokerMissing(missing))
      case Right(()) =>
        report.send(LoadEvent.BrokerServes(host.describe))
        val data = Option.when(settings.external.isEmpty)(settings.data)
        val room = DiskRoom.of(data, settings.out)
        Execution(protocol, host, order, run, report, stop, others, room, data.flatMap(Disk.of)).execute()
    }

object LoadJvm:
  private val Grace = 10.seconds

/** Everything that a load JVM needs to know, completely resolved. It reads no scenario, no catalogue and no command
  * line.
  */
final case class LoadOrder(
    contender: ContenderRun,
    settings: Settings,
    /** the workloads, in the order in which they run */
    runs: List[PlannedRun],
    /** results of this repetition that were kept, as far as the rates of these workloads depend on them */
    earlier: List[WorkloadResult],
    /** the broker under test; for a broker that already runs, the broker whose dialect it speaks */
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
    val workloads = runs.flatMap(_.workloads)
    val needed = workloads.flatMap(c => c.maximum.toList ++ c.rateSweep.toList.flatMap(_.below)).distinct
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
  case BrokerMissing(missing: Unavailable)

  /** The warm-up of the broker ended. It took this many seconds of the plan. */
  case WarmedUp(seconds: Double)

  /** A workload begins: its clients connect. */
  case Begun(load: String)
  case Sampled(load: String, sample: Sample)

  /** A workload has ended, or was not run. The load JVM waits until the orchestrator has saved the result. */
  case Ended(result: WorkloadResult, latencies: Option[LatencyLog])
