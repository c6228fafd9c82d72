package shootout.scenario

import shootout.yaml.{Node, Place, Problems, Reader, Yaml}

import scala.util.matching.Regex

/** The axes of a scenario, and the combinations of them that are wanted. */
final private[scenario] case class Matrix(
    axes: List[Axis],
    except: List[Pattern],
    quick: List[Pattern],
    standard: List[Pattern]
):
  /** The combinations in the order of the file. The last axis changes fastest. Without axes, there is one empty
    * combination.
    */
  def combinations: List[Combination] =
    axes
      .foldLeft(List(List.empty[(String, Node.Scalar)])) { (rows, axis) =>
        for row <- rows; value <- axis.values yield row :+ (axis.name -> value)
      }
      .map(Combination(_))
      .filterNot(c => except.exists(_.matches(c)))

final private[scenario] case class Axis(name: String, values: List[Node.Scalar], at: Place)

/** One value of each axis. */
final private[scenario] case class Combination(values: List[(String, Node.Scalar)]):
  /** The values as written in the file. */
  def texts: List[(String, String)] = values.map((name, value) => name -> value.text)

/** Matches the combinations that have one of the given values on each axis it names. */
final private[scenario] case class Pattern(allowed: List[(String, Set[String])], at: Place):
  def matches(combination: Combination): Boolean =
    allowed.forall((axis, values) => combination.texts.exists((name, text) => name == axis && values(text)))

private[scenario] object Matrix:
  /** More combinations would take days, and are most likely a mistake. */
  val MaxCombinations = 10_000

  /** The limit for a value of an axis, because ids contain it and texts may repeat it. */
  private val MaxCharacters = 200

  /** The usable parts of a matrix. The others are reported as problems. */
  def checked(matrix: Matrix, problems: Problems): Matrix =
    if matrix.axes.map(axis => BigInt(axis.values.size)).product <= MaxCombinations then
      checkPatterns(matrix, problems)
      matrix
    else
      problems.add(matrix.axes.head.at, s"the matrix has more than $MaxCombinations combinations; write fewer values")
      Matrix(matrix.axes.map(a => a.copy(values = a.values.take(1))), Nil, Nil, Nil)

  private def checkPatterns(matrix: Matrix, problems: Problems): Unit =
    val all = matrix.copy(except = Nil).combinations
    for p <- matrix.except if !all.exists(p.matches) do problems.add(p.at, "this leaves out no combination")
    val rest = matrix.combinations
    if rest.isEmpty then
      for p <- matrix.except.headOption do problems.add(p.at, "except leaves no combination; write a narrower one")
    else
      for p <- matrix.quick ++ matrix.standard if !rest.exists(p.matches) do
        problems.add(p.at, "this matches no combination (or only those that except leaves out)")

  private val value: Reader[Node.Scalar] = Reader.of("a word or a number") { (node, problems) =>
    node match
      case scalar: Node.Scalar =>
        if scalar.text.length > MaxCharacters then
          problems.add(scalar.at, s"found ${scalar.describe}; write a value of at most $MaxCharacters characters")
        Some(scalar)
      case other => problems.unexpected(other, "a word or a number")
  }

  private val scalarSchema = ujson.Obj("type" -> ujson.Arr("string", "number", "boolean"))
  private val valuesSchema =
    ValueType.anyOf(scalarSchema, ujson.Obj("type" -> "array", "items" -> scalarSchema, "minItems" -> 1))

  val axesSchema: ujson.Obj = ujson.Obj(
    "type" -> "object",
    "minProperties" -> 1,
    "propertyNames" -> ujson.Obj("pattern" -> "^[a-z0-9][a-z0-9_]*$"),
    "additionalProperties" -> valuesSchema
  )

  val axesReader: Reader[List[Axis]] = Reader.of("a mapping of axes to lists of values") { (node, problems) =>
    node match
      case Node.Mapping(Nil, at) =>
        problems.refuse(at, "the matrix has no axes; write at least one, as {size: [20 B, 1 KiB]}, or no matrix")
      case Node.Mapping(entries, _) =>
        Some(for (key, list) <- entries; axis <- readAxis(key, list, problems) yield axis)
      case other => problems.unexpected(other, "axes with their values, as {size: [20 B, 1 KiB]}")
  }

  private val values: Reader[List[Node.Scalar]] = Reader.oneOrList(value)

  private def readAxis(key: Node.Scalar, list: Node, problems: Problems): Option[Axis] =
    if key.text == Scenario.PhaseAxis then
      problems.add(key.at, s"'${key.text}' is the name of linked phases; write another axis name")
    for
      name <- Name.reader.read(key, problems)
      values <- values.read(list, problems)
    yield
      if values.isEmpty then problems.add(list.place, s"axis '$name' has no values; write at least one")
      for (text, same) <- values.groupBy(_.text) if same.size > 1 do
        problems.add(same(1).at, s"axis '$name' has the value '$text' twice")
      Axis(name, values, key.at)

  val patternsSchema: ujson.Obj =
    ValueType.list(ujson.Obj("type" -> "object", "additionalProperties" -> valuesSchema))

  def patternsReader(axes: List[Axis]): Reader[List[Pattern]] = Reader.list(pattern(axes))

  private def pattern(axes: List[Axis]): Reader[Pattern] = Reader.of("axis values, as {size: 20 B, n: [1, 10]}") {
    (node, problems) =>
      node match
        case Node.Mapping(entries, at) =>
          val allowed = entries.map((key, values) => readAllowed(axes, key, values, problems))
          Option.when(allowed.forall(_.isDefined))(Pattern(allowed.flatten, at))
        case other => problems.unexpected(other, "axis values, as {size: 20 B, n: [1, 10]}")
  }

  /** The texts that one entry of a pattern allows; none if it names no axis or no value of an axis. */
  private def readAllowed(axes: List[Axis], key: Node.Scalar, node: Node, problems: Problems) =
    val axis = axes.find(_.name == key.text)
    if axis.isEmpty then problems.add(key.at, s"'${key.text}' names no axis (axes: ${axes.map(_.name).mkString(", ")})")
    for
      a <- axis
      wanted <- values.read(node, problems)
      wrong = wanted.filterNot(w => a.values.exists(_.text == w.text))
      _ = for w <- wrong do
        problems.add(w.at, s"'${w.text}' is no value of axis '${a.name}' (${a.values.map(_.text).mkString(", ")})")
      if wrong.isEmpty
    yield a.name -> wanted.map(_.text).toSet

/** Replaces `$axis` by the values of a combination.
  *
  * A text that only contains `$axis` becomes the axis' value and keeps the value's place, so that a problem with it
  * points there. Within a longer text, `$axis` or `${axis}` is replaced, and `$$` means one `$`.
  */
final private[scenario] class Substitution(combination: Combination, problems: Problems):
  private val values = combination.values.toMap

  /** The axes that texts refer to. */
  val used = collection.mutable.Set.empty[String]

  /** Texts that refer to axes which do not exist. They are reported already. */
  val unresolved = collection.mutable.Set.empty[Place]

  def apply(node: Node): Node = node match
    case Node.Scalar(Substitution.Whole(bare, braced), at) =>
      value(Option(bare).getOrElse(braced), at).getOrElse(node)
    case Node.Scalar(text, at) => Node.Scalar(short(Substitution.Part.replaceAllIn(text, replace(_, at)), at), at)
    case Node.Sequence(items, at) => Node.Sequence(items.map(apply), at)
    case Node.Mapping(entries, at) => Node.Mapping(entries.map((key, v) => key -> apply(v)), at)

  private def short(text: String, at: Place): String =
    if text.length <= Yaml.MostCharacters then text
    else
      problems.add(
        at,
        s"with its axes written out, a text of more than ${Yaml.MostCharacters} characters; write a shorter one"
      )
      ""

  private def replace(found: Regex.Match, at: Place): String =
    val name = Option(found.group(1)).orElse(Option(found.group(2)))
    val text = name.fold("$")(value(_, at).fold(found.matched)(_.text))
    Regex.quoteReplacement(text)

  private def value(name: String, at: Place): Option[Node.Scalar] =
    used += name
    if !values.contains(name) then
      unresolved += at
      val axes = if values.isEmpty then "there is no matrix" else s"axes: ${values.keys.mkString(", ")}"
      problems.add(at, s"'$$$name' names no axis ($axes); a dollar sign itself is written $$$$")
    values.get(name)

private object Substitution:
  private val Whole = """\$(\w+)|\$\{(\w+)\}""".r
  private val Part = """\$(?:(\w+)|\{(\w+)\}|\$)""".r
