package shootout.campaign

/** Part of a plan: how many loads, and how long they take. */
final case class PlannedWork(loads: Int, seconds: Double):
  def +(other: PlannedWork): PlannedWork = PlannedWork(loads + other.loads, seconds + other.seconds)

object PlannedWork:
  val none: PlannedWork = PlannedWork(0, 0)

/** What one load JVM has to do: one broker over one protocol, one repetition.
  *
  * @param before
  *   what is planned before it; progress is shown of the whole run
  * @param total
  *   what is planned in all
  * @param seed
  *   of the order in which brokers and repetitions run
  * @param generator limit
  *   it measures the generator's own limit, see [[GeneratorLimits]]
  */
final case class ContenderRun(
    pair: Pair,
    repetition: Int,
    before: PlannedWork,
    total: PlannedWork,
    seed: Int,
    generatorLimit: Boolean = false
)
