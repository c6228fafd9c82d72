package shootout.broker

import shootout.units.FileTrouble

import java.io.IOException
import java.nio.file.{AtomicMoveNotSupportedException, Files, Path, StandardCopyOption}
import scala.concurrent.duration.*

/** Brokers from Maven registries, and from others ([[Registry]]): fetched once with the user's own client (so with the user's mirrors and
  * proxies), compared with the project's own checksums, and kept in a cache outside the checkout. What is in the cache was
  * verified before it came there, and is not read through again.
  *
  * @param cache
  *   one folder for each broker, version, and content of its `get` section and of its `files.sha256`
  * @param maven
  *   the program, and options that come before the goal
  * @param limit
  *   an attempt that takes longer is given up
  * @param waits
  *   before each further attempt, should the registry not answer
  */
final class Artifacts(
    cache: Path,
    maven: List[String] = List("mvn"),
    limit: FiniteDuration = 20.minutes,
    waits: List[FiniteDuration] = Artifacts.waits
):
  /** The folder with the broker's files, fetched if it is not there yet.
    *
    * @param say
    *   is told when something is downloaded
    */
  def fetch(spec: BrokerSpec, say: String => Unit): Either[Unavailable, Path] =
    fetch(List(spec), FetchWatch.of(say))(spec.name)

  /** The same for several at once.
    *
    * @return
    *   by the brokers' names
    */
  def fetch(specs: List[BrokerSpec], watch: FetchWatch): Map[String, Either[Unavailable, Path]] =
    val (unknown, known) =
      specs.partitionMap(spec => checksums(spec).fold(u => Left(spec.name -> Left(u)), c => Right(spec -> c)))
    val (here, missing) =
      known.map((spec, sums) => (spec, sums, folder(spec, sums))).partition(w => Files.isDirectory(w._3))
    for (program, specs) <- missing.map(_._1).groupBy(client).toList.sortBy(_._1) do
      watch.say(s"downloading ${specs.map(_.titled).mkString(", ")} with $program")
    unknown.toMap ++ here.map((spec, _, target) => spec.name -> Right(target)) ++ download(missing, watch)

  /** Whether nothing need be downloaded. */
  def has(spec: BrokerSpec): Boolean = checksums(spec).exists(sums => Files.isDirectory(folder(spec, sums)))

  private def client(spec: BrokerSpec): String = spec.source match
    case Source.Packages(registry, _) => registry.client
    case _ => maven.head

  private def checksums(spec: BrokerSpec): Either[Unavailable, Checksums] =
    val file = spec.checksumsShown
    Checksums.read(spec.checksums) match
      case Left(problem) => Left(Unavailable(s"$file: $problem", s"'bin/lock-brokers ${spec.origin}' writes it anew"))
      case Right(None) =>
        Left(Unavailable(
          s"there is no $file to check the files of ${spec.title} with",
          s"run 'bin/lock-brokers ${spec.origin}'"
        ))
      case Right(Some(sums)) => Right(sums)

  private def folder(spec: BrokerSpec, sums: Checksums): Path =
    val origin = BrokerSpec.slug(spec.origin)
    val asked = spec.source match
      case Source.Packages(registry, names) => (registry.key :: names).mkString("", "\n", "\n")
      case other => MavenPom.of(origin, other, None)
    val content = Checksums.sha256(asked + sums.text)
    cache.resolve(s"$origin-${spec.version.getOrElse("unversioned")}-${content.take(Artifacts.hashDigits)}")

  private def download(
      missing: List[(BrokerSpec, Checksums, Path)],
      watch: FetchWatch
  ): Map[String, Either[Unavailable, Path]] =
    if missing.isEmpty then Map.empty
    else
      try
        Files.createDirectories(cache)
        val scratch = Files.createTempDirectory(cache, "incomplete-")
        val (registered, others) = missing.partition(_._1.source.isInstanceOf[Source.Packages])
        try
          val fetched = fromMaven(scratch, others, watch)
          fetched ++ registered.map((spec, sums, target) => fromRegistry(scratch, spec, sums, target, watch))
        finally WorkFolder.delete(scratch)
      catch
        case e: IOException =>
          val trouble = Unavailable(s"$cache cannot be written: ${FileTrouble.words(e)}", "free some space there")
          missing.map((spec, _, _) => spec.name -> Left(trouble)).toMap

  private def fromRegistry(scratch: Path, spec: BrokerSpec, sums: Checksums, target: Path, watch: FetchWatch) =
    val folder = Files.createTempDirectory(scratch, "registry-")
    spec.name -> RegistryFetch(limit, waits).fetch(folder, spec, sums, watch.say).map(publish(_, target))

  private def fromMaven(
      scratch: Path,
      missing: List[(BrokerSpec, Checksums, Path)],
      watch: FetchWatch
  ): Map[String, Either[Unavailable, Path]] =
    if missing.isEmpty then Map.empty
    else
      val fetch = MavenFetch(maven, limit, waits)
      val resolved = fetch.resolve(scratch, missing.map((spec, sums, _) => spec -> Some(sums)), watch)
      val verified =
        for (spec, sums, _) <- missing yield spec -> resolved(spec.name).flatMap(Verification.check(spec, sums, _))
      val contents = prepare(fetch, scratch, verified)
      missing.map((spec, _, target) => spec.name -> contents(spec.name).map(publish(_, target))).toMap

  /** The folders that are to be published: archives unpacked, jars side by side. */
  private def prepare(
      fetch: MavenFetch,
      scratch: Path,
      verified: List[(BrokerSpec, Either[Unavailable, List[FetchedFile]])]
  ): Map[String, Either[Unavailable, Path]] =
    val good = verified.collect { case (spec, Right(files)) => spec -> files }
    val (archives, jars) = good.partition((spec, _) => spec.source.isInstanceOf[Source.Archive])
    val folder = Files.createTempDirectory(scratch, "unpack-")
    val copied =
      for (spec, files) <- jars yield
        val target = Files.createTempDirectory(scratch, "jars-")
        for file <- files do Files.copy(file.path, target.resolve(file.path.getFileName))
        spec.name -> Right(target)
    val refused = verified.collect { case (spec, Left(unavailable)) => spec.name -> Left(unavailable) }
    fetch.unpack(folder, archives.map(_._1)) ++ copied ++ refused

  /** The rename is the last step, so that an interrupted download is never taken for a complete one. */
  private def publish(files: Path, target: Path): Path =
    try Files.move(files, target, StandardCopyOption.ATOMIC_MOVE)
    catch
      case e: AtomicMoveNotSupportedException => throw e
      case e: IOException => if !Files.isDirectory(target) then throw e // another run was quicker
    target

object Artifacts:
  private val hashDigits = 12
  private[broker] val waits = List(3.seconds, 12.seconds)

  def defaultCache: Path = userFolder.resolve("brokers")

  /** Where the class files of brokers' own sources are kept. */
  def defaultClasses: Path = userFolder.resolve("classes")

  /** What all checkouts of a user share: `$XDG_CACHE_HOME/broker-shootout`, with `~/.cache` as XDG says. */
  def userFolder: Path =
    val base = sys.env.get("XDG_CACHE_HOME").filter(_.nonEmpty).map(Path.of(_))
    base.getOrElse(Path.of(System.getProperty("user.home"), ".cache")).resolve("broker-shootout")
