package shootout.report.compare

import java.nio.file.{Files, Path}
import shootout.analysis.PairComparison
import shootout.report.*

/** The results to compare. */
case class Sides(
    oldName: String,
    newName: String,
    pairs: List[PairComparison],
    /** the titles of results without a counterpart; `onlyNew` has those of the other side */
    onlyOld: List[String],
    onlyNew: List[String],
    /** what is wrong with the files that were left out */
    problems: List[String]
)

/** Finds the results to compare. */
object Sides:
  /** @param brokers
    *   the two brokers or rows to compare within a single folder; otherwise empty
    */
  def of(paths: List[Path], brokers: List[String]): Either[String, Sides] = (paths, brokers) match
    case (List(one), List(a, b)) => brokersOf(one, a, b)
    case (List(_), _) =>
      Left("one folder needs --brokers with two names, such as --brokers a,b; or give two folders or files")
    case (List(_, _), _ :: _) => Left("--brokers goes with one folder; give one folder, or leave out --brokers")
    case (List(old, now), _) => twoPlaces(old, now)
    case _ => Left("give two folders or files, or one folder and --brokers a,b")

  private def brokersOf(dir: Path, a: String, b: String): Either[String, Sides] =
    val found = ResultFiles.in(List(dir))
    def side(name: String) = found.files.filter(file => plain(broker(file)) == plain(name)) match
      case Nil => found.files.filter(file => plain(row(file)) == plain(name))
      case several => several
    List(a, b).find(side(_).isEmpty) match
      case Some(missing) =>
        val known = found.files.map(broker).distinct.sorted ++ found.files.map(row).sorted
        Left((s"$dir: no result of $missing; there are: ${known.mkString(", ")}" :: found.problems).mkString("\n"))
      case None =>
        val rows = side(a).sizeIs == 1 && side(b).sizeIs == 1
        matched(a, side(a), b, side(b), if rows then _ => "" else protocol, found.problems)

  private def twoPlaces(old: Path, now: Path): Either[String, Sides] =
    val (before, after) = (in(old), in(now))
    val problems = before.problems ++ after.problems
    val single = Files.isRegularFile(old) && Files.isRegularFile(now)
    if before.files.isEmpty || after.files.isEmpty then Left(problems.mkString("\n"))
    else
      val key: ResultDocument => String = if single then _ => "" else file => plain(row(file))
      matched(old.toString, before.files, now.toString, after.files, key, problems)

  private def in(path: Path): Found =
    if Files.isRegularFile(path) then ResultFiles.read(path).fold(p => Found(Nil, List(p)), f => Found(List(f), Nil))
    else ResultFiles.in(List(path))

  private def matched(
      oldName: String,
      old: List[ResultDocument],
      newName: String,
      now: List[ResultDocument],
      key: ResultDocument => String,
      problems: List[String]
  ): Either[String, Sides] =
    val twins = List(old, now).flatMap(_.groupBy(key).collect { case (_, first :: second :: _) => (first, second) })
    val pairs = for a <- old; b <- now.find(b => key(a) == key(b)) yield PairComparison.of(a.judged, b.judged)
    if twins.nonEmpty then
      Left(twins.map((a, b) => s"${a.path} and ${b.path} are both ${title(a)}; give two files instead").mkString("\n"))
    else if pairs.isEmpty then
      Left(s"nothing in common: ${old.map(title).mkString(", ")} | ${now.map(title).mkString(", ")}")
    else
      def alone(of: List[ResultDocument], others: List[ResultDocument]) =
        of.filterNot(file => others.exists(key(_) == key(file))).map(title)
      Right(Sides(oldName, newName, pairs, alone(old, now), alone(now, old), problems))

  /** The name of the result file, without its extension. */
  private def row(file: ResultDocument): String = s"${protocol(file)}-${broker(file)}"

  private def protocol(file: ResultDocument): String = file.result.protocol

  private def broker(file: ResultDocument): String = file.result.broker.name

  /** File names contain a dash where names of variants contain a slash. */
  private def plain(broker: String): String = broker.replace('/', '-')

  private def title(file: ResultDocument): String = PairComparison.title(file.result)
