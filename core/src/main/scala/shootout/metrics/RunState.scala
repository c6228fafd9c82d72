package shootout.metrics

import shootout.campaign.{ContenderRun, PlannedWork}
import shootout.result.{Sample, Status, WorkloadResult}

/** A load that is being measured.
  *
  * @param errors
  *   of its samples up to now
  * @param last
  *   its last sample; none in the warm-up
  */
final case class RunningLoad(id: String, samples: Long = 0, errors: Long = 0, last: Option[Sample] = None):
  def after(sample: Sample): RunningLoad = RunningLoad(id, samples + 1, errors + sample.errors, Some(sample))

/** Loads that have ended are counted by these. */
final case class Outcome(broker: String, protocol: String, status: Status)

/** All that can be asked of a run. It is immutable, so that a reader sees one moment of it.
  *
  * @param contenderRun
  *   of the load JVM that is at work
  * @param generators
  *   how many load JVMs share the clients
  */
final case class RunState(
    planned: PlannedWork = PlannedWork.none,
    done: PlannedWork = PlannedWork.none,
    contenderRun: Option[ContenderRun] = None,
    generators: Int = 1,
    load: Option[RunningLoad] = None,
    ended: Map[Outcome, Long] = Map.empty
):
  /** A load JVM is started. */
  def begun(contenderRun: ContenderRun, generators: Int): RunState =
    copy(contenderRun.total, contenderRun.before, Some(contenderRun), generators, None)

  /** It has ended. */
  def over: RunState = copy(contenderRun = None, load = None)

  def running(id: String): RunState = copy(load = Some(RunningLoad(id)))

  /** Samples of a load that warms up the broker do not count: it never began. */
  def sampled(id: String, sample: Sample): RunState =
    copy(load = load.map(running => if running.id == id then running.after(sample) else running))

  def ended(contenderRun: ContenderRun, result: WorkloadResult): RunState =
    val outcome = Outcome(contenderRun.pair.broker, contenderRun.pair.protocol, result.status)
    copy(load = None, ended = ended.updated(outcome, ended.getOrElse(outcome, 0L) + 1))

  /** This part of the plan is done. */
  def done(work: PlannedWork): RunState = copy(done = done + work)
