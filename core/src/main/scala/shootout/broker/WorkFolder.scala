package shootout.broker

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, LinkOption, NoSuchFileException, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The folders of one broker while it runs: rendered configuration, data, and the log of its output. They contain
  * passwords, so other users may not read them.
  */
final class WorkFolder(val root: Path):
  /** Rendered and prepared files; the broker's current directory. */
  val work: Path = root.resolve("work")

  /** The data that the broker stores. */
  val data: Path = root.resolve("data")

  /** Standard output and error of the broker, appended over restarts. The log survives a purge, but only the end of a
    * very long one does.
    */
  val log: Path = root.resolve("broker.log")

  /** Deletes configuration and data, and creates both folders again.
    *
    * @throws java.io.IOException
    *   if anything is left, because old data under a new broker would make its numbers worthless
    */
  def purge(): Unit =
    WorkFolder.makePrivate(root)
    for folder <- List(work, data) do
      WorkFolder.delete(folder)
      Files.createDirectory(folder)
    shortenLog()

  /** Shortens the log, because a broker that complains without end would fill the disk, also for the next broker. */
  private def shortenLog(): Unit = if logSize > WorkFolder.MostLogBytes then
    val head = s"(of ${logSize / 1024 / 1024} MiB of this log only the end was kept)"
    Files.writeString(log, (head :: logTail(Int.MaxValue)).mkString("", "\n", "\n"))

  /** The current length of the log in bytes. */
  def logSize: Long = if Files.exists(log) then Files.size(log) else 0L

  /** The last lines of the log, oldest first, from at most its last 64 KiB.
    *
    * @param from
    *   bytes before this position are skipped
    */
  def logTail(lines: Int, from: Long = 0L): List[String] =
    if !Files.exists(log) then Nil
    else
      Using.resource(java.io.RandomAccessFile(log.toFile, "r")) { file =>
        val start = List(from, file.length - WorkFolder.TailBytes, 0L).max
        file.seek(math.min(start, file.length))
        val bytes = new Array[Byte]((file.length - file.getFilePointer).toInt)
        file.readFully(bytes)
        String(bytes, "UTF-8").linesIterator.toList.takeRight(lines)
      }

object WorkFolder:
  /** Creates a folder that only its owner may open, whatever the umask. */
  private def makePrivate(folder: Path): Unit =
    Files.createDirectories(folder)
    // A file system without POSIX permissions has its own kind.
    if Files.getFileStore(folder).supportsFileAttributeView("posix") then
      Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"))

  /** Deletes a folder and everything in it without following links. Nothing happens if it does not exist.
    *
    * A file that vanishes meanwhile is not an error, because a broker just killed may still be closing. A file that
    * stays is one.
    */
  def delete(folder: Path): Unit =
    try
      if Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS) then
        Using.resource(Files.newDirectoryStream(folder))(_.asScala.foreach(delete))
      Files.deleteIfExists(folder): Unit
    catch case _: NoSuchFileException => ()

  private val TailBytes = 64L * 1024
  private[broker] val MostLogBytes = 32L * 1024 * 1024

  /** The text of a file. A long file is cut after its first bytes, and a line of dots follows. */
  private[broker] def beginning(file: Path, most: Int): String =
    val bytes = Using.resource(Files.newInputStream(file))(_.readNBytes(most + 1))
    String(bytes, 0, math.min(bytes.length, most), "UTF-8") + (if bytes.length > most then "\n...\n" else "")

/** Finds complaints in what a broker prints. Brokers are written in many languages, and their logs differ. */
private object LogErrors:
  /** The last complaint: the head of a JVM's stack trace, or a line with a word of alarm. None if there is no such
    * line.
    *
    * @param lines
    *   lines of a log, the oldest first, with their indentation
    */
  def last(lines: List[String]): Option[String] =
    val kept = lines.filterNot(_.isBlank)
    val heads = kept.zip(kept.drop(1) :+ "").filterNot((line, _) => line.head.isWhitespace)
    heads.findLast((line, next) => alarm.findFirstIn(line).isDefined || next.matches(frame)).map(_._1.trim)

  /** A JVM prints the cause first, and then the stack. */
  private val frame = "\\s+at \\S.*"
  private val alarm = "\\b(?:ERROR|FATAL|SEVERE|CRITICAL|panic|[Ee]rror|[A-Za-z]+(?:Error|Exception))\\b".r
