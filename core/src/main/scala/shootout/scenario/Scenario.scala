package shootout.scenario

import shootout.input.Place
import shootout.units.Json

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
    *   see [[RateSweeps]]
    */
  def from(
      group: String,
      read: ReadLoad,
      profiles: Set[Profile],
      maximum: Option[String],
      climb: Option[RateSweep]
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

/** How a report lays out the cells of a group: names of axes.
  *
  * @param sections
  *   one block of small multiples for each combination of these axes
  */
case class Layout(across: Option[String], down: Option[String], sections: List[String]) derives Json.ReadWriter

/** A group of scenarios as people see it: one section of the report.
  *
  * @param apis
  *   the programming interfaces that it asks for (`jms`): drivers of another one leave it out; none: it is for all
  * @param declared
  *   the file that declares it; none: it was not read from one
  */
case class Group(
    name: String,
    title: String,
    about: String,
    layout: Layout,
    apis: List[String] = Nil,
    declared: Option[ScenarioText] = None
) derives Json.ReadWriter

/** A scenario file as it was read: its name without its folder, and what stands in it. */
case class ScenarioText(file: String, yaml: String) derives Json.ReadWriter
