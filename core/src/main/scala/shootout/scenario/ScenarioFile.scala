package shootout.scenario

import shootout.yaml.{Fields, Node, Place, Problem, Problems, Reader, Yaml}
import shootout.units.FileTrouble

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.{Try, Using}

/** Reads scenario files; `docs/reference/scenario-keys.md` lists their keys. */
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

  /** Parses one document that was already read as YAML. */
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

  /** Numbers at the beginning of names count as numbers, so 9 comes before 10. */
  private def order(file: Path): (Int, String) =
    val name = file.getFileName.toString
    (name.takeWhile(_.isDigit).toIntOption.getOrElse(Int.MaxValue), name)

  /** The text for the report. The file was just read without an error. */
  private def text(file: Path): Option[ScenarioText] =
    Try(Files.readString(file)).toOption.map(ScenarioText(file.getFileName.toString, _))

  private def parse(node: Node, problems: Problems): Option[Scenario] =
    Fields.reader("a scenario file: a mapping with group and scenario")(scenario).read(node, problems)

  private def scenario(fields: Fields, problems: Problems): Option[Scenario] =
    val read = Key.read(FileFields.keys, fields, FileFields())
    val matrix = Matrix.checked(read.matrix, problems)
    val profiles = profileOf(fields, read.profiles, matrix)
    val name = read.group
    val runs = read.scenario.toList.flatMap(readRuns(_, name.getOrElse(""), matrix, profiles, read.rateSweep, problems))
    val layout = read.layout.getOrElse(LayoutReader.default(FileFields.axes(matrix, read.scenario)))
    for n <- name; _ <- read.scenario yield
      val title = read.title.getOrElse(n.replace('_', ' ').capitalize)
      Scenario(Group(n, title, read.about.trim, layout, read.apis), runs, fields.place)

  /** The profiles of a combination. One that `quick` or `standard` matches runs in that profile and larger ones. Others
    * run in the written profiles. If none is written, they run from full on if there is `standard`, from standard on if
    * there is `quick`, and otherwise from quick on.
    */
  private def profileOf(
      fields: Fields,
      written: Option[Set[Profile]],
      matrix: Matrix
  ): Combination => Set[Profile] =
    val patterns = List(Profile.Quick -> matrix.quick, Profile.Standard -> matrix.standard)
    for (smaller, _) <- patterns; all <- written if fields.node(smaller.word).isDefined do
      if all != all.minBy(_.ordinal).andLarger then
        fields.refuse(smaller.word)(s"a list of profiles says it all; write either profile: [...] or ${smaller.word}")
      else if all(smaller) then
        val least = all.minBy(_.ordinal).word
        fields.refuse(smaller.word)(
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
      rateSweep: Option[SweepRule],
      problems: Problems
  ): List[ScenarioRun] =
    val used = collection.mutable.Set.empty[String]
    val runs = matrix.combinations.flatMap { combination =>
      val own = Problems()
      val substitution = Substitution(combination, problems)
      val load = LoadReader.reader.read(substitution(declared), own)
      used ++= substitution.used
      problems.addAll(own.toList.filterNot(p => substitution.unresolved(p.place)))
      load.map(l => ScenarioRun(group, combination, l, WorkloadId.of(l), profiles(combination)))
    }
    val shares = Shares.link(runs, problems)
    val linked = rateSweep.fold(shares)(RateSweeps.link(shares, _, problems))
    for axis <- matrix.axes if matrix.combinations.nonEmpty && !used(axis.name) do
      problems.add(axis.at, s"axis '${axis.name}' is used nowhere; write $$${axis.name} in the scenario, or remove it")
    linked

/** The content of a scenario file, as far as it was read. Later keys may depend on it, as patterns depend on the axes
  * of the matrix.
  */
final private[scenario] case class FileFields(
    group: Option[String] = None,
    title: Option[String] = None,
    about: String = "",
    matrix: Matrix = Matrix(Nil, Nil, Nil, Nil),
    rateSweep: Option[SweepRule] = None,
    apis: List[String] = Nil,
    profiles: Option[Set[Profile]] = None,
    layout: Option[Layout] = None,
    scenario: Option[Node] = None
)

private[scenario] object FileFields:
  lazy val keys: List[Key[FileFields]] = List(
    Key.required("group", ValueType.name)("name of the group: lower-case letters, digits, `_`")((d: FileFields, name) =>
      d.copy(group = Some(name))
    ),
    Key.of("title", ValueType.text, "the group's name")("heading in the report")((d: FileFields, title) =>
      d.copy(title = Some(title))
    ),
    Key.of("about", ValueType.text, "none")("explanation in the report")((d: FileFields, about) =>
      d.copy(about = about)
    ),
    Key.after("matrix", Matrix.axesSchema, "one workload")(
      "parameters and their values, inserted as `$parameter` below `scenario`"
    )((_: FileFields) => Matrix.axesReader)((d, axes) => d.copy(matrix = d.matrix.copy(axes = axes))),
    patterns("except", "combinations to exclude, as `[{n: 1, size: [20 B, 1 KiB]}]`")((m, of) =>
      m.copy(except = of)
    ),
    Key.after("rate_sweep", SweepReader.schema, "none; p99 limit 1 s")(
      "parameter of a rate sweep, or with a limit `{axis: rate, p99: 500 ms}`"
    )((d: FileFields) => SweepReader.reader(d.matrix.axes.map(_.name)))((d, rule) => d.copy(rateSweep = Some(rule))),
    Key.after("api", ValueType.oneOrList(ValueType.text.schema), "all")(
      "API of the drivers that run it, such as `jms`, or a list"
    )((_: FileFields) => Reader.oneOrList(Name.reader))((d, apis) => d.copy(apis = apis)),
    profiles,
    patterns("quick", "combinations that also run in the quick profile")((m, of) => m.copy(quick = of)),
    patterns("standard", "combinations that also run in the standard profile")((m, of) => m.copy(standard = of)),
    layout,
    Key.required("scenario", definition)("the workload definition")((d: FileFields, node) =>
      d.copy(scenario = Some(node))
    )
  )

  /** It is read once for each combination of the matrix. */
  private def definition: ValueType[Node] =
    ValueType(Reader.of("a mapping")((node, _) => Some(node)), ValueType.reference("scenario"), _.describe)

  /** The axes of a file: those of the matrix, and the one of its phases if `scenario` has any. */
  def axes(matrix: Matrix, scenario: Option[Node]): List[String] =
    matrix.axes.map(_.name) ++ scenario.flatMap(_.entry("phases")).map(_ => Scenario.PhaseAxis)

  private def patterns(name: String, words: String)(set: (Matrix, List[Pattern]) => Matrix): Key[FileFields] =
    Key.after(name, Matrix.patternsSchema, "none")(words)((d: FileFields) => Matrix.patternsReader(d.matrix.axes))(
      (d, of) => d.copy(matrix = set(d.matrix, of))
    )

  private def layout: Key[FileFields] = Key(
    "layout",
    LayoutReader.schema,
    "where the charts show parameters: `across`, `down`, `sections` (a list)",
    "the last across, the one before down, others in sections",
    (fields, d) =>
      val all = axes(d.matrix, fields.node("scenario"))
      fields.option("layout", LayoutReader.reader(all)).fold(d)(layout => d.copy(layout = Some(layout)))
  )

  private def profiles: Key[FileFields] =
    val words = ujson.Obj("enum" -> Profile.values.toList.map(_.word))
    val schema = ValueType.anyOf(words, ujson.Obj("type" -> "array", "items" -> words, "minItems" -> 1))
    Key.after("profile", schema, "`quick`; `standard` with key `quick`; `full` with key `standard`")(
      "smallest profile that runs it, or a list: `quick`, `standard`, `full`, `replicated`"
    )((_: FileFields) => oneOrSeveral)((d, profiles) => d.copy(profiles = Some(profiles)))

  private val profile = Reader.word(Profile.values.toList.map(p => p.word -> p)*)

  /** Reads the smallest profile, or a list of all of them. */
  private val oneOrSeveral: Reader[Set[Profile]] =
    Reader.of(s"${profile.expected}, or a list of them") { (node, problems) =>
      node match
        case Node.Sequence(Nil, at) => problems.refuse(at, s"it would never run; name at least ${profile.expected}")
        case list: Node.Sequence => Reader.list(profile).read(list, problems).map(_.toSet)
        case other => profile.read(other, problems).map(_.andLarger)
    }

/** Reads the layout of a group's graphs, in which every axis has exactly one place. */
private[scenario] object LayoutReader:
  def reader(axes: List[String]): Reader[Layout] =
    val names = axes.mkString(", ")
    val expected = if axes.isEmpty then "no axis (there is no matrix)" else s"one of the axes $names"
    val axis = Reader.scalar(expected)(text => Option.when(axes.contains(text))(text))
    Fields.reader(s"a mapping with across, down and sections, of the axes $names") { (fields, problems) =>
      val across = fields.option("across", axis)
      val down = fields.option("down", axis)
      val sections = fields.getOrElse("sections", Reader.list(axis))(Nil)
      val placed = across ++ down ++ sections
      for name <- placed.toList.distinct if placed.count(_ == name) > 1 do
        problems.add(fields.place, s"axis '$name' has two places in the layout; name it once")
      for name <- axes if !placed.exists(_ == name) do
        problems.add(fields.place, s"axis '$name' has no place in the layout; name it in across, down or sections")
      Some(Layout(across, down, sections))
    }

  val schema: ujson.Obj =
    val axis = ValueType.text.schema
    ValueType.mapping("across" -> axis, "down" -> axis, "sections" -> ValueType.list(axis))()

  /** By default the last axis goes across and the one before it down. Each combination of the others is a section. */
  def default(axes: List[String]): Layout =
    val (others, drawn) = axes.splitAt(axes.size - 2)
    Layout(drawn.lastOption, drawn.dropRight(1).lastOption, others)

/** Finds the folders of workloads in this project. Each of its modules may have one. */
object ScenarioFolders:
  private val Folder = "scenarios"
  private val asking = "(?m)^api:".r

  /** Folders with workloads for every protocol, followed by those whose workloads ask for a programming interface. */
  def shipped(home: Path): List[Path] =
    inside(home).map(_.resolve(Folder)).filter(Files.isDirectory(_))
      .sortBy(folder => (inside(folder).exists(asks), folder.toString))

  private def asks(file: Path): Boolean =
    try Files.isRegularFile(file) && asking.findFirstIn(Files.readString(file, ISO_8859_1)).isDefined
    catch case _: IOException => false // The reader of scenarios reports the error.

  private def inside(folder: Path): List[Path] =
    try Using.resource(Files.list(folder))(_.iterator.asScala.toList)
    catch case _: IOException => Nil
