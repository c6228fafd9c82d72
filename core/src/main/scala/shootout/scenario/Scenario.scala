package shootout.scenario

import shootout.yaml.Place
import shootout.units.Json

/** The content of one scenario file: a group of the report, and its runs in the order of the matrix. */
final case class Scenario(group: Group, runs: List[ScenarioRun], at: Place)

object Scenario:
  /** The additional axis of linked workloads: the name of their phase. */
  val PhaseAxis = "phase"

/** Workloads that run one after the other on the same destinations, as linked phases do. Usually it is one workload.
  */
final case class ScenarioRun(
    group: String,

    /** The values of the matrix for which the workload was read. */
    combination: Combination,
    load: Load,

    /** Ids of the workloads. */
    ids: List[String],

    /** Profiles in which they run. */
    profiles: Set[Profile],

    /** Id of the workload whose rate must be known before, see [[Shares]]. */
    maximum: Option[String] = None,

    /** See [[RateSweeps]]. */
    sweep: Option[RateSweep] = None
):
  /** The smallest of the profiles. */
  def profile: Profile = profiles.minBy(_.ordinal)

  def at: Place = load.at
  def rates: List[Rate] = load.parts.flatMap(_.producers).flatMap(_.rate)
  def share: Option[Double] = rates.collectFirst { case Rate.Share(ofMaximum) => ofMaximum }
  def isMaximum: Boolean = rates.contains(Rate.Maximum)

  /** @param timing
    *   determines the timing, which also depends on the profile and the command line
    */
  def workloads(timing: TimingSettings => Timing): List[Workload] =
    load.parts.zip(ids).zipWithIndex.map { case ((part, id), index) =>
      Workload(
        id,
        group,
        WorkloadTitle.of(load, part),
        combination.texts ++ part.phase.map(Scenario.PhaseAxis -> _),
        load.destinations,
        part.producers,
        part.consumers,
        timing(part.timing),
        part.phase.map(Phase(s"$group-${ids.head}", index, load.parts.size, _)),
        maximum,
        load.crash,
        sweep
      )
    }

/** How a report arranges the workloads of a group, by names of axes.
  *
  * @param sections
  *   one block of small multiples for each combination of these axes
  */
case class Layout(across: Option[String], down: Option[String], sections: List[String]) derives Json.ReadWriter

/** A group of scenarios as people see it: one section of the report. */
case class Group(
    name: String,
    title: String,
    about: String,
    layout: Layout,

    /** The programming interfaces that it asks for (`jms`). Drivers of other interfaces skip it. Empty means that it is
      * for all.
      */
    apis: List[String] = Nil,

    /** The file that declares it; none if it was not read from a file. */
    declared: Option[ScenarioText] = None
) derives Json.ReadWriter

/** A scenario file as it was read: its name without its folder, and its content. */
case class ScenarioText(file: String, yaml: String) derives Json.ReadWriter
