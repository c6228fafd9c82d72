package shootout.tidy

/** Main code that no program reaches, from each `main` and each service, by the names that files mention. */
object DeadScala:
  private val modifiers =
    "(?:(?:private|protected|final|sealed|case|abstract|opaque|inline|implicit|open|transparent)(?:\\[\\w+\\])? +)*"
  private val definition = s"(?m)^$modifiers(?:class|object|trait|enum|type|def|val|given) +(\\w+)".r
  private val extensionMethod = s"(?m)^  ${modifiers}def +(\\w+)".r
  private val entryPoint = "@main\\b|\\bdef main\\(".r

  private case class File(source: Source):
    val defines: Set[String] =
      val top = definition.findAllMatchIn(source.code).map(_.group(1)).toSet
      val hasExtensions = "(?m)^extension\\b".r.findFirstIn(source.code).isDefined
      if hasExtensions then top ++ extensionMethod.findAllMatchIn(source.code).map(_.group(1)) else top
    val mentions: Set[String] = "\\w+".r.findAllIn(source.withoutComments).toSet
    val hasMain: Boolean = entryPoint.findFirstIn(source.code).isDefined

  def check(all: List[Source]): List[Finding] =
    val files = all.filter(_.isScalaMain).map(File(_))
    val services = all.filter(_.path.contains("/META-INF/services/"))
    val roots =
      files.filter(file => file.hasMain || services.exists(s => file.defines.exists(s.mentions)))
    val live = reach(files, roots.toSet)
    files.filterNot(live).map(file => DeadFiles.dead(file.source, "no program uses its definitions"))

  @annotation.tailrec
  private def reach(files: List[File], live: Set[File]): Set[File] =
    val mentioned = live.flatMap(_.mentions)
    val more = files.filter(_.defines.exists(mentioned)).toSet
    if more.subsetOf(live) then live else reach(files, live ++ more)
