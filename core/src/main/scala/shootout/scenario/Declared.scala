package shootout.scenario

import shootout.input.{Node, Reader}

/** What stands in a scenario file, as far as it was read: what comes later may depend on it, as patterns do on the axes of the matrix. */
final private[scenario] case class Declared(
    group: Option[String] = None,
    title: Option[String] = None,
    about: String = "",
    matrix: Matrix = Matrix(Nil, Nil, Nil, Nil),
    climb: Option[ClimbRule] = None,
    apis: List[String] = Nil,
    profiles: Option[Set[Profile]] = None,
    layout: Option[Layout] = None,
    scenario: Option[Node] = None
)

private[scenario] object Declared:
  lazy val keys: List[Key[Declared]] = List(
    Key.required("group", Value.name, "name: lower-case letters, digits, `_`")((d: Declared, name) =>
      d.copy(group = Some(name))
    ),
    Key.of("title", Value.text, "the name", "heading in the report")((d: Declared, title) =>
      d.copy(title = Some(title))
    ),
    Key.of("about", Value.text, "none", "explanation in the report")((d: Declared, about) => d.copy(about = about)),
    Key.after(
      "matrix",
      Matrix.axesSchema,
      "one load",
      "axes and their values; `$axis` refers to them below `scenario`"
    )((_: Declared) => Matrix.axesReader)((d, axes) => d.copy(matrix = d.matrix.copy(axes = axes))),
    patterns("except", "combinations to leave out, as `[{n: 1, size: [20 B, 1 KiB]}]`")((m, of) =>
      m.copy(except = of)
    ),
    Key.after(
      "climb",
      ClimbReader.schema,
      "none; 1 s",
      "an axis along which loads climb: each runs only if those below it were held; with a limit, as `{axis: rate, p99: 500 ms}`"
    )((d: Declared) => ClimbReader(d.matrix.axes.map(_.name)))((d, climb) => d.copy(climb = Some(climb))),
    Key.after(
      "api",
      Value.oneOrList(Value.text.schema),
      "for all",
      "the programming interface that it asks for (`jms`), or a list of them; drivers of another one leave it out"
    )((_: Declared) => Name.oneOrSeveral)((d, apis) => d.copy(apis = apis)),
    profiles,
    patterns("quick", "combinations that run in the quick profile already")((m, of) => m.copy(quick = of)),
    patterns("standard", "combinations that run in the standard profile already")((m, of) => m.copy(standard = of)),
    layout,
    Key.requiredAs("scenario", Value.reference("scenario"), "the load")((_: Declared) =>
      Reader.of("a mapping")((node, _) => Some(node))
    )((d, node) => d.copy(scenario = Some(node)))
  )

  /** Axes of a file that declares this below `scenario`: those of the matrix, and the one of its phases. */
  def axes(matrix: Matrix, scenario: Option[Node]): List[String] =
    matrix.axes.map(_.name) ++ scenario.filter(hasPhases).map(_ => Scenario.PhaseAxis)

  private def hasPhases(scenario: Node): Boolean = scenario match
    case Node.Mapping(entries, _) => entries.exists(_._1.text == "phases")
    case _ => false

  private def patterns(name: String, words: String)(set: (Matrix, List[Pattern]) => Matrix): Key[Declared] =
    Key.after(name, Matrix.patternsSchema, "none", words)((d: Declared) => Matrix.patternsReader(d.matrix.axes))(
      (d, of) => d.copy(matrix = set(d.matrix, of))
    )

  private def layout: Key[Declared] = Key(
    "layout",
    LayoutReader.schema,
    "axes by place: `across`, `down`, `sections` (a list)",
    "the last two across and down",
    (fields, d) =>
      val all = axes(d.matrix, fields.node("scenario"))
      fields.option("layout", LayoutReader(all)).fold(d)(layout => d.copy(layout = Some(layout)))
  )

  private def profiles: Key[Declared] =
    val words = ujson.Obj("enum" -> Profile.values.toList.map(_.word))
    Key.after(
      "profile",
      Value.anyOf(words, ujson.Obj("type" -> "array", "items" -> words, "minItems" -> 1)),
      "`quick`; `standard` beside `quick:`, `full` beside `standard:`",
      "the smallest profile that it runs in: `quick`, `standard`, `full`; or a list of all that it runs in: `[standard]`; " +
        "`replicated` stands apart, for clusters"
    )((_: Declared) => oneOrSeveral)((d, profiles) => d.copy(profiles = Some(profiles)))

  private val profile = Reader.word(Profile.values.toList.map(p => p.word -> p)*)

  /** The smallest one, or a list of all of them. */
  private val oneOrSeveral: Reader[Set[Profile]] =
    Reader.of(s"${profile.expected}, or a list of them") { (node, problems) =>
      node match
        case Node.Sequence(Nil, at) =>
          problems.add(at, s"it would never run; name at least ${profile.expected}")
          None
        case list: Node.Sequence => Reader.list(profile).read(list, problems).map(_.toSet)
        case other => profile.read(other, problems).map(_.andLarger)
    }
