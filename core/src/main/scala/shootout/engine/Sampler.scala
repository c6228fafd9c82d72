package shootout.engine

import shootout.machine.Meter
import shootout.result.{LatencyKind, RateSummary, Role, Sample}
import shootout.scenario.Step
import shootout.units.Nanos

import org.apache.commons.math3.stat.descriptive.SummaryStatistics

/** A group of clients as the sampler sees it. */
final case class SampledGroup(name: String, role: Role, clients: List[ClientRecorder])

/** Turns what the clients recorded into [[Interval]]s, one after the other. */
final class Sampler(
    groups: List[SampledGroup],
    openLoop: Boolean,
    initialDepth: Long,
    topics: Option[Int] = None,

    /** It is read after the counters, so that reading it delays no count. */
    meter: Meter = Meter.none,
    steps: List[Step] = Nil
):
  /** The properties of the workload that its samples depend on. */
  val load: SampledLoad =
    SampledLoad(groups.map(group => group.name -> group.role), openLoop, initialDepth, topics, steps)

  private val clients = groups.flatMap(_.clients)
  private val recorders =
    LatencyKind.values.map(kind => kind -> clients.flatMap(_.latency(kind))).toMap.filter(_._2.nonEmpty)
  private val whole = recorders.map((kind, _) => kind -> LatencyRecorder.histogram())

  /** Latencies that belong to the summary and were taken after the last interval. */
  private val latest = recorders.map((kind, _) => kind -> LatencyRecorder.histogram())
  private val (producing, consuming) = groups.partition(_.role == Role.Producer)
  private var before = groups.map(Totals.of)
  private var first = 0L
  private var last = 0L
  private var close = 0L
  private var taken = List.empty[(Interval, Sample)]

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
    before = groups.map(Totals.of)
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
    val totals = groups.map(Totals.of)
    val latencies =
      for (kind, of) <- recorders yield
        val histogram = LatencyRecorder.histogram()
        of.foreach(_.take(inside = latest(kind), all = histogram))
        kind -> histogram
    val belonging =
      latest.filter((kind, of) => of != latencies(kind)).map((kind, of) => kind.key -> Histograms.pack(of))
    settle()
    val interval = Interval(
      until = Nanos(now - first),
      length = Nanos(now - last),
      groups = totals.zip(before).map(_ - _),
      accepted = accepted,
      consumed = consumed.sum,
      slowest = consumed.minOption,
      latencies = latencies.map((kind, histogram) => kind.key -> Histograms.pack(histogram)),
      resources = meter.sample(),
      belonging = belonging
    )
    val sample = load.sample(interval, latencies.get)
    before = totals
    last = now
    close = now
    taken = (interval, sample) :: taken
    sample

  private def settle(): Unit = for (kind, of) <- latest do
    whole(kind).add(of)
    of.reset()

  private def accepted: Long =
    producing.flatMap(_.clients).map(c => if confirms(c) then c.confirmed.get else c.produced.get).sum

  private def consumed: List[Long] = consuming.flatMap(_.clients).map(_.consumed.get)

  private def confirms(client: ClientRecorder): Boolean = client.latency(LatencyKind.Send).isDefined

  /** Messages in the broker, as far as this side knows. See [[SampledLoad.depth]]. */
  def depth: Long = load.depth(accepted, consumed.sum, consumed.minOption)

  /** Forgets the samples at the end in which nothing arrived, but keeps the first sample. */
  def dropSilence(): Unit =
    while taken.sizeIs > 1 && taken.head._2.consumedPerS == 0 do taken = taken.tail

  def samples: List[Sample] = taken.reverse.map(_._2)

  /** Everything that was measured until now. */
  def measurement: Measurement =
    settle()
    Measurement(
      first,
      close,
      taken.reverse.map(_._1),
      whole.map((kind, histogram) =>
        kind.key -> Recorded(Histograms.pack(histogram), recorders(kind).map(_.belowZero).sum)
      ),
      groups.map(Totals.of(_).errors).sum
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
