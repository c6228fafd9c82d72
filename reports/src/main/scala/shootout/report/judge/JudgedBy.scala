package shootout.report.judge

/** The one number that a cell is judged by.
  *
  * @param more
  *   whether more is better
  * @param name
  *   of the rate, or of the latency whose p99 it is
  */
case class JudgedBy(name: String, more: Boolean):
  def read(entry: Entry): Option[Number] = if more then entry.rates.get(name) else entry.tails.get(name)

  /** The row was measured, but of too few messages to know this number. */
  def tooFew(entry: Entry): Boolean = !more && entry.tooFew(name)

  def words: String =
    if more then s"messages $name/s"
    else if name == "end_to_end" then "response time p99"
    else s"${name.replace('_', ' ')} p99"

object JudgedBy:
  /** Round trips by their p99; loads at a fixed rate by that of the response time; all others by what is consumed, or produced where
    * nobody consumes.
    */
  def of(figure: Figure): JudgedBy =
    if figure.requestReply then JudgedBy("round_trip", more = false)
    else if figure.openLoop then JudgedBy(if figure.consumers > 0 then "end_to_end" else "send", more = false)
    else JudgedBy(if figure.consumers > 0 then "consumed" else "produced", more = true)
