package shootout.broker

import java.nio.file.{Files, Path}
import java.security.{DigestInputStream, MessageDigest}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** The expected checksums of a broker's files, whatever a registry says of them. They are in `files.sha256` next to its
  * `broker.yaml`, in the format of `sha256sum`. Names are paths in a Maven repository, so `sha256sum --check` works in
  * a local one. The names of Python packages are `pip/` and the name of the wheel.
  *
  * @param sums
  *   SHA-256 in hexadecimal, by name
  */
final case class Checksums(sums: Map[String, String]):
  /** The content of the file. */
  def text: String = sums.toList.sorted.map((name, sum) => s"$sum  $name\n").mkString

  def only(wanted: String => Boolean): Checksums = Checksums(sums.filter((name, _) => wanted(name)))

  /** The differences in `newer`, one line each. */
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
    *   a version or variant that has its own files
    */
  def fileOf(of: Option[String]): String = of.fold(file)(which => s"files-${BrokerSpec.slug(which)}.sha256")

  private val line = "([0-9a-f]{64})  ([\\w.+@!~-]+(?:/[\\w.+@!~-]+)+)".r

  /** Left is the line that cannot be read. None means there is no such file. */
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

/** A file that Maven has put into its local repository, or pip into a folder.
  *
  * @param name
  *   its path there, as in `files.sha256`
  */
private[broker] final case class FetchedFile(name: String, path: java.nio.file.Path)

/** Compares the fetched files with the known checksums. */
private[broker] object Verification:
  private val shown = 3

  /** Refuses a file with a wrong checksum, a file without a line, and a line without a file.
    *
    * @param kept
    *   true if the file stays where it is and would be reused the next time
    */
  def check(
      spec: BrokerSpec,
      known: Checksums,
      files: List[FetchedFile],
      kept: Boolean = true
  ): Either[Unavailable, List[FetchedFile]] =
    val found = Checksums.of(files)
    val wrong = files.flatMap { file =>
      known.sums.get(file.name).filter(_ != found.sums(file.name)).map { expected =>
        val list = spec.checksumsShown
        file -> s"${file.name} has the SHA-256 ${found.sums(file.name)}, and $list says $expected"
      }
    }
    val extra = files.map(_.name).filterNot(known.sums.contains)
      .map(name => s"${spec.checksumsShown} has no line for $name, whose SHA-256 is ${found.sums(name)}")
    val absent = known.sums.keys.toList.sorted.filterNot(found.sums.contains)
      .map(name => s"$name is in ${spec.checksumsShown}, but was not downloaded")
    if wrong.nonEmpty then Left(refused(spec, wrong.map(_._2), again(wrong.map(_._1).filter(_ => kept))))
    else if extra.nonEmpty || absent.nonEmpty then Left(refused(spec, extra ++ absent, lock(spec.origin)))
    else Right(files)

  private def refused(spec: BrokerSpec, problems: List[String], remedy: String): Unavailable =
    val more = if problems.sizeIs > shown then s"; and ${problems.size - shown} more" else ""
    Unavailable(s"${spec.title} is refused: ${problems.take(shown).mkString("; ")}$more", remedy)

  private def again(files: List[FetchedFile]): String =
    val first = if files.isEmpty then "" else s"delete ${files.map(_.path).mkString(" and ")} and "
    s"${first}run again; should the same come again, it is the mirror's or the " +
      "registry's fault"

  /** The remedy if the list of files does not match `broker.yaml`. */
  def lock(broker: String): String =
    s"if broker.yaml was changed on purpose, run 'bin/lock-brokers $broker' and look at what it changes"
