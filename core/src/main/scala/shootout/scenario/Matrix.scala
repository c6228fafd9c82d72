package shootout.scenario

import shootout.input.{Fields, Node, Place, Problems, Reader}

/** The axes of a scenario, written once, and which of their combinations are wanted. */
final private[scenario] case class Matrix(axes: List[Axis], except: List[Pattern], quick: List[Pattern]):
  /** In the order of the file; the last axis changes fastest. Without axes, the one empty combination. */
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
  /** As written in the file. */
  def texts: List[(String, String)] = values.map((name, value) => name -> value.text)

/** Matches the combinations that have one of the given values on each axis it names. */
final private[scenario] case class Pattern(allowed: List[(String, Set[String])], at: Place):
  def matches(combination: Combination): Boolean =
    allowed.forall((axis, values) => combination.texts.exists((name, text) => name == axis && values(text)))

private[scenario] object Matrix:
  /** More would take days, and is most likely a mistake. */
  val MaxCombinations = 10_000

  /** The keys `matrix`, `except` and `quick` of a scenario file. */
  def read(fields: Fields, problems: Problems): Matrix =
    val axes = fields.getOrElse("matrix", axesReader)(Nil)
    val except = fields.getOrElse("except", Reader.list(pattern(axes)))(Nil)
    val quick = fields.getOrElse("quick", Reader.list(pattern(axes)))(Nil)
    val matrix =
      if axes.map(_.values.size.toLong).product <= MaxCombinations then Matrix(axes, except, quick)
      else
        problems.add(axes.head.at, s"the matrix has more than $MaxCombinations combinations; write fewer values")
        Matrix(axes.map(a => a.copy(values = a.values.take(1))), Nil, Nil)
    if matrix.axes == axes then checkPatterns(matrix, problems)
    matrix

  private def checkPatterns(matrix: Matrix, problems: Problems): Unit =
    val all = matrix.copy(except = Nil).combinations
    for p <- matrix.except if !all.exists(p.matches) do problems.add(p.at, "this leaves out no combination")
    val rest = matrix.combinations
    if rest.isEmpty then problems.add(matrix.except.head.at, "except leaves no combination; write a narrower one")
    else
      for p <- matrix.quick if !rest.exists(p.matches) do
        problems.add(p.at, "this matches no combination (or only those that except leaves out)")

  private val value: Reader[Node.Scalar] = Reader.of("a word or a number") { (node, problems) =>
    node match
      case scalar: Node.Scalar => Some(scalar)
      case other               =>
        problems.add(other.place, s"found ${other.describe}, expected a word or a number")
        None
  }

  private val axesReader: Reader[List[Axis]] = Reader.of("a mapping of axes to lists of values") { (node, problems) =>
    node match
      case Node.Mapping(entries, _) =>
        Some(for (key, list) <- entries; axis <- readAxis(key, list, problems) yield axis)
      case other =>
        problems.add(other.place, s"found ${other.describe}, expected axes with their values, as {size: [20 B, 1 KiB]}")
        None
  }

  private def readAxis(key: Node.Scalar, list: Node, problems: Problems): Option[Axis] =
    if key.text == Scenario.PhaseAxis then
      problems.add(key.at, s"'${key.text}' is the name of linked phases; write another axis name")
    for
      name <- ScenarioWords.name.read(key, problems)
      values <- Reader.list(value).read(list, problems)
    yield
      if values.isEmpty then problems.add(list.place, s"axis '$name' has no values; write at least one")
      for (text, same) <- values.groupBy(_.text) if same.size > 1 do
        problems.add(same(1).at, s"axis '$name' has the value '$text' twice")
      Axis(name, values, key.at)

  private def pattern(axes: List[Axis]): Reader[Pattern] = Reader.of("axis values, as {size: 20 B, n: [1, 10]}") {
    (node, problems) =>
      node match
        case Node.Mapping(entries, at) =>
          Some(Pattern(entries.flatMap((key, values) => allowed(axes, key, values, problems)), at))
        case other =>
          problems.add(other.place, s"found ${other.describe}, expected axis values, as {size: 20 B, n: [1, 10]}")
          None
  }

  private def allowed(
      axes: List[Axis],
      key: Node.Scalar,
      node: Node,
      problems: Problems
  ): Option[(String, Set[String])] =
    val values = node match
      case scalar: Node.Scalar => List(scalar)
      case other               => Reader.list(value).read(other, problems).getOrElse(Nil)
    axes.find(_.name == key.text) match
      case Some(axis) =>
        for v <- values if !axis.values.exists(_.text == v.text) do
          problems.add(
            v.at,
            s"'${v.text}' is no value of axis '${axis.name}' (${axis.values.map(_.text).mkString(", ")})"
          )
        Some(axis.name -> values.map(_.text).toSet)
      case None =>
        problems.add(key.at, s"'${key.text}' names no axis (axes: ${axes.map(_.name).mkString(", ")})")
        None
