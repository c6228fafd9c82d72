package shootout.broker

import java.nio.file.{Files, Path}
import java.security.{DigestInputStream, MessageDigest}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** What the files of a broker must be, whatever a registry says of them: `files.sha256` beside its `broker.yaml`, in the
  * format of `sha256sum`. Names are paths in a Maven repository, so `sha256sum --check` works in a local one; of other registries they
  * are as their [[RegistryClient]] says.
  *
  * @param sums
  *   SHA-256 in hexadecimal, by name
  */
final case class Checksums(sums: Map[String, String]):
  /** As it stands in the file. */
  def text: String = sums.toList.sorted.map((name, sum) => s"$sum  $name\n").mkString

  def only(wanted: String => Boolean): Checksums = Checksums(sums.filter((name, _) => wanted(name)))

  /** What differs in `newer`, a line each. */
  def changes(newer: Checksums): List[String] = (sums.keySet ++ newer.sums.keySet).toList.sorted.flatMap { name =>
    (sums.get(name), newer.sums.get(name)) match
      case (None, Some(sum)) => Some(s"+ $sum  $name")
      case (Some(sum), None) => Some(s"- $sum  $name")
      case (Some(before), Some(now)) if before != now => Some(s"! $now  $name (was $before)")
      case _ => None
  }

object Checksums:
  val file = "files.sha256"

  /** @param of
    *   a version or variant that has files of its own
    */
  def fileOf(of: Option[String]): String = of.fold(file)(which => s"files-${BrokerSpec.slug(which)}.sha256")

  private val line = "([0-9a-f]{64})  ([\\w.+@!~-]+(?:/[\\w.+@!~-]+)+)".r

  /** Left: the line that cannot be read. None: there is no such file. */
  def read(path: Path): Either[String, Option[Checksums]] =
    if !Files.exists(path) then Right(None)
    else
      val lines = Files.readAllLines(path).asScala.toList.zipWithIndex
      val (wrong, good) = lines.partitionMap {
        case (line(sum, name), _) => Right(name -> sum)
        case (other, n) => Left(s"line ${n + 1} is '$other'; write 64 hexadecimal digits, two spaces, a path")
      }
      wrong.headOption.toLeft(Some(Checksums(good.toMap)))

  def of(files: List[FetchedFile]): Checksums = Checksums(files.map(f => f.name -> sha256(f.path)).toMap)

  def sha256(file: Path): String =
    val digest = MessageDigest.getInstance("SHA-256")
    Using.resource(DigestInputStream(
      Files.newInputStream(file),
      digest
    ))(_.transferTo(java.io.OutputStream.nullOutputStream))
    hex(digest.digest)

  def sha256(text: String): String = hex(MessageDigest.getInstance("SHA-256").digest(text.getBytes("UTF-8")))

  private def hex(bytes: Array[Byte]): String = bytes.map(b => f"$b%02x").mkString
