package shootout.report

import java.io.IOException
import java.nio.file.{Files, Path, StandardCopyOption}
import shootout.units.FileTrouble

/** The result of drawing: the page (none if there was nothing to draw), and what is wrong with the files that were left
  * out.
  */
case class Drawn(page: Option[Path], problems: List[String])

/** Draws the page from result files. */
object Report:
  val PageName = "index.html"

  /** Draws `out/index.html` from every valid result file in `dirs`. The problems and the page name the invalid ones.
    * What only an opened workload shows is in files next to the page, see `DataFile`.
    */
  def draw(dirs: Seq[Path], out: Path): Drawn =
    drawn(dirs): found =>
      val (html, beside) = Page.parted(found.files, found.problems)
      // Write the data first, so that a page never lacks its data.
      DataFile.save(out, beside).toLeft(()).flatMap(_ => save(out.resolve(PageName), html)).map: page =>
        DataFile.tidy(out, beside)
        page

  /** Like `draw`, but writes a single file with everything in it. */
  def drawAs(dirs: Seq[Path], page: Path): Drawn =
    drawn(dirs)(found => save(page, Page.single(found.files, found.problems)))

  private def drawn(dirs: Seq[Path])(written: Found => Either[String, Path]): Drawn =
    val found = ResultFiles.in(dirs.distinct)
    if found.files.isEmpty then Drawn(None, found.problems)
    else
      written(found) match
        case Right(page) => Drawn(Some(page), found.problems)
        case Left(problem) => Drawn(None, found.problems :+ problem)

  /** Writes a page, and its folder if it is missing. A reader of the old page never sees half of the new one. */
  def save(page: Path, html: String): Either[String, Path] = Option(page.toAbsolutePath.getParent) match
    case None => Left(s"$page: is a folder; name a file in it")
    case Some(folder) => save(page, html, folder)

  private def save(page: Path, html: String, parent: Path): Either[String, Path] =
    try
      val folder = Files.createDirectories(parent)
      val partial = Files.createTempFile(folder, s".${page.getFileName}", ".tmp")
      try
        Files.writeString(partial, html)
        partial.toFile.setReadable(true, false)
        Right(Files.move(partial, page, StandardCopyOption.REPLACE_EXISTING))
      finally Files.deleteIfExists(partial)
    catch case e: IOException => Left(s"$page: cannot be written: ${FileTrouble.words(e)}")
