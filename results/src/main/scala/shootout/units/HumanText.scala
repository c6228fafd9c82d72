package shootout.units

import java.io.IOException
import java.nio.charset.{CharacterCodingException, UnmappableCharacterException}
import java.nio.file.{
  AccessDeniedException,
  DirectoryNotEmptyException,
  FileAlreadyExistsException,
  FileSystemException,
  NoSuchFileException,
  NotDirectoryException
}

/** Describes a failure that has no message of its own. */
object ClassWords:
  /** The failure's own message. Without one, `SocketTimeoutException` becomes "socket timeout". */
  def of(failure: Throwable): String =
    Option(failure.getMessage).filter(_.nonEmpty).getOrElse(named(failure.getClass.getSimpleName))

  private def named(name: String): String =
    val words = name.replaceFirst("(Exception|Error)$", "").replaceAll("([a-z])([A-Z])", "$1 $2").toLowerCase
    if words.isEmpty then "it failed without a message" else words

/** A count in words, such as `1 load` or `6 loads`. */
object Counted:
  def apply(n: Int, one: String): String = of(n, one, one + "s")

  /** For plurals that differ by more than an s, such as `1 file is` and `2 files are`. */
  def of(n: Int, one: String, many: String): String = s"$n ${if n == 1 then one else many}"

/** Durations for people. */
object Duration:
  /** A text such as `42 s`, `7 min` or `2 h 05 min`. */
  def words(seconds: Double): String =
    val whole = math.round(seconds)
    if whole < 100 then s"$whole s"
    else
      val minutes = math.round(seconds / 60)
      if minutes < 100 then s"$minutes min" else f"${minutes / 60} h ${minutes % 60}%02d min"

/** Why a file cannot be used, in words. Java's exceptions say it only by their class names. */
object FileTrouble:
  def words(e: IOException): String = e match
    case _: NoSuchFileException => "there is no such file or folder"
    case _: NotDirectoryException => "it is not a folder"
    case _: DirectoryNotEmptyException => "the folder is not empty"
    case _: FileAlreadyExistsException => "there is a file of that name"
    case _: AccessDeniedException => "access is denied: another user owns it, or it is read-only"
    case _: (CharacterCodingException | UnmappableCharacterException) =>
      "it is not in UTF-8; save it as UTF-8 in an editor, or convert it with: iconv -f ISO-8859-1 -t UTF-8"
    case e: FileSystemException => Option(e.getReason).getOrElse("it cannot be used")
    case e => ClassWords.of(e)
