package shootout.analysis

/** Finds where a series that starts with a transient becomes steady: MSER, the marginal standard error rule.
  *
  * It removes the first `d` values, with the `d` that minimises the standard error of the mean of the others. Within
  * the transient, removing a value makes the others more alike. After it, removing a value only makes them fewer. If
  * the values are means of short intervals instead of single observations, the method is known as MSER-5.
  *
  * Sources: White, An effective truncation heuristic for bias reduction in simulation output, Simulation 69(6), 1997;
  * White, Cobb and Spratt, A comparison of five steady-state truncation heuristics for simulation, WSC 2000. The latter
  * also has the rule that a series is too short if the point is in its second half.
  */
object Mser:
  /** The last values are never removed, because so few may be alike by chance. */
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
        // Of equally good points the first one, for example in a series without any variation.
        if error <= best then
          best = error
          at = first
    at

  /** Whether at least the second half of the series is steady. */
  def isOver(values: IndexedSeq[Double]): Boolean = values.sizeIs >= 2 * Kept && length(values) <= values.size / 2
