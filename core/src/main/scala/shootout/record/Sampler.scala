package shootout.record

import shootout.machine.Meter
import shootout.result.{CostSummary, LatencySample, LatencySummary, RateSummary, Sample, StepResult, Summary}
import shootout.scenario.Step

import org.HdrHistogram.Histogram
import org.apache.commons.math3.stat.descriptive.SummaryStatistics

import java.nio.ByteBuffer
import java.util.Base64

/** A group of clients as the sampler sees it. */
final case class SampledGroup(name: String, role: String, clients: List[ClientRecorder])

/** Turns what the clients recorded into immutable [[Sample]]s, one for each interval, and their [[Summary]].
  *
  * @param openLoop
  *   latencies are response times, else service times
  * @param initialDepth
  *   messages that earlier phases left in the queue
  * @param topics
  *   how many topics there are; none: queues
  * @param meter
  *   read after the counters, so that it delays no count
  * @param steps
  *   of settings that change in the course of the samples
  */
final class Sampler(
    groups: List[SampledGroup],
    openLoop: Boolean,
    initialDepth: Long,
    topics: Option[Int] = None,
    meter: Meter = Meter.none,
    steps: List[Step] = Nil
):
  private val clients = groups.flatMap(_.clients)
  private val recorders =
    Latency.values.map(kind => kind -> clients.flatMap(_.latency(kind))).toMap.filter(_._2.nonEmpty)
  private val whole = recorders.map((kind, _) => kind -> LatencyRecorder.histogram())
  private val interval = recorders.map((kind, _) => kind -> LatencyRecorder.histogram())
  private val tallies = steps.map(StepTally(_, latencyKind))
  private var atFirst = groups.map(Totals.of)
  private var before = atFirst
  private var first = 0L
  private var last = 0L
  private var taken = List.empty[Sample]

  /** The warm-up is over: forgets what it recorded, and what will still come of it is in no summary. Without producers all
    * that comes was sent in an earlier phase, and counts.
    */
  def begin(now: Long): Unit =
    first = now
    last = now
    atFirst = groups.map(Totals.of)
    before = atFirst
    val unloads = !groups.exists(_.role == "producer")
    measure(if unloads then LatencyRecorder.Always else LatencyRecorder.Open)
    meter.begin()

  /** No more samples: of what comes from now on, latencies that began before the last one's end still belong to the summary. */
  def end(): Unit = if taken.nonEmpty && groups.exists(_.role == "producer") then measure(last - first)

  /** What ended behind the last sample is added to the summary. Behind the drain. */
  def complete(): Unit = measure(0)

  private def measure(length: Long): Unit =
    for (kind, of) <- recorders; recorder <- of do
      recorder.measure(first, length)
      recorder.take(inside = whole(kind), all = interval(kind))

  /** When the first sample began and the last one ended, by the clock, and the seconds from the one to the other. */
  def began: Long = first
  def ended: Long = last
  def seconds: Double = (last - first) / 1e9

  /** The interval since the last call. */
  def sample(now: Long): Sample =
    val totals = groups.map(Totals.of)
    val seconds = (now - last) / 1e9
    val counts = totals.zip(before).map(_ - _)
    val latencies =
      for (kind, of) <- recorders yield
        val histogram = interval(kind)
        histogram.reset()
        of.foreach(_.take(inside = whole(kind), all = histogram))
        kind -> Sampler.latencySample(histogram)
    def rate(role: String)(of: Totals => Long) =
      groups.zip(counts).collect { case (g, c) if g.role == role => of(c) }.sum / seconds
    val sample = Sample(
      tS = (now - first) / 1e9,
      intervalS = seconds,
      producedPerS = rate("producer")(_.produced),
      confirmedPerS = rate("producer")(_.confirmed),
      consumedPerS = rate("consumer")(_.consumed),
      acknowledgedPerS = rate("consumer")(_.acknowledged),
      errors = counts.map(_.errors).sum,
      depth = depth,
      groups = groups.zip(counts).map((g, c) => c.toSample(g)),
      latencies = Latency.named(latencies.get(_).flatten),
      resources = meter.sample()
    )
    before = totals
    last = now
    taken = sample :: taken
    tallies.foreach(_.add(sample, interval.get))
    sample

  /** Messages in the broker: accepted (as far as it says so) and not yet consumed; of topics, by the slowest consumer. A
    * consumer may be a little ahead of the confirmations.
    */
  def depth: Long =
    val (producing, consuming) = groups.partition(_.role == "producer")
    val accepted = producing.flatMap(_.clients).map(c => if confirms(c) then c.confirmed.get else c.produced.get).sum
    val consumed = consuming.flatMap(_.clients).map(_.consumed.get)
    val rest = topics match
      case None => initialDepth + accepted - consumed.sum
      case Some(count) => consumed.minOption.fold(0L)(slowest => accepted / count - slowest)
    math.max(0L, rest)

  private def confirms(client: ClientRecorder): Boolean = client.latency(Latency.Send).isDefined

  /** Nothing came at the end: forgets those samples, but for the first. */
  def dropSilence(): Unit =
    while taken.sizeIs > 1 && taken.head.consumedPerS == 0 do taken = taken.tail

  def samples: List[Sample] = taken.reverse

  /** None without samples. */
  def summary: Option[Summary] = Option.when(taken.nonEmpty) {
    Summary(
      produced = Sampler.rates(taken, _.producedPerS),
      confirmed = Sampler.rates(taken, _.confirmedPerS),
      consumed = Sampler.rates(taken, _.consumedPerS),
      acknowledged = Sampler.rates(taken, _.acknowledgedPerS),
      errors = groups.map(Totals.of(_).errors).sum,
      latencies = Latency.named(latency),
      heldBackShare = heldBackShare,
      write = cost(Latency.Write),
      read = cost(Latency.Read)
    )
  }

  /** Of each step that held for a whole sample. */
  def stepResults: List[StepResult] = tallies.flatMap(_.result)

  private def latencyKind: String = if openLoop then "response_time" else "service_time"

  private def cost(kind: Latency): Option[CostSummary] =
    for histogram <- whole.get(kind) if histogram.getTotalCount > 0
    yield Costs.summary(histogram, kind.unitNanos / 1e3)

  private def latency(kind: Latency): Option[LatencySummary] =
    for histogram <- whole.get(kind) if histogram.getTotalCount > 0
    yield Sampler.latencySummary(histogram, latencyKind, recorders(kind).map(_.belowZero).sum)

  /** How many latencies the summary has of a kind. */
  def recorded(kind: Latency): Long = whole.get(kind).fold(0L)(_.getTotalCount)

  /** Of what an open loop sent over the samples, the share that went late as window or network took nothing. */
  private def heldBackShare: Option[Double] =
    val sent = before.zip(atFirst).map(_ - _)
    val produced = sent.map(_.produced).sum
    Option.when(openLoop && produced > 0)(sent.map(_.heldBack).sum.toDouble / produced)

object Sampler:
  /** The mean counts all messages over all of the time. A sample that was cut short, as the last one of an unload is, says
    * little about the spread: sample standard deviation (0 for a single value), least and most leave it out, unless not
    * even two others are left (when the machine was so busy that nobody could sample in time).
    */
  def rates(samples: List[Sample], perSecond: Sample => Double): RateSummary =
    val seconds = samples.map(_.intervalS).sum
    val mean = if seconds > 0 then samples.map(s => perSecond(s) * s.intervalS).sum / seconds else 0.0
    val longest = samples.map(_.intervalS).max
    val statistics = SummaryStatistics()
    val whole = samples.filter(_.intervalS >= longest / 2)
    for s <- if whole.sizeIs > 1 then whole else samples do statistics.addValue(perSecond(s))
    RateSummary(mean, statistics.getStandardDeviation, statistics.getMin, statistics.getMax)

  private def latencySample(histogram: Histogram): Option[LatencySample] =
    Option.when(histogram.getTotalCount > 0) {
      LatencySample(
        histogram.getTotalCount,
        histogram.getValueAtPercentile(50).toDouble,
        histogram.getValueAtPercentile(99).toDouble,
        histogram.getMaxValue.toDouble
      )
    }

  /** Percentiles of a histogram that is complete. */
  def latencySummary(histogram: Histogram, kind: String, belowZero: Long): LatencySummary =
    def percentile(p: Double) = histogram.getValueAtPercentile(p).toDouble
    LatencySummary(
      kind,
      histogram.getTotalCount,
      belowZero,
      histogram.getMean,
      histogram.getMinValue.toDouble,
      percentile(50),
      percentile(90),
      percentile(99),
      percentile(99.9),
      percentile(99.99),
      histogram.getMaxValue.toDouble,
      encoded(histogram),
      Some(percentile(95))
    )

  /** A buffer that is too short would silently truncate. */
  private def encoded(histogram: Histogram): String =
    val buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity)
    val length = histogram.encodeIntoCompressedByteBuffer(buffer)
    Base64.getEncoder.encodeToString(java.util.Arrays.copyOf(buffer.array, length))
