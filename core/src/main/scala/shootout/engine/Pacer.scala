package shootout.engine

import shootout.scenario.Distribution

import java.util.SplittableRandom

/** Decides when a producer may send, and which time its messages carry. Each producer has one and uses it only in its
  * context.
  */
trait Pacer:
  /** How many messages may be sent now. */
  def allowed(now: Long): Int

  /** The time that the next messages carry. */
  def stamp(now: Long): Long

  /** Notes that messages were handed to the driver. */
  def sent(count: Int, now: Long): Unit

  /** When `allowed` may become positive again. It is asked only when `allowed` is 0. */
  def wakeAt(now: Long): Long

object Pacer:
  /** How many messages share one reading of the clock: at 10 million per second that is 3 us. */
  val Batch = 32

  /** @param schedule
    *   the schedule of an open loop
    */
  def of(schedule: Option[Schedule], think: Option[ValueSampler], began: Long): Pacer =
    (schedule, think) match
      case (Some(due), _) => due
      case (_, Some(think)) => ThinkPacer(think, began)
      case _ => Flood

  /** Sends as fast as window and network allow. */
  private object Flood extends Pacer:
    def allowed(now: Long): Int = Batch
    def stamp(now: Long): Long = now
    def sent(count: Int, now: Long): Unit = ()
    def wakeAt(now: Long): Long = now

  /** Sends one message, then pauses. */
  private final class ThinkPacer(think: ValueSampler, began: Long) extends Pacer:
    private var next = began
    def allowed(now: Long): Int = if now >= next then 1 else 0
    def stamp(now: Long): Long = now
    def sent(count: Int, now: Long): Unit = next = now + think.at(now - began).toLong
    def wakeAt(now: Long): Long = next

/** When the messages of one producer of an open loop are due, whatever happens to them. The rate and its seed alone
  * determine this series of times. A late message carries the time at which it should have been sent, and the messages
  * after it are not delayed. This avoids coordinated omission (Tene, "How NOT to measure latency").
  *
  * Between two messages the integral of the rate is 1. In a Poisson process it is exponentially distributed with mean 1
  * (Cinlar, Introduction to Stochastic Processes, 1975: a change of the time scale makes any rate a constant one).
  * Fractions of nanoseconds are carried over, so that nothing drifts.
  *
  * @param rate
  *   messages per second
  * @param share
  *   this producer's share of the rate: 1, or 1 / n of a total
  * @param phase
  *   0 to 1: the position of the first message between two of them, so that the producers of a group take turns
  * @param began
  *   the clock's time in nanoseconds when the workload began
  */
final class Schedule(rate: Distribution, share: Double, phase: Double, began: Long, seed: Long) extends Pacer:
  private val drawing = ValueSampler(rate, seed)
  private var at = began
  private var fraction = 0.0

  advance(drawing.gap(0, regular = phase))

  /** When the next message is due. */
  def next: Long = at

  def allowed(now: Long): Int = if now >= at then 1 else 0
  def stamp(now: Long): Long = at
  def sent(count: Int, now: Long): Unit = advance()
  def wakeAt(now: Long): Long = at

  /** Moves on to the next message after one was sent. */
  def advance(): Unit = advance(drawing.gap(at - began, regular = 1.0))

  private def advance(messages: Double): Unit =
    var left = messages
    var zeros = 0
    var found = false
    while !found do
      val elapsed = at - began
      val perSecond = drawing.at(elapsed) * share
      val same = drawing.sameUntil(elapsed) - elapsed
      val holds = perSecond * (same - fraction) / 1e9
      if holds > left then
        val exact = fraction + left * 1e9 / perSecond
        at += exact.toLong
        fraction = exact - exact.toLong
        found = true
      else
        left -= holds
        fraction = 0
        if perSecond > 0 || !drawing.isRandom(elapsed) then at += math.min(same, Schedule.Never)
        else
          zeros += 1
          at += math.min(same, if zeros > Schedule.MaxZeros then Schedule.Never else Schedule.Idle)
        found = at - began >= Schedule.Never

  /** How many messages were due in a stretch of time. It contains its first moment, but not its last one. */
  def due(from: Long, until: Long): Long = drawing.constant match
    case Some(perSecond) => dueBefore(until, perSecond * share) - dueBefore(from, perSecond * share)
    case None =>
      val again = Schedule(rate, share, phase, began, seed)
      var count = 0L
      while again.next < until do
        if again.next >= from then count += 1
        again.advance()
      count

  private def dueBefore(time: Long, perSecond: Double): Long =
    math.max(0.0, math.ceil((time - began) * perSecond / 1e9 - phase)).toLong

private object Schedule:
  /** Two days, which is longer than any workload. */
  private val Never = 172_800_000_000_000L

  /** After a draw of 0, nothing is due for this time. */
  private val Idle = 1_000_000L

  /** A function that draws 0 this often in a row never draws anything else. */
  private val MaxZeros = 100_000

/** Draws the values of one setting over time. It has a seed, so that two brokers get the same series. */
final class ValueSampler(function: Distribution, seed: Long):
  private val random = SplittableRandom(seed)
  private val (times, functions) = function match
    case Distribution.Steps(from) => (from.map(_._1.value).toArray, from.map(_._2).toArray)
    case other => (Array(0L), Array(other))

  /** @param elapsed
    *   nanoseconds since the workload began
    */
  def at(elapsed: Long): Double = functions(step(elapsed)) match
    case Distribution.Constant(value) => value
    case Distribution.Uniform(min, max) => min + random.nextDouble() * (max - min)
    case Distribution.Normal(mean, stdev) => math.max(0.0, mean + stdev * gaussian())
    case Distribution.Poisson(mean) => mean
    case Distribution.Burst(quiet, busy, quietFor, busyFor) =>
      if elapsed % (quietFor.value + busyFor.value) < busyFor.value then busy else quiet
    case Distribution.Steps(_) => throw IllegalStateException("steps within steps")

  /** Until when the function stays the same, apart from random draws, in nanoseconds since the workload began. */
  def sameUntil(elapsed: Long): Long =
    val now = step(elapsed)
    val next = if now + 1 < times.length then times(now + 1) else Long.MaxValue
    functions(now) match
      case Distribution.Burst(_, _, quietFor, busyFor) =>
        val position = elapsed % (quietFor.value + busyFor.value)
        val rest = (if position < busyFor.value then 0 else quietFor.value) + busyFor.value - position
        math.min(next, elapsed + rest)
      case _ => next

  /** The integral of a rate from one message to the next: an exponential draw in a Poisson process, otherwise
    * `regular`.
    */
  def gap(elapsed: Long, regular: Double): Double = functions(step(elapsed)) match
    case Distribution.Poisson(_) => -math.log(1.0 - random.nextDouble())
    case _ => regular

  /** Whether the next draw may give another value although the function is the same. */
  def isRandom(elapsed: Long): Boolean = functions(step(elapsed)) match
    case Distribution.Uniform(_, _) | Distribution.Normal(_, _) => true
    case _ => false

  private def step(elapsed: Long): Int =
    var i = 0
    while i + 1 < times.length && times(i + 1) <= elapsed do i += 1
    i

  /** The value of every draw; none if draws may differ. */
  val constant: Option[Double] = function match
    case Distribution.Constant(value) => Some(value)
    case _ => None

  /** The method is from Box and Muller, A Note on the Generation of Random Normal Deviates (1958). */
  private def gaussian(): Double =
    val radius = math.sqrt(-2.0 * math.log(1.0 - random.nextDouble()))
    radius * math.cos(2.0 * math.Pi * random.nextDouble())
