package shootout.broker

import java.io.IOException
import java.nio.file.{FileVisitResult, Files, Path, SimpleFileVisitor}
import java.nio.file.attribute.{BasicFileAttributes, PosixFilePermissions}
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
    * @throws IllegalStateException
    *   if anything is left, because old data under a new broker would make its numbers worthless
    */
  def purge(): Unit =
    WorkFolder.makePrivate(root)
    for folder <- List(work, data) do
      WorkFolder.delete(folder)
      Files.createDirectories(folder)
      WorkFolder.assertEmpty(folder)
    shortenLog()

  /** Shortens the log, because a broker that complains without end would fill the disk, also for the next broker. */
  private def shortenLog(): Unit = if logSize > WorkFolder.MostLogBytes then
    val head = s"(of ${logSize / 1024 / 1024} MiB of this log only the end was kept)"
    Files.writeString(log, (head :: logTail(Int.MaxValue)).mkString("", "\n", "\n"))

  /** The current length of the log in bytes. */
  def logSize: Long = if Files.exists(log) then Files.size(log) else 0L

  /** The last lines of the log, oldest first.
    *
    * @param from
    *   bytes before this position are skipped
    */
  def logTail(lines: Int, from: Long = 0L): List[String] = WorkFolder.tail(log, lines, from)

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
    if Files.exists(folder) then
      Files.walkFileTree(
        folder,
        new SimpleFileVisitor[Path]:
          override def visitFile(file: Path, attributes: BasicFileAttributes): FileVisitResult =
            Files.deleteIfExists(file)
            FileVisitResult.CONTINUE
          override def visitFileFailed(file: Path, e: IOException): FileVisitResult =
            if Files.exists(file) then throw e
            FileVisitResult.CONTINUE
          override def postVisitDirectory(visited: Path, e: IOException): FileVisitResult =
            Files.deleteIfExists(visited)
            FileVisitResult.CONTINUE
      )

  private[broker] def assertEmpty(folder: Path): Unit =
    val left = Using.resource(Files.list(folder))(_.iterator.asScala.toList)
    if left.nonEmpty then throw IllegalStateException(s"$folder is not empty after a purge: ${left.mkString(", ")}")

  /** The last lines of a file, from at most its last 64 KiB. Empty if the file does not exist. */
  private def tail(file: Path, lines: Int, from: Long): List[String] =
    if !Files.exists(file) then Nil
    else
      Using.resource(java.io.RandomAccessFile(file.toFile, "r")) { f =>
        val start = List(from, f.length - tailBytes, 0L).max
        f.seek(math.min(start, f.length))
        val bytes = new Array[Byte]((f.length - f.getFilePointer).toInt)
        f.readFully(bytes)
        String(bytes, "UTF-8").linesIterator.toList.takeRight(lines)
      }

  private val tailBytes = 64L * 1024
  private[broker] val MostLogBytes = 32L * 1024 * 1024

  /** The text of a file. A long file is cut after its first bytes, and a line of dots follows. */
  private[broker] def beginning(file: Path, most: Int): String =
    val bytes = Using.resource(Files.newInputStream(file))(_.readNBytes(most + 1))
    String(bytes, 0, math.min(bytes.length, most), "UTF-8") + (if bytes.length > most then "\n...\n" else "")

/** Finds complaints in what a broker prints. Brokers are written in many languages, and their logs differ. */
private object LogErrors:
  /** The last complaint: the head of a JVM's stack trace, the end of one of Python, or a line with a word of alarm.
    * None if there is no such line.
    *
    * @param lines
    *   lines of a log, the oldest first, with their indentation
    */
  def last(lines: List[String]): Option[String] =
    val kept = lines.filterNot(_.isBlank).toVector
    kept.indices.reverse.find(n => beforeJava(kept, n) || behindPython(kept, n) || alarms(kept(n))).map(kept(_).trim)

  /** A JVM prints the cause first, and then the stack. */
  private def beforeJava(lines: Vector[String], n: Int): Boolean =
    !isIndented(lines(n)) && lines.lift(n + 1).exists(frame.findFirstIn(_).isDefined)

  /** Python prints the stack first, and then the cause. */
  private def behindPython(lines: Vector[String], n: Int): Boolean =
    val before = lines.take(n)
    !isIndented(lines(n)) && before.lastOption.exists(isIndented) &&
    before.findLast(!isIndented(_)).exists(_.startsWith(python))

  private def alarms(line: String): Boolean = !isIndented(line) && alarm.findFirstIn(line).isDefined
  private def isIndented(line: String): Boolean = line.head.isWhitespace

  private val frame = "^\\s+at \\S".r
  private val python = "Traceback (most recent call last)"
  private val alarm = "\\b(?:ERROR|FATAL|SEVERE|CRITICAL|panic|[Ee]rror|[A-Za-z]+(?:Error|Exception))\\b".r
