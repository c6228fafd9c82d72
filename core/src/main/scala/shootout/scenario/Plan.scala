package shootout.scenario

import shootout.yaml.{Place, Problem, Problems}
import shootout.units.{Json, Nanos}

/** Settings of the command line. They take precedence over scenario files. */
final case class PlanSettings(
    profile: Profile = Profile.Standard,

    /** Globs on workload ids, any of which may match; empty for all workloads of the profile. */
    only: List[String] = Nil,
    warmUp: Option[Nanos] = None,
    samples: Option[Int] = None,
    sampleInterval: Option[Nanos] = None,
    precision: Option[Double] = None
) derives Json.ReadWriter:
  /** The timing that the command line defines. */
  def timing: TimingSettings = TimingSettings(
    warmUp.map(ByProfile.always),
    samples.map(ByProfile.always),
    sampleInterval.map(ByProfile.always),
    precision = precision.map(ByProfile.always)
  )

/** Workloads that run one after the other on the same destinations: linked phases, or a single workload. */
final case class PlannedRun(workloads: List[Workload]) derives Json.ReadWriter

/** The workloads that run against each broker, in order. */
final case class Plan(groups: List[Group], runs: List[PlannedRun]) derives Json.ReadWriter:
  def workloads: List[Workload] = runs.flatMap(_.workloads)

  /** The part of the plan for drivers of this programming interface. */
  def of(api: String): Plan =
    val (ours, others) = groups.partition(group => group.apis.isEmpty || group.apis.contains(api))
    val foreign = others.map(_.name).toSet
    Plan(ours, runs.filterNot(run => foreign(run.workloads.head.group)))

  /** An estimate for one broker in seconds, without its start and stop. */
  def duration(repeats: Int): Double = repeats * workloads.map(c => Plan.seconds(c.timing)).sum

object Plan:
  /** The time to connect, drain and clean up, in seconds for each workload. */
  val OverheadSeconds = 0.7

  /** The duration of one workload in seconds. If it depends on the measurement, it is the middle between minimum and
    * maximum.
    */
  def seconds(timing: Timing): Double =
    val (least, most) = timing.loadSeconds
    (least + most) / 2 + OverheadSeconds

  /** @return
    *   the workloads of the profile that `only` selects; a linked phase includes the others of its run, and a share
    *   includes its maximum. Otherwise the problems: an id that two workloads have, an invalid glob or one that
    *   matches nothing, or an empty plan.
    */
  def from(scenarios: List[Scenario], settings: PlanSettings): Either[List[Problem], Plan] =
    val problems = Problems()
    checkIds(scenarios, problems)
    val wanted = Selection(scenarios, settings.profile, settings.only, problems)
    val groups = scenarios.map(s => s.group -> chosen(s, wanted).map(plan(_, settings))).filter(_._2.nonEmpty)
    problems.orElse(Plan(groups.map(_._1), groups.flatMap(_._2)))

  /** A share of a maximum includes the workload that measures it. */
  private def chosen(scenario: Scenario, wanted: Selection): List[ScenarioRun] =
    val maxima = scenario.runs.filter(wanted.contains).flatMap(_.maximum).toSet
    scenario.runs.filter(run => wanted.contains(run) || run.ids.exists(maxima))

  private def plan(run: ScenarioRun, settings: PlanSettings): PlannedRun =
    val defaults = TimingSettings.defaults(settings.profile)
    PlannedRun(run.workloads(own => settings.timing.orElse(own).over(defaults, settings.profile)).map { workload =>
      if workload.findsItsRate then workload
      else
        val timing = if workload.keepsARate then workload.timing.counted else workload.timing.fixed
        workload.copy(timing = if settings.samples.isEmpty then timing.withSamples(samplesForP99(workload)) else timing)
    })

  /** A p99 needs ten messages beyond it. What is due in the samples may arrive a little later. */
  private val MessagesForP99 = 1050

  /** No workload waits longer for these messages. */
  private val SecondsForP99 = 30.0

  /** How many samples a workload of a rate sweep needs at a low rate, because its p99 needs enough messages. */
  private def samplesForP99(workload: Workload): Int =
    val seconds = workload.offeredPerS.filter(_ => workload.rateSweep.isDefined).fold(0.0)(MessagesForP99 / _)
    math.ceil(math.min(seconds, SecondsForP99) / workload.timing.sampleInterval.seconds).toInt

  private def checkIds(scenarios: List[Scenario], problems: Problems): Unit =
    val workloads = for s <- scenarios; run <- s.runs; id <- run.ids yield id -> run.at
    val first = collection.mutable.Map.empty[String, Place]
    for (id, at) <- workloads do
      for other <- first.get(id) do
        val where = if other == at then "in this scenario" else s"in $other"
        problems.add(
          at,
          s"load id '$id' is given twice (first $where); write an id: that tells them apart, such as name_$$axis"
        )
      first.getOrElseUpdate(id, at)
