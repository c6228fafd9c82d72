package shootout.result

import org.HdrHistogram.Histogram
import shootout.units.{Json, Word}

/** When a latency's clock starts. */
enum LatencyTime extends Word:
  /** Closed loop: the clock starts at the send. A stall delays later sends, so this understates the tail. */
  case ServiceTime

  /** Open loop: the clock starts when the send was due. */
  case ResponseTime

/** The counts of one client group in one interval, in messages. */
case class GroupSample(
    name: String,
    role: Role,
    produced: Long,
    confirmed: Long,
    consumed: Long,
    acknowledged: Long,
    errors: Long,
    /** connections at the end of the interval */
    connected: Int
) derives Json.ReadWriter

/** Percentiles of the latencies recorded in one interval, in microseconds. `count` is their number. */
case class LatencySample(count: Long, usP50: Double, usP99: Double, usMax: Double) derives Json.ReadWriter

/** One interval of a workload. */
case class Sample(
    /** seconds from the start of the first sample to the end of this one */
    tS: Double,
    /** the measured length of the interval in seconds; rates are counts divided by it */
    intervalS: Double,
    producedPerS: Double,
    confirmedPerS: Double,
    consumedPerS: Double,
    acknowledgedPerS: Double,
    errors: Long,
    /** the backlog at the end, in messages: confirmed (or sent, if the load has no confirms) and not yet consumed */
    depth: Long,
    groups: List[GroupSample],
    /** latencies that ended in this interval, by kind; null for a kind without any; in the file they are on the same
      * level as the other fields
      */
    latencies: Map[String, Option[LatencySample]] = Map.empty,
    /** what broker, generator and machine used in this interval; null if it could not be read */
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

/** Mean, standard deviation, minimum and maximum over the samples, in messages per second. */
case class RateSummary(meanPerS: Double, stdevPerS: Double, minPerS: Double, maxPerS: Double) derives Json.ReadWriter

/** The latencies of all samples of a workload, in microseconds, read from the sum of their histograms. */
case class LatencySummary(
    /** `service_time` for a closed loop (a stall delays later sends, so it understates the tail), `response_time` for
      * an open loop (it counts from the intended send time)
      */
    kind: LatencyTime,
    count: Long,
    /** latencies that came out negative and were recorded as 0 */
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
    /** HdrHistogram V2, compressed, base64; values in microseconds */
    histogram: String
) derives Json.ReadWriter

/** What the client spends on each message in one step of its work, over all samples of a workload, in microseconds. */
case class CostSummary(count: Long, usMean: Double, usP50: Double, usP99: Double, usMax: Double)
    derives Json.ReadWriter

/** A workload in a few numbers. Latencies that the load does not record are null. */
case class Summary(
    produced: RateSummary,
    confirmed: RateSummary,
    consumed: RateSummary,
    acknowledged: RateSummary,
    /** lost or refused connections and error messages, also in warm-up and drain */
    errors: Long,
    /** latencies by kind; in the file they are on the same level as the other fields */
    latencies: Map[String, Option[LatencySummary]] = Map.empty,
    /** messages per second that an open loop should have sent over the samples; null for a closed loop */
    targetPerS: Option[Double] = None,
    /** deliveries per second that were due over the samples: an open loop's messages, times the consumers of each; null
      * for a closed loop, without consumers, or if a consumer is not owed every message
      */
    owedPerS: Option[Double] = None,
    /** how many of these deliveries never arrived, not even in the drain, so no latency includes them; null if
      * `owedPerS` is null
      */
    unmeasured: Option[Long] = None,
    /** the share of an open loop's messages that went late because the window or the network was full when they were
      * due; the generator is not to blame for their schedule delay; null for a closed loop
      */
    heldBackShare: Option[Double] = None,
    /** the cost of making a message from its content and handing it to the library; null if the content has no meaning
      */
    write: Option[CostSummary] = None,
    /** the cost of getting the content back from a message; null if the content has no meaning */
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
