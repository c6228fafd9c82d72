package shootout.tidy

/** The code of `core` names no protocol and no broker. */
object Names:
  /** Names that are also ordinary words. */
  private val words = Set("null", "core")

  /** Help texts, whose examples name some. */
  private val help =
    Set("Options", "RemoteOptions").map(name => s"core/src/main/scala/shootout/cli/$name.scala")

  private val catalogued = "brokers/([^/]+)/broker\\.yaml".r
  private val section = "(?m)^( *)protocols:\n((?:\\1  .*\n|\n)+)".r
  private val entry = "(?m)^(\\w+):".r

  def check(all: List[Source]): List[Finding] =
    val names = all.collect { case Source(catalogued(broker), text) =>
      broker :: protocols(text)
    }.flatten.toSet -- words
    val pattern =
      names.toList.sorted.map(name => s"\\Q$name\\E").mkString("(?i)(?<!\\w)(?:", "|", ")(?!\\w)")
    for
      source <- all
      if names.nonEmpty && source.isScalaMain && source.path.startsWith("core/") && !help(source.path)
      finding <- source.find(pattern, source.withoutComments)(m =>
        Some(s"'${m.group}' is a protocol's or a broker's name: ask the driver, or brokers/")
      )
    yield finding

  /** Keys below `protocols:`, also of variants. */
  private def protocols(text: String): List[String] =
    for
      found <- section.findAllMatchIn(text).toList
      line <- found.group(2).linesIterator.map(_.stripPrefix(found.group(1) + "  "))
      name <- entry.findFirstMatchIn(line)
    yield name.group(1)
