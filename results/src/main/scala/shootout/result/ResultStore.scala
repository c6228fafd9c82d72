package shootout.result

import shootout.units.{ClassWords, FileTrouble, Json, Sanitizer}

import java.io.IOException
import java.nio.channels.FileChannel
import java.nio.file.StandardOpenOption.{CREATE, TRUNCATE_EXISTING, WRITE}
import java.nio.file.{Files, Path, StandardCopyOption}
import java.nio.{charset, ByteBuffer}
import scala.util.Try
import scala.util.control.NonFatal

/** Result files on disk. A file is replaced as a whole or not at all, so that a reader never sees half of one. */
object ResultStore:
  /** A larger file is not a result and would not fit into memory. */
  val MostBytes = 256L * 1024 * 1024

  /** Writes a file next to the target, forces it to the disk, then renames it.
    *
    * @throws java.io.IOException
    *   if that fails; the target is unchanged then, and the partial file is deleted
    */
  def write(path: Path, result: ResultFile): Unit =
    write(path, Json.write(result, indent = 1).getBytes(charset.StandardCharsets.UTF_8))

  /** Writes any other content the same way. */
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

  /** Left: why the file cannot be used, and what the user can do about it. */
  def read(path: Path): Either[String, ResultFile] =
    try
      if Files.size(path) > MostBytes then
        Left(s"$path has more than ${MostBytes / 1024 / 1024} MiB, so it is not a result; move it away")
      else parse(path, Files.readString(path))
    catch
      case e: IOException => Left(s"$path cannot be read: ${FileTrouble.words(e)}")
      case NonFatal(e) => Left(s"$path is not a result file: ${Sanitizer.line(ClassWords.of(e))}; move it away")
      case _: StackOverflowError => Left(s"$path is nested too deeply to be a result; move it away")

  private def parse(path: Path, text: String): Either[String, ResultFile] =
    val json = ujson.read(text)
    def member(key: String) = json.objOpt.flatMap(_.get(key))
    val version = member("format_version").flatMap(_.numOpt).map(_.toInt)
    if !member("format").flatMap(_.strOpt).contains(ResultFile.Format) then
      Left(s"$path is not a result file: its \"format\" is not \"${ResultFile.Format}\"; move it away")
    else if !version.contains(ResultFile.FormatVersion) then
      val found = version.fold("no format_version")(v => s"format_version $v")
      Left(
        s"$path: found $found, expected ${ResultFile.FormatVersion}; " +
          "measure again, or use the version of this tool that wrote it"
      )
    else
      val result = Json.read[ResultFile](json)
      firstNull(result, "").map(key =>
        s"$path: ${key.stripPrefix(".")} is null but must have a value; move the file away"
      ).toLeft(result)

  /** Finds a null where a value is required. The JSON library reads a null as any type, and the compiler does not
    * notice.
    */
  private def firstNull(value: Any, at: String): Option[String] =
    def first(found: Iterator[Option[String]]) = found.flatten.nextOption()
    value match
      case null => Some(at)
      case all: Iterable[?] => first(all.iterator.map(firstNull(_, at)))
      case Some(inner) => firstNull(inner, at)
      case record: Product =>
        val fields = record.productElementNames.zip(record.productIterator)
        first(fields.map((name, field) => firstNull(field, s"$at.${Json.snake(name)}")))
      case _ => None
