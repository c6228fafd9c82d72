package shootout.broker

/** Finds what a broker complains of in what it prints. Brokers are written in many languages, and log as they like. */
private object LogErrors:
  /** The last complaint: the head of a stack trace of a JVM, the end of one of Python, or a line with a word of alarm; none: there is
    * no such line.
    *
    * @param lines
    *   of a log, the oldest first, with their indentation
    */
  def last(lines: List[String]): Option[String] =
    val kept = lines.filterNot(_.isBlank).toVector
    kept.indices.reverse.find(n => beforeJava(kept, n) || behindPython(kept, n) || alarms(kept(n))).map(kept(_).trim)

  /** A JVM prints the cause, and then where it was. */
  private def beforeJava(lines: Vector[String], n: Int): Boolean =
    !isIndented(lines(n)) && lines.lift(n + 1).exists(frame.findFirstIn(_).isDefined)

  /** Python prints where it was, and then the cause. */
  private def behindPython(lines: Vector[String], n: Int): Boolean =
    val before = lines.take(n)
    !isIndented(lines(n)) && before.lastOption.exists(isIndented) &&
    before.findLast(!isIndented(_)).exists(_.startsWith(python))

  private def alarms(line: String): Boolean = !isIndented(line) && alarm.findFirstIn(line).isDefined
  private def isIndented(line: String): Boolean = line.head.isWhitespace

  private val frame = "^\\s+at \\S".r
  private val python = "Traceback (most recent call last)"
  private val alarm = "\\b(?:ERROR|FATAL|SEVERE|CRITICAL|panic|[Ee]rror|[A-Za-z]+(?:Error|Exception))\\b".r
