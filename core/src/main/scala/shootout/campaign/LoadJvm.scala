package shootout.campaign

import shootout.broker.{Artifacts, InstallOptions, OwnProcesses, StartOptions}
import shootout.driver.Protocol
import shootout.machine.Disk
import shootout.result.{LatencyLog, WorkloadResult}
import shootout.engine.DestinationNaming
import shootout.units.{DestinationType, Json}

import java.nio.file.Path
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

  private def host: Either[NoBroker, (Protocol, Host)] =
    val name = order.pair.protocol
    drivers.protocol(name, order.broker.name) match
      case None => Left(NoBroker(s"it does not speak $name"))
      case Some(protocol) =>
        settings.external match
          case Some(external) => Right(protocol -> ExternalHost(external, protocol))
          case None =>
            val options = InstallOptions(Artifacts(Artifacts.defaultCache), settings.install, report.say)
            ManagedHost.install(order.broker, options, start, protocol, probe, processes).map(protocol -> _)

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
