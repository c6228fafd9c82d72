package shootout.engine

import shootout.machine.Meter
import shootout.analysis.{BatchMeans, Mser}

import scala.collection.mutable.ArrayBuffer

/** Records the rate of a workload in steps of a tenth of a second, from its beginning to its last sample. It tells
  * whether the warm-up is over, and how precise the mean over the samples is. Only the run's thread uses it.
  *
  * @param count
  *   messages so far, in the direction by which the workload is judged
  */
final private[engine] class RateMonitor(count: () => Long):
  private val rates = ArrayBuffer.empty[Double]
  private var last = 0L
  private var counted = 0L
  private var firstSampled = 0
  private var settling = 0
  private var steadyTicks = 0
  private var running = false

  /** Begins the workload. All times here are nanoseconds. */
  def begin(now: Long): Unit =
    rates.clear()
    restart(now)
    notYet()
    running = true

  private def restart(now: Long): Unit =
    last = now
    counted = count()
    firstSampled = rates.size

  /** Forgets the rates until now, because they do not show whether the rate is steady. */
  def notYet(): Unit =
    settling = rates.size
    steadyTicks = 0

  /** Begins the samples. */
  def sample(now: Long): Unit = restart(now)

  /** Notes that time has passed. */
  def advance(now: Long): Unit = if running && now - last >= RateMonitor.Tick then
    val current = count()
    rates += (current - counted) * 1e9 / (now - last)
    last = now
    counted = current
    if firstSampled == 0 then
      steadyTicks = if Mser.isOver(rates.drop(settling).toIndexedSeq) then steadyTicks + 1 else 0

  /** Whether the rate has become steady and stayed so. A single look may be deceived by chance. */
  def steady: Boolean = steadyTicks >= RateMonitor.Hold

  /** Whether the rate was steady when the samples began. All samples decide, which is more than was known at that
    * moment.
    */
  def wasSteady: Boolean = Mser.length(rates.toIndexedSeq) <= firstSampled

  /** Messages per second over the last half second; none before that. */
  def recentPerS: Option[Double] =
    Option.when(rates.sizeIs >= RateMonitor.Hold)(rates.takeRight(RateMonitor.Hold).sum / RateMonitor.Hold)

  /** Half of the 95% confidence interval of the mean rate over the samples, as a share of the mean. */
  def precision: Option[Double] = BatchMeans.halfWidthShare(rates.drop(firstSampled).toIndexedSeq)

private[engine] object RateMonitor:
  /** It is short enough to see a start that lasts a second, and long enough for every client to have more than one
    * turn.
    */
  val Tick = 100_000_000L

  /** In ticks. */
  private val Hold = 5

  /** The period of the mean in [[RateMonitor.recentPerS]]. */
  val RecentSeconds: Double = Hold * Tick / 1e9

/** Decides whether a workload is warm. A steady rate is not enough. While a JVM compiles, the rate may be lower and
  * steady for seconds, and then rise by half. An open loop then also catches up with what it owes, faster than the
  * offered rate.
  *
  * @param expectedPerS
  *   messages per second that are expected, if the workload defines them
  * @param meter
  *   measures the compilers of broker and generator
  */
final private[engine] class WarmingUp(monitor: RateMonitor, expectedPerS: Option[Double], meter: Meter):
  private var running = false
  private var looked = 0L
  private var compiling = false
  private var offPace = 0L
  private var onPace = false

  /** Begins the workload, in nanoseconds. */
  def begin(now: Long): Unit =
    running = true
    looked = now
    offPace = now
    meter.compilerCores(): Unit

  /** Ends the warm-up when the samples begin. */
  def end(): Unit = running = false

  /** Notes that time has passed. */
  def advance(now: Long): Unit = if running then
    // A mean over a time in which the rate changed may be on pace by chance.
    if !ahead.exists(_.abs <= 1) then offPace = now
    onPace = now - offPace >= WarmingUp.Hold
    if now - looked >= WarmingUp.Look then
      looked = now
      compiling = meter.compilerCores().exists(_ > WarmingUp.BusyCores)
      // Whether steady or not, it was the rate of slower code.
      if compiling then monitor.notYet()

  def isOver: Boolean = !compiling && (if expectedPerS.isDefined then onPace else monitor.steady)

  /** Whether the current rate can continue: it is neither still rising nor that of a client that catches up. A broker
    * that cannot carry the offered rate may still be steady.
    */
  def isSteady: Boolean = expectedPerS.isDefined && onPace || monitor.steady && ahead.forall(_ <= 1)

  /** How much faster than owed messages arrive, in units of the tolerance. None if nothing is owed. */
  private def ahead: Option[Double] =
    for owed <- expectedPerS; recent <- monitor.recentPerS
    yield (recent - owed) / (WarmingUp.Share * owed + 2 * math.sqrt(owed / RateMonitor.RecentSeconds))

private[engine] object WarmingUp:
  /** It is long enough for the system's resolution of hundredths of a second. */
  private val Look = 500_000_000L

  /** The rate must be on pace for this many nanoseconds. */
  private val Hold = 500_000_000L

  /** A share of one core. The compilers take most of one core in their first seconds, and a few hundredths now and then
    * later.
    */
  private val BusyCores = 0.15

  /** A share of the rate. The tolerance adds twice the spread of messages that arrive independently of each other. */
  private val Share = 0.03
