package shootout.machine

import com.sun.management.OperatingSystemMXBean
import oshi.SystemInfo
import shootout.result.SurroundingsResult
import shootout.units.Nanos

import java.lang.management.ManagementFactory
import java.util.concurrent.locks.LockSupport
import scala.jdk.CollectionConverters.*

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
