package shootout.run

import shootout.result.Cause
import shootout.units.Json

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
