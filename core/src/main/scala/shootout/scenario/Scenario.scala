package shootout.scenario

import shootout.input.Place

/** What one scenario file declares: a group of the report, and its runs in the order of the matrix. */
final case class Scenario(group: Group, runs: List[ScenarioRun], at: Place)

object Scenario:
  /** The axis that linked cells have beside those of the matrix: the name of their phase. */
  val PhaseAxis = "phase"

/** Cells that run one after the other on the same destinations, as linked phases do; mostly just one.
  *
  * @param profiles
  *   in which they run
  * @param maximum
  *   id of the cell whose rate must be known before
  */
final case class ScenarioRun(cells: List[ScenarioCell], profiles: Set[Profile], at: Place, maximum: Option[String]):
  /** The smallest of them. */
  def profile: Profile = profiles.minBy(_.ordinal)

/** A cell but for its timing, which depends on the profile and the command line as well. */
final case class ScenarioCell(id: String, timing: TimingSettings, resolve: Timing => Cell)

private[scenario] object ScenarioRun:
  /** @param maximum
    *   see [[Shares]]
    * @param climb
    *   see [[Climbs]]
    */
  def from(
      group: String,
      read: ReadLoad,
      profiles: Set[Profile],
      maximum: Option[String],
      climb: Option[Climb]
  ): ScenarioRun =
    val load = read.load
    val cells = load.parts.zip(read.ids).zipWithIndex.map { case ((part, id), index) =>
      val phase = part.phase.map(Phase(s"$group-${read.ids.head}", index, load.parts.size, _))
      val resolve = (timing: Timing) =>
        Cell(
          id,
          group,
          CellTitle.of(load, part),
          read.combination.texts ++ part.phase.map(Scenario.PhaseAxis -> _),
          load.destinations,
          part.producers,
          part.consumers,
          timing,
          phase,
          maximum,
          load.crash,
          climb
        )
      ScenarioCell(id, part.timing, resolve)
    }
    ScenarioRun(cells, profiles, load.at, maximum)
