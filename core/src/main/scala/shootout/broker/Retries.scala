package shootout.broker

import scala.annotation.tailrec
import scala.concurrent.duration.*

/** Further attempts at what may work in a moment.
  *
  * @param waits
  *   before each of them
  */
private final class Retries(waits: List[FiniteDuration]):
  /** @param attempt
    *   what came of it, by name, for those that are asked for
    * @param say
    *   is told before each wait
    * @return
    *   the last outcome of each
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
