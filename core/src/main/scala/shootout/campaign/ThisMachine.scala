package shootout.campaign

import oshi.SystemInfo
import shootout.result.{Environment, SurroundingsResult, ToolResult}

import java.net.InetAddress
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Everything except the broker on which a number depends: machine, JVM, and version of this tool. */
object ThisMachine:
  /** @param data
    *   the folder whose disk the brokers write to
    * @param surroundings
    *   other activity on this machine before the first workload
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

  /** The machine's own name, in a form for folder names. */
  def hostName: String =
    val name = Try(InetAddress.getLocalHost.getHostName).toOption.orElse(sys.env.get("HOSTNAME")).getOrElse("localhost")
    name.takeWhile(_ != '.').replaceAll("[^A-Za-z0-9_-]", "-")

  /** The memory of this machine in MiB. */
  def memoryMb: Long = SystemInfo().getHardware.getMemory.getTotal >> 20

  /** The file system, the device, and the models of all disks. */
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
