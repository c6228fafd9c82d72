package shootout.run

import shootout.analysis.{BatchMeans, Transient}

import scala.collection.mutable.ArrayBuffer

/** The rate of a load in steps of a tenth of a second, from its beginning to its last sample, and what it says: whether the
  * warm-up is over, and how well the mean over the samples is known. Used by the run's thread.
  *
  * @param count
  *   messages so far: what the cell is judged by
  */
final private[run] class Pulse(count: () => Long):
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
  def advance(now: Long): Unit = if running && now - last >= Pulse.Tick then
    val current = count()
    rates += (current - counted) * 1e9 / (now - last)
    last = now
    counted = current
    if firstSampled == 0 then
      steadyTicks = if Transient.isOver(rates.drop(settling).toIndexedSeq) then steadyTicks + 1 else 0

  /** Whether the rate has become steady, and stayed so: one look may be deceived by chance. */
  def steady: Boolean = steadyTicks >= Pulse.Hold

  /** Whether it was steady when the samples began, told from all of them: more than anybody could know at that moment. */
  def wasSteady: Boolean = Transient.length(rates.toIndexedSeq) <= firstSampled

  /** Messages a second over the last half of a second; none before. */
  def recentPerS: Option[Double] = Option.when(rates.sizeIs >= Pulse.Hold)(rates.takeRight(Pulse.Hold).sum / Pulse.Hold)

  /** Half of the 95 % confidence interval of the mean rate over the samples, as a share of the mean. */
  def precision: Option[Double] = BatchMeans.halfWidthShare(rates.drop(firstSampled).toIndexedSeq)

private[run] object Pulse:
  /** Short enough to see a start that lasts a second, long enough to hold more than one turn of everybody. */
  val Tick = 100_000_000L

  /** Ticks. */
  private val Hold = 5

  /** Over which [[Pulse.recentPerS]] is the mean. */
  val RecentSeconds: Double = Hold * Tick / 1e9
