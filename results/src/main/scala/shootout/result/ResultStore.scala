package shootout.result

import shootout.units.{FileTrouble, Json}

import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.{CREATE, TRUNCATE_EXISTING, WRITE}
import java.nio.file.{Files, Path, StandardCopyOption}
import java.nio.{charset, ByteBuffer}
import scala.util.Try
import scala.util.control.NonFatal

/** Result files on disk. A file is replaced as a whole or not at all: whoever reads it never sees half of one. */
object ResultStore:
  /** More is no result, and would not fit into memory. */
  val MostBytes = 256L * 1024 * 1024

  /** Writes beside the target, forces it to the disk, then renames it.
    *
    * @throws java.io.IOException
    *   if that cannot be done; the target is as it was then, and the half of a file is gone
    */
  def write(path: Path, result: ResultFile): Unit =
    write(path, Json.write(result, indent = 1).getBytes(charset.StandardCharsets.UTF_8))

  /** The same, of anything else. */
  private[result] def write(path: Path, bytes: Array[Byte]): Unit =
    Files.createDirectories(path.toAbsolutePath.getParent)
    val scratch = path.resolveSibling(s".${path.getFileName}.incomplete")
    try replace(path, scratch, bytes)
    catch
      case e: IOException =>
        Try(Files.deleteIfExists(scratch))
        throw e

  private def replace(path: Path, scratch: Path, bytes: Array[Byte]): Unit =
    val channel = FileChannel.open(scratch, CREATE, TRUNCATE_EXISTING, WRITE)
    try
      val buffer = ByteBuffer.wrap(bytes)
      while buffer.hasRemaining do channel.write(buffer)
      channel.force(true)
    finally channel.close()
    Files.move(scratch, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING)

  /** Left: why the file cannot be used, and what to do about it. */
  def read(path: Path): Either[String, ResultFile] =
    try
      if Files.size(path) > MostBytes then
        Left(s"$path has more than ${MostBytes / 1024 / 1024} MiB, which no result has; move it away")
      else parse(path, Files.readString(path))
    catch
      case e: IOException => Left(s"$path cannot be read: ${FileTrouble.words(e)}")
      case NonFatal(e) => Left(s"$path is no result file: ${e.getMessage}; move it away")
      case _: StackOverflowError => Left(s"$path is nested too deeply to be a result; move it away")

  private def parse(path: Path, text: String): Either[String, ResultFile] =
    val json = ujson.read(text)
    val version = json.objOpt.flatMap(_.get("format_version")).flatMap(_.numOpt).map(_.toInt)
    if version.contains(ResultFile.FormatVersion) then
      OlderKeys.renew(json)
      val result = Json.read[ResultFile](json)
      val nulls = Nulls.in(result).map(key => s"$path: $key is null, and must not be; move the file away")
      nulls.toLeft(result.copy(cells = result.cells.map(_.typed)))
    else
      val found = version.fold("no format_version")(v => s"format_version $v")
      Left(s"$path: found $found, expected ${ResultFile.FormatVersion}; move the file away")
