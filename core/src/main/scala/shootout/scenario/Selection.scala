package shootout.scenario

import shootout.yaml.{Fields, Place, Problems}

import java.nio.file.{FileSystems, Path, PathMatcher}
import java.util.regex.PatternSyntaxException

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
