package shootout.result

import shootout.units.Json

import scala.collection.immutable.ListMap

/** A kind of latency, defined by its start and end. Samples and summaries have each kind under its key. The result
  * reader, the judgement, the page and its CSV, the logs and the documentation all derive from this enum. A new kind
  * needs a case here, the workloads that record it (`WorkloadClients`), and the calls of its recorder. Its line in
  * docs/reference/result-format.md is generated.
  */
enum LatencyKind(
    /** for people */
    val title: String,
    /** its start and end, for docs/reference/result-format.md */
    val about: String,
    /** what is judged by this latency's p99, in words; none if no workload is */
    val judgedAs: Option[String] = None,
    /** the unit of its values in nanoseconds; a kind in another unit than microseconds is a cost of the client and not
      * a latency of messages
      */
    val unitNanos: Long = LatencyLog.Micro
):
  case EndToEnd
      extends LatencyKind(
        "end to end",
        "from the stamp of a message to its arrival at a consumer",
        Some("response time")
      )

  case Send
      extends LatencyKind(
        "send to receipt",
        "from the send (open loop: from when it was due) to the publisher confirm",
        Some("send")
      )

  case Commit
      extends LatencyKind(
        "commit",
        "from the start of a commit to its end; of producers, or of consumers if no producer has transactions"
      )

  case RoundTrip extends LatencyKind("round trip", "from a request to its reply", Some("round trip"))

  case ScheduleDelay
      extends LatencyKind(
        "schedule delay",
        "open loop: from when a message was due to when it was handed to the connection"
      )

  /** Nanoseconds, because it often takes less than a microsecond. */
  case Write
      extends LatencyKind(
        "write",
        "if the content has a meaning (`content: price_update`): making a message from its content and handing it to " +
          "the library. With a `window` of 1, the library waits for the broker in the same call, so only the making " +
          "counts. With a library without a broker (Chronicle Queue), handing over means appending to the file",
        unitNanos = 1
      )

  case Read
      extends LatencyKind(
        "read",
        "if the content has a meaning: getting it back from a message. With a library without a broker (Chronicle " +
          "Queue), this means copying it from the file",
        unitNanos = 1
      )

  /** Its name in files. */
  def key: String = Json.snake(toString)

  def isCost: Boolean = unitNanos != LatencyLog.Micro

object LatencyKind:
  /** The latencies of messages, as the report shows them. */
  def ofMessages: List[LatencyKind] = values.toList.filterNot(_.isCost)

  def of(key: String): Option[LatencyKind] = values.find(_.key == key)

  /** A value for each kind of message latency, by the kind's key. */
  def named[A](of: LatencyKind => Option[A]): Map[String, Option[A]] =
    ListMap.from(ofMessages.map(kind => kind.key -> of(kind)))

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
  /** Workloads at an offered rate are judged by the p99 of the response time. All others are judged by messages consumed
    * per second, or produced per second if there are no consumers.
    */
  def of(load: LoadResult): Criterion =
    if load.openLoop then Criterion(latency(load).key, more = false)
    else Criterion(rate(load), more = true)

  /** The main latency of a workload, even if the workload is judged by its rate. */
  def latency(load: LoadResult): LatencyKind =
    if load.requestReply then LatencyKind.RoundTrip
    else if load.consumers > 0 then LatencyKind.EndToEnd
    else LatencyKind.Send

  /** The main rate of a workload, even if the workload is judged by its latency. */
  def rate(load: LoadResult): String = if load.consumers > 0 then "consumed" else "produced"

  /** The main rate of a measured workload, over its samples. */
  def delivered(load: LoadResult, summary: Summary): RateSummary =
    if load.consumers > 0 then summary.consumed else summary.produced

  /** The main rate of a workload in one sample, in messages per second. */
  def delivered(load: LoadResult, sample: Sample): Double =
    if load.consumers > 0 then sample.consumedPerS else sample.producedPerS
