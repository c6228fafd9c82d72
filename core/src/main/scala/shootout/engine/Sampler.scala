package shootout.engine

import shootout.machine.Meter
import shootout.result.{GroupSample, Histograms, LatencyKind, RateSummary, Role, Sample}
import shootout.units.Nanos

import org.apache.commons.math3.stat.descriptive.SummaryStatistics

/** A group of clients as the sampler sees it. */
final case class SampledGroup(name: String, role: Role, clients: List[ClientRecorder]):
  /** All counts until now. */
  def counts: GroupSample =
    def sum(counter: ClientRecorder => Counter) = clients.map(counter(_).get).sum
    GroupSample(
      name,
      role,
      sum(_.produced),
      sum(_.confirmed),
      sum(_.consumed),
      sum(_.acknowledged),
      sum(_.errors),
      clients.count(_.connected)
    )

/** Turns what the clients recorded into [[Interval]]s, one after the other.
  *
  * @param meter
  *   is read after the counters, so that reading it delays no count
  */
final class Sampler(groups: List[SampledGroup], val load: SampledLoad, meter: Meter = Meter.none):
  private val clients = groups.flatMap(_.clients)
  private val recorders =
    LatencyKind.values.map(kind => kind.key -> clients.flatMap(_.latency(kind))).toMap.filter(_._2.nonEmpty)
  private val whole = recorders.map((kind, _) => kind -> LatencyRecorder.histogram())

  /** Latencies that belong to the summary and were taken after the last interval. */
  private val latest = recorders.map((kind, _) => kind -> LatencyRecorder.histogram())
  private val (producing, consuming) = groups.partition(_.role == Role.Producer)
  private var before = groups.map(_.counts)
  private var heldBackBefore = 0L
  private var first = 0L
  private var last = 0L
  private var close = 0L
  private var taken = List.empty[Interval]

  /** Begins the measurement after the warm-up. It forgets what the warm-up recorded and keeps its late arrivals out of
    * the summary. Without producers, everything that arrives was sent in an earlier phase, so it counts.
    *
    * @param from
    *   the measurement contains what begins now or later; it is a moment ago where several load JVMs agreed on it
    */
  def begin(now: Long, from: Long): Unit =
    first = from
    last = now
    close = from
    before = groups.map(_.counts)
    heldBackBefore = heldBack
    measure(if producing.isEmpty then LatencyRecorder.Always else LatencyRecorder.Open)
    meter.begin()

  def begin(now: Long): Unit = begin(now, now)

  /** Sets the end of the warm-up where it is known beforehand. What begins after it is measured, however late [[begin]]
    * is called.
    */
  def announce(from: Long): Unit =
    first = from
    measure(LatencyRecorder.Open)

  /** Takes no more samples. Latencies that began before the end of the last sample still belong to the summary.
    *
    * @param until
    *   the end of the last sample, or the end that several load JVMs agreed on
    */
  def end(until: Long): Unit = if taken.nonEmpty then
    close = until
    if producing.nonEmpty then measure(until - first)

  /** Adds what ended after the last sample to the summary. Call it after the drain. */
  def complete(): Unit = measure(0)

  private def measure(length: Long): Unit =
    for (kind, of) <- recorders do
      val all = LatencyRecorder.histogram()
      for recorder <- of do
        recorder.measure(first, length)
        recorder.take(inside = latest(kind), all)

  /** When the first sample began, by the monotonic clock. [[ended]] is when the last one ended. */
  def began: Long = first
  def ended: Long = close

  /** Takes the sample of the time since the last call. */
  def sample(now: Long): Sample =
    val counts = groups.map(_.counts)
    val heldBackNow = heldBack
    val latencies =
      for (kind, of) <- recorders yield
        val histogram = LatencyRecorder.histogram()
        of.foreach(_.take(inside = latest(kind), all = histogram))
        kind -> histogram
    val packed = latencies.map((kind, histogram) => kind -> Histograms.pack(histogram))
    val summarised =
      for (kind, inside) <- latest
      yield kind -> (if inside == latencies(kind) then packed(kind) else Histograms.pack(inside))
    settle()
    val interval = Interval(
      until = Nanos(now - first),
      length = Nanos(now - last),
      groups = counts.zip(before).map(Interval.difference(_, _)),
      heldBack = heldBackNow - heldBackBefore,
      accepted = accepted,
      consumed = consumed.sum,
      slowest = consumed.minOption,
      latencies = packed,
      summarised = summarised,
      resources = meter.sample()
    )
    before = counts
    heldBackBefore = heldBackNow
    last = now
    close = now
    taken = interval :: taken
    load.sample(interval)

  private def settle(): Unit = for (kind, of) <- latest do
    whole(kind).add(of)
    of.reset()

  private def heldBack: Long = clients.map(_.heldBack.get).sum

  private def accepted: Long =
    producing.flatMap(_.clients).map(c => if confirms(c) then c.confirmed.get else c.produced.get).sum

  private def consumed: List[Long] = consuming.flatMap(_.clients).map(_.consumed.get)

  private def confirms(client: ClientRecorder): Boolean = client.latency(LatencyKind.Send).isDefined

  /** Messages in the broker, as far as this side knows. See [[SampledLoad.depth]]. */
  def depth: Long = load.depth(accepted, consumed.sum, consumed.minOption)

  /** Forgets the samples at the end in which nothing arrived, but keeps the first sample. */
  def dropSilence(): Unit =
    while taken.sizeIs > 1 && taken.head.groups.forall(_.consumed == 0) do taken = taken.tail

  def intervals: List[Interval] = taken.reverse

  /** Everything that was measured until now. */
  def measurement: Measurement =
    settle()
    Measurement(
      first,
      close,
      intervals,
      whole.map((kind, histogram) => kind -> Recorded(histogram, recorders(kind).map(_.belowZero).sum)),
      clients.map(_.errors.get).sum
    )

object Sampler:
  /** The mean counts all messages over the whole time. A truncated sample, such as the last one of an unload, says
    * little about the spread. The sample standard deviation (0 for a single value), minimum and maximum therefore leave
    * it out. They keep it if fewer than two others remain, because the machine was too busy to sample in time. The mean
    * never lies outside minimum and maximum, however much a truncated sample contributed.
    */
  def rates(samples: List[Sample], perSecond: Sample => Double): RateSummary =
    val seconds = samples.map(_.intervalS).sum
    val mean = if seconds > 0 then samples.map(s => perSecond(s) * s.intervalS).sum / seconds else 0.0
    val longest = samples.map(_.intervalS).max
    val statistics = SummaryStatistics()
    val whole = samples.filter(_.intervalS >= longest / 2)
    for s <- if whole.sizeIs > 1 then whole else samples do statistics.addValue(perSecond(s))
    val (least, most) = (math.min(statistics.getMin, mean), math.max(statistics.getMax, mean))
    RateSummary(mean, statistics.getStandardDeviation, least, most)
