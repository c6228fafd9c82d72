package shootout.scenario

import shootout.input.{Fields, Node, Place, Problem, Problems, Yaml}
import shootout.units.FileTrouble

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.{Try, Using}

/** Reads scenario files; `docs/scenarios.md` lists their keys. */
object ScenarioFile:
  /** @param paths
    *   files, and folders whose `.yaml` files are read in the order of their names (9 before 10)
    * @return
    *   a scenario for each file in that order, or every problem of every file
    */
  def read(paths: List[Path]): Either[List[Problem], List[Scenario]] =
    val problems = Problems()
    val read = paths.flatMap(files(_, problems)).distinct.flatMap { file =>
      Yaml.read(file).fold(
        found =>
          problems.addAll(found); None
        ,
        parse(_, problems).map(scenario => scenario.copy(group = scenario.group.copy(declared = text(file))))
      )
    }
    for (name, same) <- read.groupBy(_.group.name) if same.size > 1; other <- same.tail do
      problems.add(other.at, s"group '$name' is also in ${same.head.at.file}; give it a name of its own")
    problems.orElse(read)

  /** One document, already read as YAML. */
  def parse(node: Node): Either[List[Problem], Scenario] =
    val problems = Problems()
    val scenario = parse(node, problems)
    problems.orElse(scenario.get)

  private def files(path: Path, problems: Problems): List[Path] =
    if !Files.isDirectory(path) then List(path.normalize)
    else
      try
        val inside = Using.resource(Files.list(path))(_.iterator.asScala.toList)
        val found = inside.filter(f => f.toString.endsWith(".yaml") || f.toString.endsWith(".yml"))
        if found.isEmpty then problems.add(Place.of(path.toString), "the folder has no .yaml files")
        found.sortBy(order).map(_.normalize)
      catch
        case e: IOException =>
          problems.add(Place.of(path.toString), s"cannot be read: ${FileTrouble.words(e)}")
          Nil

  /** Numbers at the beginning of names count as numbers: 9 comes before 10. */
  private def order(file: Path): (Int, String) =
    val name = file.getFileName.toString
    (name.takeWhile(_.isDigit).toIntOption.getOrElse(Int.MaxValue), name)

  /** For the report; the file was just read without an error. */
  private def text(file: Path): Option[ScenarioText] =
    Try(Files.readString(file)).toOption.map(ScenarioText(file.getFileName.toString, _))

  private def parse(node: Node, problems: Problems): Option[Scenario] =
    Fields.reader("a scenario file: a mapping with group and scenario")(scenario).read(node, problems)

  private def scenario(fields: Fields, problems: Problems): Option[Scenario] =
    val read = Key.read(Declared.keys, fields, Declared())
    val matrix = Matrix.checked(read.matrix, problems)
    val profiles = profileOf(fields, read.profiles, matrix, problems)
    val name = read.group
    val runs = read.scenario.toList.flatMap(readRuns(_, name.getOrElse(""), matrix, profiles, read.climb, problems))
    val layout = read.layout.getOrElse(LayoutReader.default(Declared.axes(matrix, read.scenario)))
    for n <- name; _ <- read.scenario yield
      val title = read.title.getOrElse(n.replace('_', ' ').capitalize)
      Scenario(Group(n, title, read.about.trim, layout, read.apis), runs, fields.place)

  /** From quick or standard on for combinations that `quick` or `standard` matches; else as written; else full beside a `standard`,
    * standard beside a `quick`, and quick without.
    */
  private def profileOf(
      fields: Fields,
      written: Option[Set[Profile]],
      matrix: Matrix,
      problems: Problems
  ): Combination => Set[Profile] =
    val patterns = List(Profile.Quick -> matrix.quick, Profile.Standard -> matrix.standard)
    for (smaller, _) <- patterns; all <- written; node <- fields.node(smaller.word) do
      if all != all.minBy(_.ordinal).andLarger then
        problems.add(node.place, s"a list of profiles says it all; write either profile: [...] or ${smaller.word}")
      else if all(smaller) then
        val least = all.minBy(_.ordinal).word
        problems.add(
          node.place,
          s"with profile: $least everything is in the ${smaller.word} profile; write either profile or ${smaller.word}"
        )
    val next = patterns.filter((p, _) => fields.node(p.word).isDefined).map((p, _) => Profile.values(p.ordinal + 1))
    val other = written.getOrElse(next.maxByOption(_.ordinal).getOrElse(Profile.Quick).andLarger)
    combination =>
      patterns.collectFirst { case (p, of) if of.exists(_.matches(combination)) => p.andLarger }.getOrElse(other)

  private def readRuns(
      declared: Node,
      group: String,
      matrix: Matrix,
      profiles: Combination => Set[Profile],
      climb: Option[ClimbRule],
      problems: Problems
  ): List[ScenarioRun] =
    val used = collection.mutable.Set.empty[String]
    val loads = matrix.combinations.flatMap { combination =>
      val own = Problems()
      val substitution = Substitution(combination, problems)
      val load = LoadReader.reader.read(substitution(declared), own)
      used ++= substitution.used
      problems.addAll(own.toList.filterNot(p => substitution.unresolved(p.place)))
      load.map(l => ReadLoad(combination, l, CellId.of(l)))
    }
    val maxima = Shares.link(loads, problems)
    val climbs = climb.fold(Map.empty[ReadLoad, Climb])(Climbs.link(loads, _, problems))
    for axis <- matrix.axes if matrix.combinations.nonEmpty && !used(axis.name) do
      problems.add(axis.at, s"axis '${axis.name}' is used nowhere; write $$${axis.name} in the scenario, or remove it")
    loads.map(l => ScenarioRun.from(group, l, profiles(l.combination), maxima.get(l), climbs.get(l)))
