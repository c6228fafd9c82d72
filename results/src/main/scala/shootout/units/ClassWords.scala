package shootout.units

/** What a failure is, for people, where it has nothing to say itself. */
object ClassWords:
  /** Its own words; else `SocketTimeoutException` is a "socket timeout". */
  def of(failure: Throwable): String =
    Option(failure.getMessage).filter(_.nonEmpty).getOrElse(named(failure.getClass.getSimpleName))

  private def named(name: String): String =
    val words = name.replaceFirst("(Exception|Error)$", "").replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase
    if words.isEmpty then "it failed, and nothing says why" else words
