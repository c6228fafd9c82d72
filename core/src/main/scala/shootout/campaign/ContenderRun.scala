package shootout.campaign

import shootout.scenario.PlannedRun

/** A part of a plan: the number of workloads and their duration. */
final case class PlannedWork(workloads: Int, seconds: Double):
  def +(other: PlannedWork): PlannedWork = PlannedWork(workloads + other.workloads, seconds + other.seconds)

object PlannedWork:
  val none: PlannedWork = PlannedWork(0, 0)

/** The task of one load JVM: one broker over one protocol, one repetition.
  *
  * @param before
  *   the work that is planned before it, because progress is shown for the whole run
  * @param total
  *   all planned work
  * @param seed
  *   determines the order of brokers and repetitions
  * @param startNanos
  *   when the first contender of the run began, by [[System.nanoTime]]
  * @param generatorLimit
  *   true if it measures the generator's own limit, see [[GeneratorLimits]]
  * @param only
  *   the ids of its workloads; none for all
  */
final case class ContenderRun(
    pair: Pair,
    repetition: Int,
    before: PlannedWork,
    total: PlannedWork,
    seed: Int,
    startNanos: Long,
    generatorLimit: Boolean = false,
    only: Option[Set[String]] = None
):
  /** Whether it includes this run of the plan. */
  def includes(run: PlannedRun): Boolean = only.forall(ids => run.workloads.exists(workload => ids(workload.id)))
