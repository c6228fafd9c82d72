package shootout.engine

import shootout.machine.Meter
import shootout.result.{LatencyKind, RateSummary, Role, Sample}
import shootout.scenario.Step
import shootout.units.Nanos

import org.apache.commons.math3.stat.descriptive.SummaryStatistics

/** A group of clients as the sampler sees it. */
final case class SampledGroup(name: String, role: Role, clients: List[ClientRecorder])

/** Takes what the clients recorded, one [[Interval]] after the other. */
final class Sampler(
    groups: List[SampledGroup],
    openLoop: Boolean,
    initialDepth: Long,
    topics: Option[Int] = None,

    /** Read after the counters, so that it delays no count. */
    meter: Meter = Meter.none,
    steps: List[Step] = Nil
):
  /** What is known of the load. */
  val load: SampledLoad =
    SampledLoad(groups.map(group => group.name -> group.role), openLoop, initialDepth, topics, steps)

  private val clients = groups.flatMap(_.clients)
  private val recorders =
    LatencyKind.values.map(kind => kind -> clients.flatMap(_.latency(kind))).toMap.filter(_._2.nonEmpty)
  private val whole = recorders.map((kind, _) => kind -> LatencyRecorder.histogram())

  /** What belongs to the summary and was taken since the last interval. */
  private val latest = recorders.map((kind, _) => kind -> LatencyRecorder.histogram())
  private val (producing, consuming) = groups.partition(_.role == Role.Producer)
  private var before = groups.map(Totals.of)
  private var first = 0L
  private var last = 0L
  private var close = 0L
  private var taken = List.empty[(Interval, Sample)]

  /** The warm-up is over: forgets what it recorded, and what will still come of it is in no summary. Without producers all
    * that comes was sent in an earlier phase, and counts.
    *
    * @param from
    *   what began then or later is measured: a moment ago, where several load JVMs have agreed on it
    */
  def begin(now: Long, from: Long): Unit =
    first = from
    last = now
    close = from
    before = groups.map(Totals.of)
    measure(if producing.isEmpty then LatencyRecorder.Always else LatencyRecorder.Open)
    meter.begin()

  def begin(now: Long): Unit = begin(now, now)

  /** When the warm-up will be over, if that is known before: what begins then is measured, however late [[begin]] comes. */
  def announce(from: Long): Unit =
    first = from
    measure(LatencyRecorder.Open)

  /** No more samples: of what comes from now on, latencies that began before their end still belong to the summary.
    *
    * @param until
    *   the last one's end, or what several load JVMs have agreed on instead
    */
  def end(until: Long): Unit = if taken.nonEmpty then
    close = until
    if producing.nonEmpty then measure(until - first)

  /** What ended after the last sample is added to the summary. Call it after the drain. */
  def complete(): Unit = measure(0)

  private def measure(length: Long): Unit =
    for (kind, of) <- recorders do
      val all = LatencyRecorder.histogram()
      for recorder <- of do
        recorder.measure(first, length)
        recorder.take(inside = latest(kind), all)

  /** When the first sample began and the last one ended, by the clock. */
  def began: Long = first
  def ended: Long = close

  /** The interval since the last call. */
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

  /** Messages in the broker, as far as is known here: see [[SampledLoad.depth]]. */
  def depth: Long = load.depth(accepted, consumed.sum, consumed.minOption)

  /** Nothing came at the end: forgets those samples, but for the first. */
  def dropSilence(): Unit =
    while taken.sizeIs > 1 && taken.head._2.consumedPerS == 0 do taken = taken.tail

  def samples: List[Sample] = taken.reverse.map(_._2)

  /** All that was measured up to now. */
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
  /** The mean counts all messages over all of the time. A sample that was cut short, as the last one of an unload is, says
    * little about the spread: sample standard deviation (0 for a single value), least and most leave it out, unless not
    * even two others are left (when the machine was too busy to sample in time); but the mean is never outside of
    * these, however much came in a short one.
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
