package shootout.campaign

import shootout.result.{ResultFile, ResultStore}
import shootout.units.FileTrouble

import java.io.IOException
import java.nio.file.{Files, Path}

/** A result file could not be written where it belongs, for the disk is full, say. What was measured is kept somewhere else, if there is
  * any room.
  */
final class NotWritten private (message: String) extends IOException(message)

object NotWritten:
  /** Saves the result where it is possible.
    *
    * @param elsewhere
    *   folders to be tried, one after the other; a new one is made below
    */
  def saved(path: Path, file: ResultFile, cause: IOException, elsewhere: List[Path]): NotWritten =
    val kept = elsewhere.iterator.flatMap(save(path, file, _)).nextOption()
    val advice = kept match
      case Some(copy) =>
        s"what was measured is kept in $copy; free some space, move that file back, and run the same command with --continue"
      case None =>
        s"nor is there room for it in ${elsewhere.mkString(" or ")}; free some space, and run the same command with --continue"
    NotWritten(s"--out: $path cannot be written (${FileTrouble.words(cause)}): $advice")

  private def save(path: Path, file: ResultFile, below: Path): Option[Path] =
    try
      val copy = Files.createTempDirectory(Files.createDirectories(below), "unsaved-").resolve(path.getFileName)
      ResultStore.write(copy, file)
      Some(copy)
    catch case _: IOException => None
