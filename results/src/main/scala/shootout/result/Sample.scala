package shootout.result

import org.HdrHistogram.Histogram
import shootout.units.Json

/** The start of a latency's clock. */
enum LatencyTime:
  /** The clock starts at the send, under a closed loop. A stall delays later sends, so the tail is understated. */
  case ServiceTime

  /** The clock starts when the send was due, under an open loop. */
  case ResponseTime

object LatencyTime:
  given Json.ReadWriter[LatencyTime] = Json.wordCodec(LatencyTime.values)

/** Counts of one client group in one interval (messages; `connected` in connections at its end).
  *
  * @param connected
  *   connections at the interval's end
  */
case class GroupSample(
    name: String,
    role: Role,
    produced: Long,
    confirmed: Long,
    consumed: Long,
    acknowledged: Long,
    errors: Long,
    connected: Int
) derives Json.ReadWriter

/** Percentiles of the latencies recorded in one interval, in microseconds; `count` is how many there were. */
case class LatencySample(count: Long, usP50: Double, usP99: Double, usMax: Double) derives Json.ReadWriter

/** One interval of a workload.
  *
  * @param tS
  *   seconds from the first sample's beginning to this one's end
  * @param intervalS
  *   the interval's measured length in seconds; rates are counts divided by it
  * @param depth
  *   messages confirmed (or sent, if the load has no confirmations) and not yet consumed, at the end
  * @param latencies
  *   those that ended meanwhile, by the name of their kind; none where the load records none, or none ended. In the
  *   file they stand beside the other fields
  * @param resources
  *   what broker, generator and machine used meanwhile; null where it could not be read
  */
case class Sample(
    tS: Double,
    intervalS: Double,
    producedPerS: Double,
    confirmedPerS: Double,
    consumedPerS: Double,
    acknowledgedPerS: Double,
    errors: Long,
    depth: Long,
    groups: List[GroupSample],
    latencies: Map[String, Option[LatencySample]] = Map.empty,
    resources: Option[ResourceSample] = None
)

object Sample:
  given Json.ReadWriter[Sample] = Json.spread(Json.macroRW[Sample], Json.fields[Sample], "latencies")(
    _.latencies,
    (sample, latencies) => sample.copy(latencies = latencies)
  )

/** Latencies by the key of their [[LatencyKind]]. */
trait Latencies:
  def latencies: Map[String, Option[LatencySummary]]

  def endToEnd: Option[LatencySummary] = latency(LatencyKind.EndToEnd)
  def send: Option[LatencySummary] = latency(LatencyKind.Send)
  def roundTrip: Option[LatencySummary] = latency(LatencyKind.RoundTrip)
  def scheduleDelay: Option[LatencySummary] = latency(LatencyKind.ScheduleDelay)
  def commit: Option[LatencySummary] = latency(LatencyKind.Commit)
  def latency(kind: LatencyKind): Option[LatencySummary] = latencies.get(kind.key).flatten

/** Mean over the samples, with the spread between them, in messages per second. */
case class RateSummary(meanPerS: Double, stdevPerS: Double, minPerS: Double, maxPerS: Double) derives Json.ReadWriter

/** Latencies of all samples of a workload, read from the sum of their histograms, in microseconds.
  *
  * @param kind
  *   `service_time` under a closed loop (a stall delays later sends, so the tail is understated), `response_time` under
  *   an open loop (counted from the intended send time)
  * @param belowZero
  *   recordings before their stamp, counted as 0
  * @param histogram
  *   HdrHistogram V2, compressed, base64; values in microseconds
  */
case class LatencySummary(
    kind: LatencyTime,
    count: Long,
    belowZero: Long,
    usMean: Double,
    usMin: Double,
    usP50: Double,
    usP90: Double,
    usP95: Double,
    usP99: Double,
    usP999: Double,
    usP9999: Double,
    usMax: Double,
    histogram: String
) derives Json.ReadWriter

/** How long a step takes that the client does for each message, over all samples of a workload, in microseconds. */
case class CostSummary(count: Long, usMean: Double, usP50: Double, usP99: Double, usMax: Double)
    derives Json.ReadWriter

/** A workload in a few numbers; latencies are null where the load records none.
  *
  * @param errors
  *   lost or refused connections and messages of error, those of warm-up and drain included
  * @param targetPerS
  *   messages per second that an open loop should have sent, over the samples; null under a closed loop
  * @param latencies
  *   by the name of their kind; in the file they stand beside the other fields
  * @param owedPerS
  *   deliveries per second that were due to consumers over the samples: messages of an open loop, times the consumers
  *   that each of them is for; null under a closed loop, without consumers, or where some consumer has no claim to
  *   every message
  * @param unmeasured
  *   of these deliveries, how many never came, not in the drain either: they are in no latency; null where `owedPerS`
  *   is
  * @param heldBackShare
  *   of the messages that an open loop sent over the samples, how many went late because window or network took
  *   nothing when they were due: their schedule delay is not the generator's; null under a closed loop
  * @param write
  *   to make a message from its content and hand it to the library; null where the content means nothing
  * @param read
  *   to get the content back from a message
  */
case class Summary(
    produced: RateSummary,
    confirmed: RateSummary,
    consumed: RateSummary,
    acknowledged: RateSummary,
    errors: Long,
    latencies: Map[String, Option[LatencySummary]] = Map.empty,
    targetPerS: Option[Double] = None,
    owedPerS: Option[Double] = None,
    unmeasured: Option[Long] = None,
    heldBackShare: Option[Double] = None,
    write: Option[CostSummary] = None,
    read: Option[CostSummary] = None
) extends Latencies

object Summary:
  given Json.ReadWriter[Summary] = Json.spread(Json.macroRW[Summary], Json.fields[Summary], "latencies")(
    _.latencies,
    (summary, latencies) => summary.copy(latencies = latencies)
  )

object LatencySummary:
  /** Percentiles of a complete histogram. */
  def of(histogram: Histogram, time: LatencyTime, belowZero: Long): LatencySummary =
    def percentile(p: Double) = histogram.getValueAtPercentile(p).toDouble
    LatencySummary(
      time,
      histogram.getTotalCount,
      belowZero,
      usMean = histogram.getMean,
      usMin = histogram.getMinValue.toDouble,
      usP50 = percentile(50),
      usP90 = percentile(90),
      usP95 = percentile(95),
      usP99 = percentile(99),
      usP999 = percentile(99.9),
      usP9999 = percentile(99.99),
      usMax = histogram.getMaxValue.toDouble,
      histogram = Histograms.pack(histogram)
    )
