package shootout.campaign

import oshi.SystemInfo
import shootout.result.{Environment, SurroundingsResult, ToolResult}

import java.net.InetAddress
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** What a number depends on besides the broker: machine, JVM, version of this tool. */
object ThisMachine:
  /** @param data
    *   the folder whose disk the brokers write to
    * @param surroundings
    *   what else went on here before the first load
    */
  def environment(
      data: Path,
      sharedWithBroker: Boolean,
      surroundings: Option[SurroundingsResult] = None
  ): Environment =
    val system = SystemInfo()
    val hardware = system.getHardware
    val os = system.getOperatingSystem
    Environment(
      host = hostName,
      os = s"${os.getFamily} ${os.getVersionInfo}",
      kernel = s"${sys.props("os.name")} ${sys.props("os.version")} ${sys.props("os.arch")}",
      cpu = hardware.getProcessor.getProcessorIdentifier.getName.trim,
      cores = Runtime.getRuntime.availableProcessors,
      memoryBytes = hardware.getMemory.getTotal,
      disk = disk(data),
      jvm = s"${sys.props("java.vm.name")} ${sys.props("java.runtime.version")}",
      sharedWithBroker = sharedWithBroker,
      surroundings = surroundings
    )

  /** The machine's own name, fit for a folder. */
  def hostName: String =
    val name = Try(InetAddress.getLocalHost.getHostName).toOption.orElse(sys.env.get("HOSTNAME")).getOrElse("localhost")
    name.takeWhile(_ != '.').replaceAll("[^A-Za-z0-9_-]", "-")

  /** Of this machine, in MiB. */
  def memoryMb: Long = SystemInfo().getHardware.getMemory.getTotal >> 20

  /** File system, device, and the models of all disks there are. */
  def disk(data: Path): String =
    Try {
      Files.createDirectories(data)
      val store = Files.getFileStore(data)
      val models = SystemInfo().getHardware.getDiskStores.asScala.map(
        _.getModel.trim
      ).filterNot(_ == "unknown").distinct.mkString(", ")
      s"${store.`type`} on ${store.name}" + (if models.isEmpty then "" else s" ($models)")
    }.getOrElse("unknown")

  def tool: ToolResult = ToolResult(
    name = "broker-shootout",
    version = sys.props.getOrElse("shootout.version", "0.1.0"),
    gitCommit = sys.props.getOrElse("shootout.git.commit", ""),
    gitDirty = sys.props.get("shootout.git.dirty").contains("true")
  )

/** Whether this machine has the memory that a run may take. */
object Memory:
  /** What the JVM of the load may take, and each node in addition to its heap, in MiB. */
  private val LoadMb = 2048L
  private val BesideHeapMb = 256L

  /** What a run may take of the machine's memory, in MiB: that of the load, and of the largest contender. */
  def budget(prepared: Prepared): Long =
    val nodes =
      prepared.catalogue.filter(spec => prepared.settings.brokers.contains(spec.name)).map(_.nodes.size).maxOption
    LoadMb * prepared.settings.generators + nodes.getOrElse(0) * (prepared.settings.heapMb + BesideHeapMb)

  /** Left: the contenders that would not fit, each with what to do.
    *
    * @param totalMb
    *   of this machine; asked for only where it matters
    */
  def check(prepared: Prepared, totalMb: => Long = ThisMachine.memoryMb): Either[List[String], Unit] =
    val settings = prepared.settings
    val clusters = prepared.catalogue.filter(spec => settings.brokers.contains(spec.name) && spec.nodes.sizeIs > 1)
    lazy val total = totalMb
    val lacking = clusters.flatMap { spec =>
      val needed = LoadMb + spec.nodes.size * (settings.heapMb + BesideHeapMb)
      Option.when(needed > total) {
        s"${spec.name}: ${spec.nodes.size} nodes of ${settings.heapMb} MiB each, with the load, need $needed MiB, and this machine has " +
          s"$total MiB; write a smaller --heap, or other --brokers"
      }
    }
    if lacking.isEmpty then Right(()) else Left(lacking)
