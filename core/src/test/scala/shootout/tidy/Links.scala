package shootout.tidy

import java.nio.file.Path

/** The README leads to every document, and no link is broken. */
object Links:
  private val link = "\\]\\(([^)#\\s]+)[^)]*\\)"
  private val starts = Set("README.md", "CONTRIBUTING.md")

  def check(all: List[Source]): List[Finding] =
    val documents = all.filter(_.isMarkdown)
    val files = all.map(_.path).toSet
    val places = files ++ files.flatMap(folders)
    documents.flatMap(broken(_, places)) ++ unlinked(documents)

  private def broken(document: Source, places: Set[String]): List[Finding] =
    document.find(link) { found =>
      val target = found.group(1)
      Option.when(isLocal(target) && !places(resolve(document, target)))(s"links to $target, which is not there")
    }

  private def unlinked(documents: List[Source]): List[Finding] =
    val links = documents.map(d => d.path -> targets(d)).toMap
    @annotation.tailrec
    def reach(live: Set[String]): Set[String] =
      val more = live ++ live.flatMap(links.getOrElse(_, Nil))
      if more == live then live else reach(more)
    val live = reach(starts)
    documents.filterNot(d => live(d.path)).map(DeadFiles.dead(_, "no links lead to it from the README"))

  private def targets(document: Source): List[String] =
    link.r.findAllMatchIn(document.text).map(_.group(1)).filter(isLocal).map(resolve(document, _)).toList

  private def isLocal(target: String) = !target.matches("[a-z]+:.*")

  private def resolve(from: Source, target: String): String =
    Path.of(from.path).resolveSibling(target).normalize.toString

  private def folders(path: String): List[String] =
    Iterator.iterate(Path.of(path).getParent)(_.getParent).takeWhile(_ != null).map(_.toString).toList
