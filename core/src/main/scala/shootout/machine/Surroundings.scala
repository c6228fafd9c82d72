package shootout.machine

import com.sun.management.OperatingSystemMXBean
import oshi.SystemInfo
import oshi.software.os.InternetProtocolStats.TcpState
import shootout.result.SurroundingsResult
import shootout.units.Nanos

import java.lang.management.ManagementFactory
import java.net.{InetAddress, NetworkInterface}
import java.util.concurrent.locks.LockSupport
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Checks the other activity on this machine, while nothing is measured yet. */
object Surroundings:
  private val Look = Nanos.ofSeconds(1)

  /** Checks the machine, which takes a second.
    *
    * @param mains
    *   main classes of this tool that generate load
    */
  def look(mains: Set[String]): SurroundingsResult =
    val system = SystemInfo()
    val processor = system.getHardware.getProcessor
    val own = ManagementFactory.getPlatformMXBean(classOf[OperatingSystemMXBean])
    val (ticksBefore, ownBefore) = (processor.getSystemCpuLoadTicks, own.getProcessCpuTime)
    val began = System.nanoTime()
    while System.nanoTime() - began < Look.value do LockSupport.parkNanos(Look.value - (System.nanoTime() - began))
    val ticks = MachineTicks(ticksBefore, processor.getSystemCpuLoadTicks)
    val ours = (own.getProcessCpuTime - ownBefore).toDouble / (System.nanoTime() - began)
    SurroundingsResult(
      foreignShare = math.max(0, ticks.busy - ours / processor.getLogicalProcessorCount),
      stealShare = ticks.steal,
      otherRuns = otherRuns(system, mains)
    )

  /** A run is a JVM that starts others as load generators. Each JVM counts once. */
  private def otherRuns(system: SystemInfo, mains: Set[String]): Int =
    val own = ProcessHandle.current.pid.toInt
    val os = system.getOperatingSystem
    val ours = os.getProcesses(null, null, 0).asScala.filter { process =>
      process.getProcessID != own && process.getArguments.asScala.exists(mains.contains)
    }
    val pids = ours.map(_.getProcessID).toSet
    ours.count(process => !pids.contains(process.getParentProcessID))

/** Finds the processes of this machine that listen on a port. */
object Listeners:
  /** Whether a host's name means this machine. */
  def isLocal(host: String): Boolean =
    Try(InetAddress.getByName(host)).toOption.exists { address =>
      address.isLoopbackAddress || NetworkInterface.getByInetAddress(address) != null
    }

  /** Empty if the system does not reveal the processes, for example those of another user. */
  def of(port: Int): List[Long] =
    val connections = SystemInfo().getOperatingSystem.getInternetProtocolStats.getConnections.asScala.toList
    val listening = connections.filter(c => c.getLocalPort == port && c.getState == TcpState.LISTEN)
    listening.map(_.getowningProcessId.toLong).filter(_ > 0).distinct
