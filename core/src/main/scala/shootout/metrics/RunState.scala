package shootout.metrics

import shootout.result.{Sample, Status}

/** How much of a plan. */
final case class Workload(cells: Int, seconds: Double):
  def +(other: Workload): Workload = Workload(cells + other.cells, seconds + other.seconds)

object Workload:
  val Zero: Workload = Workload(0, 0)

/** What one load JVM measures: one broker over one protocol, one repetition.
  *
  * @param before
  *   how much of the plan is done before it
  * @param loadJvms
  *   how many share the clients, this one included
  */
final case class Turn(
    broker: String,
    protocol: String,
    repetition: Int,
    before: Workload,
    planned: Workload,
    loadJvms: Int
)

/** A cell that is being measured.
  *
  * @param errors
  *   of its samples up to now
  * @param last
  *   its last sample; none in the warm-up
  */
final case class RunningCell(id: String, samples: Long = 0, errors: Long = 0, last: Option[Sample] = None):
  def after(sample: Sample): RunningCell = RunningCell(id, samples + 1, errors + sample.errors, Some(sample))

/** All that can be asked of a run. Immutable, so that whoever asks sees one moment of it.
  *
  * @param ended
  *   how many cells have ended, by broker, protocol and status
  */
final case class RunState(
    planned: Workload = Workload.Zero,
    done: Workload = Workload.Zero,
    turn: Option[Turn] = None,
    cell: Option[RunningCell] = None,
    ended: Map[(String, String, Status), Long] = Map.empty
):
  /** A load JVM is started. */
  def begun(turn: Turn): RunState = copy(planned = turn.planned, done = turn.before, turn = Some(turn), cell = None)

  /** It has ended, in whatever way. */
  def over: RunState = copy(turn = None, cell = None)

  def after(event: Event): RunState = event match
    case Event.Begun(id) => copy(cell = Some(RunningCell(id)))
    // of a load that warms up the broker nobody has said that it begins
    case Event.Sampled(id, sample) => copy(cell = cell.map(c => if c.id == id then c.after(sample) else c))
    case Event.Ended(_, status, seconds) =>
      val counted = turn.map(t => (t.broker, t.protocol, status))
      copy(
        done = seconds.fold(done)(s => done + Workload(1, s)),
        cell = None,
        ended = counted.fold(ended)(key => ended.updated(key, ended.getOrElse(key, 0L) + 1))
      )
    case Event.Passed(cells, seconds) => copy(done = done + Workload(cells, seconds))
