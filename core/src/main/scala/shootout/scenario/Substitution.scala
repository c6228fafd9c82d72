package shootout.scenario

import shootout.input.{Node, Place, Problems, Yaml}

import scala.util.matching.Regex

/** Puts the values of a combination in the place of `$axis`.
  *
  * A text that is nothing but `$axis` becomes the axis' value, and keeps the place where that value is written, so that
  * a problem with it points there. Within a longer text, `$axis` or `${axis}` is replaced; `$$` stands for one `$`.
  */
final private[scenario] class Substitution(combination: Combination, problems: Problems):
  private val values = combination.values.toMap

  /** Axes that were referred to. */
  val used = collection.mutable.Set.empty[String]

  /** Texts that refer to axes which do not exist; reported already. */
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
