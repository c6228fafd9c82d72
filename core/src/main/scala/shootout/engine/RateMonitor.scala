package shootout.engine

import shootout.machine.Meter
import shootout.analysis.{BatchMeans, Mser}

import scala.collection.mutable.ArrayBuffer

/** The rate of a load in steps of a tenth of a second, from its beginning to its last sample, and what it says: whether the
  * warm-up is over, and how well the mean over the samples is known. Used by the run's thread.
  *
  * @param count
  *   messages so far: what the workload is judged by
  */
final private[engine] class RateMonitor(count: () => Long):
  private val rates = ArrayBuffer.empty[Double]
  private var last = 0L
  private var counted = 0L
  private var firstSampled = 0
  private var settling = 0
  private var steadyTicks = 0
  private var running = false

  /** The load begins; in nanoseconds, as all times here. */
  def begin(now: Long): Unit =
    rates.clear()
    restart(now)
    notYet()
    running = true

  private def restart(now: Long): Unit =
    last = now
    counted = count()
    firstSampled = rates.size

  /** What was until now is of no use to tell whether the rate is steady. */
  def notYet(): Unit =
    settling = rates.size
    steadyTicks = 0

  /** The samples begin. */
  def sample(now: Long): Unit = restart(now)

  /** Time has passed. */
  def advance(now: Long): Unit = if running && now - last >= RateMonitor.Tick then
    val current = count()
    rates += (current - counted) * 1e9 / (now - last)
    last = now
    counted = current
    if firstSampled == 0 then
      steadyTicks = if Mser.isOver(rates.drop(settling).toIndexedSeq) then steadyTicks + 1 else 0

  /** Whether the rate has become steady, and stayed so: one look may be deceived by chance. */
  def steady: Boolean = steadyTicks >= RateMonitor.Hold

  /** Whether it was steady when the samples began, judged by all of them: more than was known at that moment. */
  def wasSteady: Boolean = Mser.length(rates.toIndexedSeq) <= firstSampled

  /** Messages a second over the last half of a second; none before. */
  def recentPerS: Option[Double] =
    Option.when(rates.sizeIs >= RateMonitor.Hold)(rates.takeRight(RateMonitor.Hold).sum / RateMonitor.Hold)

  /** Half of the 95 % confidence interval of the mean rate over the samples, as a share of the mean. */
  def precision: Option[Double] = BatchMeans.halfWidthShare(rates.drop(firstSampled).toIndexedSeq)

private[engine] object RateMonitor:
  /** Short enough to see a start that lasts a second, long enough to hold more than one turn of everybody. */
  val Tick = 100_000_000L

  /** Ticks. */
  private val Hold = 5

  /** Over which [[RateMonitor.recentPerS]] is the mean. */
  val RecentSeconds: Double = Hold * Tick / 1e9

/** Whether a load is warm. A steady rate is not enough: while a JVM compiles, it may carry less, at a rate that is steady for seconds, and
  * then half as much again; and what an open loop still owes from then follows, faster than it was asked for.
  *
  * @param expectedPerS
  *   messages a second that are to come, where the load says so
  * @param meter
  *   tells what the compilers of broker and generator do
  */
final private[engine] class WarmingUp(monitor: RateMonitor, expectedPerS: Option[Double], meter: Meter):
  private var running = false
  private var looked = 0L
  private var compiling = false
  private var offPace = 0L
  private var onPace = false

  /** The load begins; in nanoseconds. */
  def begin(now: Long): Unit =
    running = true
    looked = now
    offPace = now
    meter.compilerCores(): Unit

  /** The samples begin. */
  def end(): Unit = running = false

  /** Time has passed. */
  def advance(now: Long): Unit = if running then
    // a mean over a time in which the rate changed may be on pace by chance
    if !ahead.exists(_.abs <= 1) then offPace = now
    onPace = now - offPace >= WarmingUp.Hold
    if now - looked >= WarmingUp.Look then
      looked = now
      compiling = meter.compilerCores().exists(_ > WarmingUp.BusyCores)
      // steady or not, it was the rate of slower code
      if compiling then monitor.notYet()

  def isOver: Boolean = !compiling && (if expectedPerS.isDefined then onPace else monitor.steady)

  /** What is carried now, it carries: the rate is neither still rising nor that of somebody who catches up. A broker that cannot carry what it
    * is asked to may be steady in that.
    */
  def isSteady: Boolean = expectedPerS.isDefined && onPace || monitor.steady && ahead.forall(_ <= 1)

  /** How much faster than owed messages come, in units of what is no difference; none where nothing is owed. */
  private def ahead: Option[Double] =
    for owed <- expectedPerS; recent <- monitor.recentPerS
    yield (recent - owed) / (WarmingUp.Share * owed + 2 * math.sqrt(owed / RateMonitor.RecentSeconds))

private[engine] object WarmingUp:
  /** Long enough for the hundredths of a second in which the system counts. */
  private val Look = 500_000_000L

  /** Nanoseconds, of a rate that is what it shall be. */
  private val Hold = 500_000_000L

  /** Of one processor. In their first seconds the compilers take most of one; later, now and then, a few hundredths. */
  private val BusyCores = 0.15

  /** Of the rate; beside it there is twice the spread of messages that come independently of each other. */
  private val Share = 0.03
