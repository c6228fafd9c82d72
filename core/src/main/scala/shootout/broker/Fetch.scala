package shootout.broker

import scala.annotation.tailrec
import scala.concurrent.duration.*

/** A broker that is not available on this machine.
  *
  * @param remedy
  *   what a person may do about it
  */
case class Unavailable(reason: String, remedy: String):
  override def toString: String = s"$reason; $remedy"

/** Is notified about the progress of a fetch. */
trait FetchWatch:
  /** Reports something that a person should know. */
  def say(text: String): Unit

  /** How many files were downloaded until now. */
  def downloaded(files: Int): Unit

object FetchWatch:
  def of(tell: String => Unit): FetchWatch = new FetchWatch:
    def say(text: String): Unit = tell(text)
    def downloaded(files: Int): Unit = ()

/** Why an attempt to fetch a broker failed.
  *
  * @param mayPass
  *   true if another attempt may succeed in a moment
  */
private final case class FetchFailure(unavailable: Unavailable, mayPass: Boolean)

private object FetchFailure:
  def apply(reason: String, remedy: String, mayPass: Boolean): FetchFailure =
    FetchFailure(Unavailable(reason, remedy), mayPass)

/** Repeats attempts that may succeed in a moment.
  *
  * @param waits
  *   the wait before each further attempt
  */
private final class Retries(waits: List[FiniteDuration]):
  /** @param attempt
    *   tries the given names and returns their outcomes by name
    * @param say
    *   is called before each wait
    * @return
    *   the last outcome of each name
    */
  def over[A](names: List[String], say: String => Unit)(
      attempt: List[String] => Map[String, Either[FetchFailure, A]]
  ): Map[String, Either[Unavailable, A]] =
    again(names, waits, say, attempt, Map.empty).map((name, outcome) => name -> outcome.left.map(_.unavailable))

  @tailrec
  private def again[A](
      names: List[String],
      waits: List[FiniteDuration],
      say: String => Unit,
      attempt: List[String] => Map[String, Either[FetchFailure, A]],
      before: Map[String, Either[FetchFailure, A]]
  ): Map[String, Either[FetchFailure, A]] =
    val outcome = attempt(names)
    val passing =
      outcome.toList.sortBy(_._1).collect { case (name, Left(failure)) if failure.mayPass => name -> failure }
    waits match
      case wait :: later if passing.nonEmpty =>
        val (open, why) = (passing.map(_._1), passing.head._2.unavailable.reason)
        say(s"${open.mkString(", ")}: $why. Trying again in ${wait.toSeconds} s (${later.size + 1} left)")
        Thread.sleep(wait.toMillis)
        again(open, later, say, attempt, before ++ outcome)
      case _ => before ++ outcome
