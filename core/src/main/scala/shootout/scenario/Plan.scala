package shootout.scenario

import shootout.yaml.{Fields, Place, Problem, Problems}
import shootout.units.{Json, Nanos}

import java.nio.file.{FileSystems, Path, PathMatcher}
import java.util.regex.PatternSyntaxException

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

/** The runs of a profile whose ids match a glob, and those that measure the maxima of its shares. */
private[scenario] class Selection(scenarios: List[Scenario], profile: Profile, only: List[String], problems: Problems):
  private val all = scenarios.flatMap(_.runs)
  private val inProfile = scenarios.flatMap { scenario =>
    val own = scenario.runs.filter(_.profiles(profile))
    val maxima = own.flatMap(_.maximum).toSet
    scenario.runs.filter(run => run.profiles(profile) || run.ids.exists(maxima))
  }
  private val globs = only.map(text => text -> matcher(text))

  for case (text, Some(glob)) <- globs if !inProfile.exists(matches(glob, _)) do
    problems.add(Place.of(s"--only '$text'"), nothing(text, glob))
  if all.nonEmpty && inProfile.isEmpty then
    val least = all.map(_.profile).minBy(_.ordinal).word
    problems.add(Place.of(s"--profile ${profile.word}"), s"no scenario is in this profile; write --profile $least")

  def contains(run: ScenarioRun): Boolean =
    inProfile.exists(_ eq run) && (only.isEmpty || globs.exists(_._2.exists(matches(_, run))))

  private def matches(glob: PathMatcher, run: ScenarioRun): Boolean =
    run.ids.exists(id => glob.matches(Path.of(id)))

  private def matcher(text: String): Option[PathMatcher] =
    try Some(FileSystems.getDefault.getPathMatcher(s"glob:$text"))
    catch
      case e: PatternSyntaxException =>
        problems.add(Place.of(s"--only '$text'"), s"is no glob: ${e.getDescription}")
        None

  private def nothing(text: String, glob: PathMatcher): String =
    all.filter(matches(glob, _)).minByOption(_.profile.ordinal) match
      case Some(run) =>
        s"matches no load of profile ${profile.word}, but ${run.ids.head} of profile ${run.profile.word}; " +
          s"write --profile ${run.profile.word}"
      case None =>
        val near = Selection.near(text, inProfile.flatMap(_.ids).distinct)
        s"matches no workload; ${
            if near.isEmpty then "none is like it" else s"the nearest are ${near.mkString(", ")}"
          } (--dry-run lists them all)"

private[scenario] object Selection:
  private val Near = 5

  /** Ids that the user may have meant: a typing error away, or with words of the glob. Empty if no id is near. */
  def near(glob: String, ids: List[String]): List[String] =
    val parts = words(glob)
    def shared(id: String) =
      parts.count(part => words(id).exists(word => word == part || part.length > 2 && word.contains(part)))
    def distance(id: String) = Fields.distance(id, parts.mkString("_"))
    ids.filter(id => shared(id) > 0 || distance(id) <= math.max(2, id.length / 4))
      .sortBy(id => (-shared(id), distance(id))).take(Near)

  private def words(text: String): List[String] = text.toLowerCase.split("[^a-z0-9]+").toList.filter(_.nonEmpty)
