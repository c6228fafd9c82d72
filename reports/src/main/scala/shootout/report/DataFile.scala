package shootout.report

import java.io.{ByteArrayOutputStream, IOException}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.security.MessageDigest
import java.util.{Base64, HexFormat}
import java.util.zip.GZIPOutputStream
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** A file next to a report, with what the opened workloads of a group show. It is a script, because a page that was
  * opened from disk can read no other files.
  *
  * @param path
  *   relative to the page's folder
  * @param stamp
  *   a digest of the contents, by which the page knows whether the file belongs to it
  */
case class DataFile(group: String, path: String, stamp: String, contents: String):
  /** A script that passes the contents to the page. */
  def text: String = s"shootoutData('$stamp', '$contents');\n"

object DataFile:
  /** The name of the folder, next to `index.html`. */
  val Folder = "index-data"

  private val Name = "\\d+-[\\w-]*\\.js".r
  private val LongestName = 40
  private val StampBytes = 8

  /** @param groups
    *   each group's data, as gzipped JSON in base64
    */
  def all(groups: List[(String, String)]): List[DataFile] =
    groups.zipWithIndex.map: (one, index) =>
      val (group, contents) = one
      val name = group.replaceAll("[^A-Za-z0-9_-]", "_").take(LongestName)
      DataFile(group, s"$Folder/${index + 1}-$name.js", stampOf(contents), contents)

  /** Writes them into the page's folder.
    *
    * @return
    *   what went wrong; none if all files were written
    */
  def save(folder: Path, files: List[DataFile]): Option[String] =
    files.iterator
      .map(file => Report.save(folder.resolve(file.path), file.text))
      .collectFirst { case Left(problem) => problem }

  /** Deletes the files of earlier pages that the new page does not use. */
  def tidy(folder: Path, files: List[DataFile]): Unit =
    val dir = folder.resolve(Folder)
    val needed = files.map(file => folder.resolve(file.path)).toSet
    if Files.isDirectory(dir) then
      try
        val old = Using.resource(Files.list(dir))(_.iterator.asScala.toList).filterNot(needed)
        old.filter(path => Name.matches(path.getFileName.toString)).foreach(Files.deleteIfExists(_))
      catch case _: IOException => () // They only waste space.

  private def stampOf(text: String): String =
    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)), 0, StampBytes)

/** Compressed JSON, as text that is safe in any script. */
object Gzip:
  def base64(json: ujson.Value): String =
    val bytes = ByteArrayOutputStream()
    Using.resource(GZIPOutputStream(bytes))(_.write(ujson.write(json).getBytes(UTF_8)))
    Base64.getEncoder.encodeToString(bytes.toByteArray)
