package shootout.run

import shootout.result.Cause
import shootout.scenario.Cell
import shootout.units.Json

import com.sun.management.UnixOperatingSystemMXBean
import java.lang.management.ManagementFactory

/** Why a cell cannot go on.
  *
  * @param words
  *   for people
  * @param cause
  *   for whoever decides by it; none: nothing depends on it
  */
final case class Failure(words: String, cause: Option[Cause] = None) derives Json.ReadWriter

object Failure:
  val Cancelled: Failure = Failure("stopped by the user", Some(Cause.Cancelled))
  val BrokerEnded: Failure = Failure("the broker's process ended under load", Some(Cause.BrokerEnded))
  val NothingSent: Failure = Failure("not one send went through in all samples", Some(Cause.NothingSent))
  def connection(words: String): Failure = Failure(words, Some(Cause.ConnectionLost))

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
