package shootout.tidy

/** A name means one thing: a type at the top of a file has its name to itself, in all modules and whatever stands within others. */
object TypeNames:
  /** Names that may be there again, each with the reason. */
  private val allowed = Map("Main" -> "each program begins in one, which its package and bin/ tell apart")

  private val modifiers =
    "(?:(?:private|protected|final|sealed|case|abstract|open|opaque|transparent)(?:\\[\\w+\\])? +)*"
  private val definition = s"^( *)$modifiers(?:class|object|trait|enum|type) +([A-Z]\\w*)".r

  private case class Defined(name: String, source: Source, line: Int, atTop: Boolean)

  def check(all: List[Source]): List[Finding] =
    val defined = all.filter(_.isScalaMain).flatMap(definitions)
    for
      (name, places) <- defined.groupBy(_.name).toList.sortBy(_._1)
      if !allowed.contains(name) && places.exists(_.atTop)
      // a class and its companion are one
      files = places.distinctBy(_.source.path).sortBy(place => (!place.atTop, place.source.path))
      other <- files.drop(1)
    yield Finding(
      other.source.path,
      other.line,
      s"'$name' is also a type of ${files.head.source.path}: rename one of them"
    )

  private def definitions(source: Source): List[Defined] =
    for
      (line, i) <- source.code.linesIterator.toList.zipWithIndex
      found <- definition.findFirstMatchIn(line)
    yield Defined(found.group(2), source, i + 1, found.group(1).isEmpty)
