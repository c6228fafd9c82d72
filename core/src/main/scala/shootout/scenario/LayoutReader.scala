package shootout.scenario

import shootout.input.{Fields, Node, Problems, Reader}

/** Reads the layout of a group's graphs; every axis has exactly one place in it. */
private[scenario] class LayoutReader(axes: List[String]) extends Reader[Layout]:
  def expected: String = s"a mapping with across, down and sections, of the axes ${axes.mkString(", ")}"

  def read(node: Node, problems: Problems): Option[Layout] = layout.read(node, problems)

  private val axis: Reader[String] =
    Reader.scalar(if axes.isEmpty then "no axis (there is no matrix)" else s"one of the axes ${axes.mkString(", ")}") {
      text => Option.when(axes.contains(text))(text)
    }

  private val layout: Reader[Layout] = Fields.reader(expected) { (fields, problems) =>
    val own = Problems()
    val across = fields.option("across", axis)
    val down = fields.option("down", axis)
    val sections = fields.getOrElse("sections", Reader.list(axis))(Nil)
    val placed = across ++ down ++ sections
    for name <- placed.toList.distinct if placed.count(_ == name) > 1 do
      own.add(fields.place, s"axis '$name' has two places in the layout; name it once")
    for name <- axes if !placed.exists(_ == name) do
      own.add(fields.place, s"axis '$name' has no place in the layout; name it in across, down or sections")
    problems.addAll(own.toList)
    Some(Layout(across, down, sections))
  }

private[scenario] object LayoutReader:
  val schema: ujson.Obj =
    val axis = Value.text.schema
    Value.mapping("across" -> axis, "down" -> axis, "sections" -> Value.list(axis))()

  /** The last axis across, the one before it down, a section for each combination of the others. */
  def default(axes: List[String]): Layout =
    val (others, drawn) = axes.splitAt(axes.size - 2)
    Layout(drawn.lastOption, drawn.dropRight(1).lastOption, others)
