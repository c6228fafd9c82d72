package shootout.run

import shootout.scenario.Varying

import java.util.SplittableRandom

/** Draws the values of one setting over time. Seeded, so that two brokers get the same series. */
final class Drawing(function: Varying, seed: Long):
  private val random = SplittableRandom(seed)

  /** @param elapsed
    *   nanoseconds since the load began
    */
  def at(elapsed: Long): Double = Drawing.value(function, elapsed, random)

  /** The value that every draw gives; none if they may differ. */
  val constant: Option[Double] = function match
    case Varying.Constant(value) => Some(value)
    case _ => None

object Drawing:
  private def value(function: Varying, elapsed: Long, random: SplittableRandom): Double = function match
    case Varying.Constant(value) => value
    case Varying.Uniform(min, max) => min + random.nextDouble() * (max - min)
    case Varying.Normal(mean, stdev) => math.max(0.0, mean + stdev * gaussian(random))
    case Varying.Burst(quiet, busy, quietFor, busyFor) =>
      val position = elapsed % (quietFor.value + busyFor.value)
      if position < busyFor.value then busy else quiet
    case Varying.Steps(from) =>
      val step = from.takeWhile(_._1.value <= elapsed).lastOption.getOrElse(from.head)
      value(step._2, elapsed, random)

  /** Box and Muller, A Note on the Generation of Random Normal Deviates (1958). */
  private def gaussian(random: SplittableRandom): Double =
    val radius = math.sqrt(-2.0 * math.log(1.0 - random.nextDouble()))
    radius * math.cos(2.0 * math.Pi * random.nextDouble())
