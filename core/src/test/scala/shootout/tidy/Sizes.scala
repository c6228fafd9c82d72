package shootout.tidy

object Sizes:
  val linesOfBash = 100
  val linesOfFunction = 50

  /** The limit for a line of JavaScript, which has no formatter. */
  val characters = 120

  def check(source: Source): List[Finding] = script(source) ++ functions(source) ++ wide(source)

  private def script(source: Source): List[Finding] =
    val count = source.lines.size
    Option.when(source.isBash && count > linesOfBash)(
      Finding(source.path, linesOfBash + 1, s"$count lines; at most $linesOfBash")
    ).toList

  private def wide(source: Source): List[Finding] =
    for (line, index) <- source.lines.zipWithIndex.toList if source.isJavaScript && line.length > characters
    yield Finding(source.path, index + 1, s"${line.length} characters; at most $characters")

  private val scalaFunction =
    "^\\s*(?:[a-z]+(?:\\[\\w+\\])? )*def (\\S+?)[(\\[:= ].*|^\\s*(?:[a-z]+ )*def (\\w+)$".r
  private val javaScriptFunction =
    "^\\s*(?:export |default |async |static )*(?:function\\*? ?(\\w*)|(?:const|let) (\\w+) = .*=> \\{$).*".r

  private def functions(source: Source): List[Finding] =
    val start =
      if source.isScala then Some(scalaFunction) else if source.isJavaScript then Some(javaScriptFunction) else None
    for
      pattern <- start.toList
      (line, index) <- source.lines.zipWithIndex
      found <- pattern.findFirstMatchIn(line)
      length = functionLength(source.lines.drop(index))
      if length > linesOfFunction
    yield
      val name = found.subgroups.find(_ != null).getOrElse("a function")
      Finding(source.path, index + 1, s"$name has $length lines; at most $linesOfFunction")

  /** A function ends before the next line with its indentation, except for closing brackets. */
  private def functionLength(lines: Vector[String]): Int =
    val left = indent(lines.head)
    val inside = lines.tail.takeWhile(l => l.isBlank || indent(l) > left || ")}]".contains(l.trim.head))
    1 + inside.reverse.dropWhile(_.isBlank).size

  private def indent(line: String): Int = line.takeWhile(_ == ' ').length
