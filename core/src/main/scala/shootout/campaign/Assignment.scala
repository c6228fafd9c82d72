package shootout.campaign

import shootout.metrics.{Turn, Workload}
import shootout.units.Json

/** What one load JVM has to do: one broker over one protocol, one repetition. The seconds tell how much of the whole run is planned before
  * it and in all, so that its progress line can say how much time is left.
  *
  * @param cellsBefore
  *   how many cells are planned before it, and `cellsTotal` in all
  * @param seed
  *   of the order in which brokers and repetitions run
  * @param ceiling
  *   it measures the generator's own limit, see [[Ceilings]]
  */
final case class Assignment(
    pair: Pair,
    repetition: Int,
    secondsBefore: Double,
    secondsTotal: Double,
    cellsBefore: Int,
    cellsTotal: Int,
    seed: Int,
    ceiling: Boolean = false
) derives Json.ReadWriter:
  /** What whoever looks on is told of it.
    *
    * @param loadJvms
    *   how many share the clients
    */
  def turn(loadJvms: Int): Turn =
    val before = Workload(cellsBefore, secondsBefore)
    Turn(pair.broker, pair.protocol, repetition, before, Workload(cellsTotal, secondsTotal), loadJvms)
