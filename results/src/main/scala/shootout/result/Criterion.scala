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
    else s"${LatencyKind.of(name).flatMap(_.judgedAs).getOrElse(name)} p99"

object Criterion:
  /** Round trips by their p99; loads at a fixed rate by that of the response time; all others by what is consumed, or produced where
    * nobody consumes.
    */
  def of(requestReply: Boolean, openLoop: Boolean, consumers: Int): Criterion =
    if requestReply || openLoop then Criterion(latency(requestReply, consumers).key, more = false)
    else Criterion(rate(consumers), more = true)

  /** The latency of a load, whether it is judged by it or not. */
  def latency(requestReply: Boolean, consumers: Int): LatencyKind =
    if requestReply then LatencyKind.RoundTrip else if consumers > 0 then LatencyKind.EndToEnd else LatencyKind.Send

  /** Its rate, likewise. */
  def rate(consumers: Int): String = if consumers > 0 then "consumed" else "produced"

  /** The same of a measured load. */
  def delivered(load: LoadResult, summary: Summary): RateSummary =
    if load.consumers > 0 then summary.consumed else summary.produced
