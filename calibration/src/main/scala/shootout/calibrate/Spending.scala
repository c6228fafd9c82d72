package shootout.calibrate

import com.sun.management.{OperatingSystemMXBean, ThreadMXBean}

import java.lang.management.{BufferPoolMXBean, ManagementFactory}
import scala.jdk.CollectionConverters.*

/** What this process has used so far. */
final case class Spending(atNanos: Long, cpuNanos: Long, allocatedBytes: Long)

object Spending:
  private val system = ManagementFactory.getOperatingSystemMXBean.asInstanceOf[OperatingSystemMXBean]
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]

  def now(): Spending =
    val allocated = threads.getThreadAllocatedBytes(threads.getAllThreadIds).filter(_ > 0).sum
    Spending(System.nanoTime(), system.getProcessCpuTime, allocated)

  /** Bytes of heap and of direct buffers in use, after a collection. */
  def memory(): (Long, Long) =
    System.gc()
    val direct = ManagementFactory.getPlatformMXBeans(classOf[BufferPoolMXBean]).asScala.filter(_.getName == "direct")
    (ManagementFactory.getMemoryMXBean.getHeapMemoryUsage.getUsed, direct.map(_.getMemoryUsed).sum)
