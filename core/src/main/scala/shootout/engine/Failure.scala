package shootout.engine

import shootout.result.Cause
import shootout.scenario.Workload
import shootout.units.{ClassWords, Json}

import com.sun.management.UnixOperatingSystemMXBean

import java.lang.management.ManagementFactory
import java.net.ConnectException
import scala.util.boundary
import scala.util.boundary.{break, Label}

/** Why a workload cannot go on.
  *
  * @param words
  *   the reason for people
  * @param cause
  *   the cause for code that depends on it; none if no code does
  */
final case class Failure(words: String, cause: Option[Cause] = None) derives Json.ReadWriter

object Failure:
  val Cancelled: Failure = Failure("stopped by the user", Some(Cause.Cancelled))
  val BrokerEnded: Failure = Failure("the broker's process ended under load", Some(Cause.BrokerEnded))
  val NothingSent: Failure = Failure("not one send went through in all samples", Some(Cause.NothingSent))
  def connection(words: String): Failure = Failure(words, Some(Cause.ConnectionLost))

  /** Describes an exception for people. */
  def words(of: Throwable): String = of match
    case refused: ConnectException =>
      "connection refused" + Option(refused.getMessage).filter(_.nonEmpty).fold("")(message => s" ($message)")
    case other => ClassWords.of(other)

/** Runs steps one after the other, up to the first that fails. */
private[engine] inline def steps[A](inline body: Label[Either[Failure, A]] ?=> A): Either[Failure, A] =
  boundary[Either[Failure, A]](Right(body))

extension [A](step: Either[Failure, A])
  /** The result of the step. The [[steps]] around it end here if it failed. */
  private[engine] def orEnd(using Label[Left[Failure, Nothing]]): A = step match
    case Right(result) => result
    case Left(failure) => break(Left(failure))

/** Every connection is an open file, and the number of open files per process is limited. */
object FileLimit:
  /** Files that libraries, results and the event loops need. */
  private val Others = 200

  /** Why this workload's clients cannot all be connected, and what the user can do about it. */
  def tooLow(workload: Workload): Option[String] = ManagementFactory.getOperatingSystemMXBean match
    case unix: UnixOperatingSystemMXBean =>
      val clients = workload.producerCount + workload.consumerCount
      tooLow(clients, unix.getOpenFileDescriptorCount, unix.getMaxFileDescriptorCount)
    case _ => None

  private[engine] def tooLow(clients: Int, open: Long, limit: Long): Option[String] =
    val needed = clients + math.max(open, Others.toLong)
    Option.when(needed > limit)(
      s"$clients connections need $needed open files, and this process may have $limit: raise the limit with " +
        s"'ulimit -n $needed' in the shell before (root may; or as 'nofile' in /etc/security/limits.conf)"
    )
