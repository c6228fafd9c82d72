package shootout.broker

import shootout.units.Endpoint

import java.nio.file.{Files, Path}
import java.security.SecureRandom
import java.util.HexFormat
import scala.concurrent.duration.*

/** The options for starting a broker. */
case class StartOptions(
    /** The protocol in which the broker must answer to be ready. */
    protocol: String,
    /** The heap of a broker on the JVM in MiB, from its start. */
    heapMb: Int,
    /** The folder for configuration, data and log. Only this broker uses it. */
    folder: Path,
    /** Names of the queues that the workloads use, for brokers that need them beforehand. */
    queues: List[String],
    topics: List[String],
    /** How long a start may take. */
    readyWithin: FiniteDuration = 90.seconds,
    /** How long a stop may take before the processes are killed. */
    stopWithin: FiniteDuration = 30.seconds
)

/** A broker whose files are on this machine.
  *
  * @param version
  *   the version of the installed broker
  * @param home
  *   the broker's own folder within the fetched files
  */
final class Broker private[broker] (
    val spec: BrokerSpec,
    val version: String,
    artifacts: Path,
    val home: Path,
    executable: Option[Path],
    processes: OwnProcesses,
    pickPorts: Int => List[Int] = Ports.pick,
    classesRoot: Path = Artifacts.defaultClasses
):
  /** Purges, configures and starts the broker on free ports of 127.0.0.1, with its own credentials.
    *
    * @param ready
    *   whether the broker answers in its protocol; it is polled, so it must return within seconds, and return false
    *   for a refused connection instead of throwing
    */
  def start(options: StartOptions, ready: Endpoint => Boolean): Either[Unavailable, RunningBroker] =
    spec.protocol(options.protocol) match
      case None =>
        Left(Unavailable(s"${spec.title} does not speak ${options.protocol}", "choose another protocol"))
      case Some(protocol) =>
        Sources.compiled(classesRoot, spec, artifacts)
          .flatMap(classes => attempt(configured(options, protocol, _, classes), ready, Broker.portAttempts))

  /** A port that was free when it was picked may be taken when the broker binds it. Other ports are then tried.
    *
    * @param configured
    *   configures the broker on these ports, without starting it
    */
  private def attempt(
      configured: List[Int] => RunningBroker,
      ready: Endpoint => Boolean,
      attempts: Int
  ): Either[Unavailable, RunningBroker] =
    val needed = spec.launch.ports.size * spec.nodes.size
    val ports = pickPorts(needed)
    if ports.sizeIs < needed then
      val reason =
        s"${spec.title} needs $needed ports of 127.0.0.1, and from ${Ports.range} only ${ports.size} are free"
      Left(Unavailable(reason, "end what listens there, and run again"))
    else
      val running = configured(ports)
      running.firstStart(ready) match
        case Right(()) => Right(running)
        case Left(failure) if !running.portTaken => Left(failure)
        case Left(_) if attempts > 1 => attempt(configured, ready, attempts - 1)
        case Left(failure) =>
          val reason = s"other programs took the ports of ${spec.title}, ${Broker.portAttempts} times in a row"
          Left(Unavailable(reason, "see what else listens on 127.0.0.1, and run again", failure.logTail))

  /** Empties the folders of all nodes and writes their configuration. */
  private def configured(
      options: StartOptions,
      protocol: SpokenProtocol,
      picked: List[Int],
      classes: Option[Path]
  ): RunningBroker =
    val names = spec.launch.ports
    val ports = picked.grouped(names.size).map(names.zip(_)).toList
    val folders = spec.nodes.map(folder(options, _))
    val passcode = Broker.randomPasscode()
    val nodes = spec.nodes.zip(folders).map { (node, folder) =>
      val variables = Variables(
        version = version,
        folder = spec.folder.toAbsolutePath,
        artifacts = artifacts,
        home = home,
        executable = executable,
        classes = classes,
        work = folder.work,
        data = folder.data,
        sharedData = folders.head.data,
        heapMb = options.heapMb,
        login = Broker.login,
        passcode = passcode,
        queues = options.queues,
        topics = options.topics,
        node = node.number,
        serves = node.serves,
        nodes = ports
      )
      folder.purge()
      for file <- node.launch.templates do
        val target = folder.work.resolve(file)
        Files.createDirectories(target.getParent)
        Files.writeString(target, Template.checked(Files.readString(spec.file(file)), variables))
      for file <- node.launch.sources do Files.copy(spec.file(file), folder.work.resolve(file))
      val title = if spec.nodes.sizeIs == 1 then spec.title else s"${spec.title}, node ${node.number}"
      RunningNode(title, node, folder, variables, processes)
    }
    RunningBroker(spec, nodes, Broker.login, passcode, protocol, options)

  /** If there are several nodes, each has its own folder below the broker's. */
  private def folder(options: StartOptions, node: NodeSpec): WorkFolder =
    val root = options.folder.toAbsolutePath
    WorkFolder(if spec.nodes.sizeIs == 1 then root else root.resolve(s"node-${node.number}"))

object Broker:
  private val portAttempts = 3
  private val passcodeBytes = 12
  private val login = "shootout"

  /** Fetches the broker if it is not available yet. */
  def install(spec: BrokerSpec, options: InstallOptions, processes: OwnProcesses): Either[Unavailable, Broker] =
    spec.source match
      case system: Source.SystemPackage =>
        for executable <- located(spec, system, options) yield
          val version = spec.version.orElse(SystemPackages.version(system, executable)).getOrElse("unknown")
          val folder = executable.getParent
          Broker(spec, version, folder, spec.home.getOrElse(folder), Some(executable), processes)
      case Source.OwnClasses =>
        Right(Broker(spec, spec.version.getOrElse(""), spec.folder, spec.folder, None, processes))
      case fetchedSource =>
        for
          artifacts <- spec.home.fold(fetched(spec, options))(Right(_))
          executable <- fetchedSource match
            case _: Source.Wheels => PipWheels.python(spec.title, options).map(Some(_))
            case _ => Right(None)
        yield
          val home = fetchedSource match
            case Source.Archive(_, home) => artifacts.resolve(home)
            case _ => artifacts
          val version = spec.version.getOrElse("unversioned")
          Broker(spec, version, artifacts, spec.home.getOrElse(home), executable, processes)

  /** The folder of a tool for the broker ([[ToolFile]]), which is fetched if it is not available yet. */
  def tool(spec: BrokerSpec, options: InstallOptions): Either[Unavailable, Path] = spec.source match
    case program: Source.SystemPackage => located(spec, program, options).map(_.getParent)
    case _ => fetched(spec, options)

  private def located(spec: BrokerSpec, program: Source.SystemPackage, options: InstallOptions) =
    SystemPackages.locate(spec.title, program, options.allowSystemPackages, options.watch, spec.home)

  private def fetched(spec: BrokerSpec, options: InstallOptions): Either[Unavailable, Path] =
    options.artifacts.fetch(List(spec), options.allowSystemPackages, options.watch)(spec.name)

  private def randomPasscode(): String =
    val bytes = new Array[Byte](passcodeBytes)
    SecureRandom().nextBytes(bytes)
    HexFormat.of.formatHex(bytes)
