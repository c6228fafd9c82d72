package shootout.broker

import java.io.OutputStream
import java.nio.file.{Files, Path}
import java.security.{DigestInputStream, MessageDigest}
import java.util.HexFormat
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

  /** The project's own checksums of this broker's files. */
  def known(spec: BrokerSpec): Either[Unavailable, Checksums] =
    val lock = s"'bin/lock-brokers ${spec.origin}'"
    if !Files.exists(spec.checksums) then
      val reason = s"there is no ${spec.checksumsShown} to check the files of ${spec.title} with"
      Left(Unavailable(reason, s"run $lock"))
    else
      val (wrong, good) = Files.readAllLines(spec.checksums).asScala.toList.zipWithIndex.partitionMap {
        case (line(sum, name), _) => Right(name -> sum)
        case (other, n) => Left(s"line ${n + 1} is '$other'; write 64 hexadecimal digits, two spaces, a path")
      }
      def unreadable(problem: String) = Unavailable(s"${spec.checksumsShown}: $problem", s"$lock writes it again")
      wrong.headOption.map(unreadable).toLeft(Checksums(good.toMap))

  private[broker] def of(files: List[FetchedFile]): Checksums =
    Checksums(files.map(f => f.name -> sha256(f.path)).toMap)

  def sha256(file: Path): String =
    val digest = MessageDigest.getInstance("SHA-256")
    Using.resource(DigestInputStream(Files.newInputStream(file), digest))(_.transferTo(OutputStream.nullOutputStream))
    HexFormat.of.formatHex(digest.digest)

  def sha256(text: String): String =
    HexFormat.of.formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes("UTF-8")))

/** A file that Maven has put into its local repository, or pip into a folder.
  *
  * @param name
  *   its path there, as in `files.sha256`
  */
private[broker] final case class FetchedFile(name: String, path: Path)

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
    val found = Checksums.of(files).sums
    val list = spec.checksumsShown
    val wrong = files.filter(file => known.sums.get(file.name).exists(_ != found(file.name)))
    val different = wrong.map { file =>
      s"${file.name} has the SHA-256 ${found(file.name)}, and $list says ${known.sums(file.name)}"
    }
    val extra = files.map(_.name).filterNot(known.sums.contains)
      .map(name => s"$list has no line for $name, whose SHA-256 is ${found(name)}")
    val absent = known.sums.keys.toList.sorted.filterNot(found.contains)
      .map(name => s"$name is in $list, but was not downloaded")
    if wrong.nonEmpty then
      val first = if kept then s"delete ${wrong.map(_.path).mkString(" and ")} and run again" else "run again"
      val remedy = s"$first; should the same come again, it is the mirror's or the registry's fault"
      Left(refused(spec, different, remedy))
    else if extra.nonEmpty || absent.nonEmpty then
      val remedy =
        s"if broker.yaml was changed on purpose, run 'bin/lock-brokers ${spec.origin}' and look at what it changes"
      Left(refused(spec, extra ++ absent, remedy))
    else Right(files)

  private def refused(spec: BrokerSpec, problems: List[String], remedy: String): Unavailable =
    val more = if problems.sizeIs > shown then s"; and ${problems.size - shown} more" else ""
    Unavailable(s"${spec.title} is refused: ${problems.take(shown).mkString("; ")}$more", remedy)
