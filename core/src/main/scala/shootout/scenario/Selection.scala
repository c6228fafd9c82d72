package shootout.scenario

import shootout.input.{Fields, Place, Problems}

import java.nio.file.{FileSystems, Path, PathMatcher}
import java.util.regex.PatternSyntaxException

/** The runs of a profile, and those that measure the maxima of its shares, whose ids match a glob. */
private[scenario] class Selection(scenarios: List[Scenario], profile: Profile, only: List[String], problems: Problems):
  private val all = scenarios.flatMap(_.runs)
  private val inProfile = scenarios.flatMap { scenario =>
    val own = scenario.runs.filter(_.profiles(profile))
    val maxima = own.flatMap(_.maximum).toSet
    scenario.runs.filter(run => run.profiles(profile) || run.cells.exists(c => maxima(c.id)))
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
    run.cells.exists(c => glob.matches(Path.of(c.id)))

  private def matcher(text: String): Option[PathMatcher] =
    try Some(FileSystems.getDefault.getPathMatcher(s"glob:$text"))
    catch
      case e: PatternSyntaxException =>
        problems.add(Place.of(s"--only '$text'"), s"is no glob: ${e.getDescription}")
        None

  private def nothing(text: String, glob: PathMatcher): String =
    all.filter(matches(glob, _)).minByOption(_.profile.ordinal) match
      case Some(run) =>
        s"matches no load of profile ${profile.word}, but ${run.cells.head.id} of profile ${run.profile.word}; " +
          s"write --profile ${run.profile.word}"
      case None =>
        val near = Selection.near(text, inProfile.flatMap(_.cells.map(_.id)).distinct)
        s"matches no cell; ${
            if near.isEmpty then "none is like it" else s"the nearest are ${near.mkString(", ")}"
          } (--dry-run lists them all)"

private[scenario] object Selection:
  private val Near = 5

  /** Ids that somebody may have meant: a typing error away, or with words of the glob in them. None: nothing is near. */
  def near(glob: String, ids: List[String]): List[String] =
    val parts = words(glob)
    val plain = parts.mkString("_")
    def shared(id: String) =
      val own = words(id)
      parts.map(p => if own.contains(p) then 2 else if p.length > 2 && own.exists(_.contains(p)) then 1 else 0).sum
    val ranked = ids.map(id => (id, shared(id), Fields.distance(id, plain)))
    ranked.filter((id, words, distance) => words > 0 || distance <= math.max(2, id.length / 4))
      .sortBy((_, words, distance) => (-words, distance)).map(_._1).take(Near)

  private def words(text: String): List[String] = text.toLowerCase.split("[^a-z0-9]+").toList.filter(_.nonEmpty)
