package shootout.run

import com.sun.management.UnixOperatingSystemMXBean
import shootout.scenario.Cell

import java.lang.management.ManagementFactory

/** Every connection is an open file, and how many of these a process may have is limited. */
object FileLimit:
  /** For libraries, results, and the event loops. */
  private val Others = 200

  /** Why this cell's clients cannot all be connected, and what to do about it. */
  def tooLow(cell: Cell): Option[String] = ManagementFactory.getOperatingSystemMXBean match
    case unix: UnixOperatingSystemMXBean =>
      tooLow(cell.producerCount + cell.consumerCount, unix.getOpenFileDescriptorCount, unix.getMaxFileDescriptorCount)
    case _ => None

  private[run] def tooLow(clients: Int, open: Long, limit: Long): Option[String] =
    val needed = clients + math.max(open, Others.toLong)
    Option.when(needed > limit)(
      s"$clients connections need $needed open files, and this process may have $limit: raise the limit with " +
        s"'ulimit -n $needed' in the shell before (root may; or as 'nofile' in /etc/security/limits.conf)"
    )
