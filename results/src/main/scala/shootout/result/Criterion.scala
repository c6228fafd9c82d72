package shootout.result

/** The one number that a load is judged by.
  *
  * @param name
  *   of the rate, or of the latency whose p99 it is
  * @param more
  *   whether more is better
  */
case class Criterion(name: String, more: Boolean):
  def words: String =
    if more then s"messages $name/s"
    else if name == "end_to_end" then "response time p99"
    else s"${name.replace('_', ' ')} p99"

object Criterion:
  /** Round trips by their p99; loads at a fixed rate by that of the response time; all others by what is consumed, or produced where
    * nobody consumes.
    */
  def of(requestReply: Boolean, openLoop: Boolean, consumers: Int): Criterion =
    if requestReply || openLoop then Criterion(latency(requestReply, consumers), more = false)
    else Criterion(rate(consumers), more = true)

  /** The latency of a load, whether it is judged by it or not. */
  def latency(requestReply: Boolean, consumers: Int): String =
    if requestReply then "round_trip" else if consumers > 0 then "end_to_end" else "send"

  /** Its rate, likewise. */
  def rate(consumers: Int): String = if consumers > 0 then "consumed" else "produced"
