package shootout.result

/** The one number by which a workload is judged.
  *
  * @param name
  *   the name of the rate, or the kind of latency whose p99 it is
  * @param more
  *   true if more is better
  */
case class Criterion(name: String, more: Boolean):
  def words: String =
    if more then s"messages $name/s"
    else s"${LatencyKind.of(name).flatMap(_.judgedAs).getOrElse(name)} p99"

object Criterion:
  /** Round trips are judged by their p99, and workloads at an offered rate by the p99 of the response time. All others
    * are judged by messages consumed per second, or produced per second if there are no consumers.
    */
  def of(requestReply: Boolean, openLoop: Boolean, consumers: Int): Criterion =
    if requestReply || openLoop then Criterion(latency(requestReply, consumers).key, more = false)
    else Criterion(rate(consumers), more = true)

  /** The main latency of a workload, even if the workload is judged by its rate. */
  def latency(requestReply: Boolean, consumers: Int): LatencyKind =
    if requestReply then LatencyKind.RoundTrip else if consumers > 0 then LatencyKind.EndToEnd else LatencyKind.Send

  /** The main rate of a workload, even if the workload is judged by its latency. */
  def rate(consumers: Int): String = if consumers > 0 then "consumed" else "produced"

  /** The main rate of a measured workload, over its samples. */
  def delivered(load: LoadResult, summary: Summary): RateSummary =
    if load.consumers > 0 then summary.consumed else summary.produced
