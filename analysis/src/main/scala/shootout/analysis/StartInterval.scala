package shootout.analysis

import shootout.result.Criterion

/** How precisely a mean over several starts of a broker is known. A second sample of the same start tells little about
  * the next start, so starts are the independent values.
  *
  * The intervals are from a sequential t-test with a mixture of alternatives. They stay valid however often one looks
  * and decides to go on, which a race of contenders does. The variance has an inverse gamma prior around the spread
  * that we measured, so that even one start has an interval.
  *
  * Sources: Robbins, Statistical methods related to the law of the iterated logarithm, Annals of Mathematical
  * Statistics 41(5), 1970; Johari et al., Always valid inference, Operations Research 70(3), 2022.
  */
object StartInterval:
  /** The probability that a true value is ever outside. */
  private val Error = 0.05

  /** How much weight the prior has, in starts. */
  private val PriorStarts = 4.0

  /** The variance of the assumed differences, in units of the variance between starts, is 1 / this. */
  private val Mixture = 0.1

  /** Half of the 95% interval of the mean.
    *
    * @param values
    *   logarithms, one for each start
    * @param spread
    *   the standard deviation between starts that is typical of such values
    */
  def half(values: List[Double], spread: Double): Double =
    half(values.size, squares(values), spread)

  /** The number of starts that it would take to tell the mean of these values from 0, or to show that it lies within
    * `margin` of 0. `None` if that is more than `most`.
    */
  def startsNeeded(values: List[Double], spread: Double, margin: Double, most: Int): Option[Int] =
    val mean = values.sum / values.size
    val known = squares(values)
    val variance = (prior(spread) + known / 2) / ((PriorStarts + values.size) / 2 - 1)
    (values.size + 1 to most).find: n =>
      val expected = half(n, known + variance * (n - values.size), spread)
      expected < mean.abs || expected + mean.abs < margin

  /** The sum of the squared deviations from the mean. */
  private def squares(values: List[Double]): Double =
    val mean = values.sum / values.size
    values.map(value => (value - mean) * (value - mean)).sum

  private def half(n: Int, squares: Double, spread: Double): Double =
    val scale = prior(spread) + squares / 2
    val evidence = math.sqrt((Mixture + n) / Mixture) / Error
    val c = math.pow(evidence, 2 / (PriorStarts + n))
    val rest = 1 - c * Mixture / (n + Mixture)
    if rest <= 0 then Double.PositiveInfinity else math.sqrt(2 * scale * (c - 1) / (n * rest))

  /** The scale of the prior, so that its mean is the square of the spread. */
  private def prior(spread: Double): Double = spread * spread * (PriorStarts / 2 - 1)

/** The standard deviation of the logarithm of a number between starts of a broker. In quick runs on a machine of 2 cores
  * we measured 0.01 to 0.2 for rates (OpenMQ: 0.3 to 0.5), and 0.06 to 0.34 for a p99 (median 0.1). Starts that other
  * programs disturbed differ by up to 0.65 and 1.9.
  */
enum Spread(val typical: Double):
  case Rate extends Spread(0.1)

  /** A tail differs more between starts than a mean does. */
  case Tail extends Spread(0.2)

  /** The spread of a difference of two contenders. */
  def ofPairs: Double = math.sqrt(2) * typical

object Spread:
  def of(criterion: Criterion): Spread = if criterion.more then Rate else Tail
