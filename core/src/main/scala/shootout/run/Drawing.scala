package shootout.run

import shootout.scenario.Varying

import java.util.SplittableRandom

/** Draws the values of one setting over time. Seeded, so that two brokers get the same series. */
final class Drawing(function: Varying, seed: Long):
  private val random = SplittableRandom(seed)
  private val (times, functions) = function match
    case Varying.Steps(from) => (from.map(_._1.value).toArray, from.map(_._2).toArray)
    case other => (Array(0L), Array(other))

  /** @param elapsed
    *   nanoseconds since the load began
    */
  def at(elapsed: Long): Double = functions(step(elapsed)) match
    case Varying.Constant(value) => value
    case Varying.Uniform(min, max) => min + random.nextDouble() * (max - min)
    case Varying.Normal(mean, stdev) => math.max(0.0, mean + stdev * gaussian())
    case Varying.Poisson(mean) => mean
    case Varying.Burst(quiet, busy, quietFor, busyFor) =>
      if elapsed % (quietFor.value + busyFor.value) < busyFor.value then busy else quiet
    case Varying.Steps(_) => throw IllegalStateException("steps within steps")

  /** Until when, in nanoseconds since the load began, the function stays the same, but for what it draws. */
  def sameUntil(elapsed: Long): Long =
    val now = step(elapsed)
    val next = if now + 1 < times.length then times(now + 1) else Long.MaxValue
    functions(now) match
      case Varying.Burst(_, _, quietFor, busyFor) =>
        val position = elapsed % (quietFor.value + busyFor.value)
        val rest = (if position < busyFor.value then 0 else quietFor.value) + busyFor.value - position
        math.min(next, elapsed + rest)
      case _ => next

  /** The integral of a rate from one message to the next: an exponential draw in a Poisson process, else `regular`. */
  def gap(elapsed: Long, regular: Double): Double = functions(step(elapsed)) match
    case Varying.Poisson(_) => -math.log(1.0 - random.nextDouble())
    case _ => regular

  /** Whether the next draw may give another value although the function is the same. */
  def isRandom(elapsed: Long): Boolean = functions(step(elapsed)) match
    case Varying.Uniform(_, _) | Varying.Normal(_, _) => true
    case _ => false

  private def step(elapsed: Long): Int =
    var i = 0
    while i + 1 < times.length && times(i + 1) <= elapsed do i += 1
    i

  /** The value that every draw gives; none if they may differ. */
  val constant: Option[Double] = function match
    case Varying.Constant(value) => Some(value)
    case _ => None

  /** Box and Muller, A Note on the Generation of Random Normal Deviates (1958). */
  private def gaussian(): Double =
    val radius = math.sqrt(-2.0 * math.log(1.0 - random.nextDouble()))
    radius * math.cos(2.0 * math.Pi * random.nextDouble())
