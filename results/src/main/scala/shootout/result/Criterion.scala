package shootout.result

/** The one number by which a workload is judged.
  *
  * @param name
  *   the name of the rate, or of the latency whose p99 it is
  * @param more
  *   true if more is better
  */
case class Criterion(name: String, more: Boolean):
  def words: String =
    if more then s"messages $name/s"
    else s"${LatencyKind.of(name).flatMap(_.judgedAs).getOrElse(name)} p99"

object Criterion:
  /** Round trips are judged by their p99, and workloads at a fixed rate by the p99 of the response time. All others are
    * judged by the messages consumed, or by those produced if there are no consumers.
    */
  def of(requestReply: Boolean, openLoop: Boolean, consumers: Int): Criterion =
    if requestReply || openLoop then Criterion(latency(requestReply, consumers).key, more = false)
    else Criterion(rate(consumers), more = true)

  /** The latency of a workload, whether it is judged by it or not. */
  def latency(requestReply: Boolean, consumers: Int): LatencyKind =
    if requestReply then LatencyKind.RoundTrip else if consumers > 0 then LatencyKind.EndToEnd else LatencyKind.Send

  /** The rate of a workload, whether it is judged by it or not. */
  def rate(consumers: Int): String = if consumers > 0 then "consumed" else "produced"

  /** The rate of a measured workload. */
  def delivered(load: LoadResult, summary: Summary): RateSummary =
    if load.consumers > 0 then summary.consumed else summary.produced
