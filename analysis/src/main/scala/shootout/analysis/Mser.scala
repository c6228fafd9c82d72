package shootout.analysis

/** Where a series that begins with a transient becomes steady: MSER, the marginal standard error rule.
  *
  * The first `d` values are left out, with the `d` for which the standard error of the mean of the others is smallest: while
  * the transient lasts, one value less makes the rest more alike; behind it, one value less only makes the rest fewer. With
  * means of short intervals instead of single observations it is known as MSER-5.
  *
  * Sources: White, An effective truncation heuristic for bias reduction in simulation output, Simulation 69(6), 1997; White,
  * Cobb and Spratt, A comparison of five steady-state truncation heuristics for simulation, WSC 2000, which also has the rule
  * that a point in the second half of the series means that it is too short to tell.
  */
object Mser:
  /** The last values are never left out: so few are alike by chance. */
  private val Kept = 5

  /** How many of the first values belong to the transient. */
  def length(values: IndexedSeq[Double]): Int =
    var (sum, squares, count) = (0.0, 0.0, 0)
    var best = Double.PositiveInfinity
    var at = 0
    for first <- values.indices.reverse do
      val value = values(first)
      sum += value
      squares += value * value
      count += 1
      if count >= math.min(Kept, values.size) then
        val deviations = math.max(0.0, squares - sum * sum / count)
        val error = deviations / (count.toDouble * count)
        // of equally good points the earliest one, as of a series without any variation
        if error <= best then
          best = error
          at = first
    at

  /** Whether at least the second half of the series is steady. */
  def isOver(values: IndexedSeq[Double]): Boolean = values.sizeIs >= 2 * Kept && length(values) <= values.size / 2
