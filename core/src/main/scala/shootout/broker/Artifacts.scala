package shootout.broker

import shootout.units.FileTrouble

import java.io.IOException
import java.nio.file.{AtomicMoveNotSupportedException, Files, Path, StandardCopyOption}
import java.util.concurrent.{ExecutionException, Executors}
import scala.concurrent.duration.*

/** The files of brokers. The user's own client of a registry fetches them once, with the user's mirrors and proxies.
  * They are compared with the project's own checksums and kept in a cache outside the checkout. Files are verified
  * before they enter the cache and are not read again later.
  *
  * @param cache
  *   one folder for each broker, version, and content of its `get` section and of its `files.sha256`
  * @param maven
  *   the program, and options that come before the goal
  * @param limit
  *   an attempt that takes longer is abandoned
  * @param waits
  *   the wait before each further attempt, if the registry does not answer
  */
final class Artifacts(
    cache: Path,
    maven: List[String] = List("mvn"),
    limit: FiniteDuration = 20.minutes,
    waits: List[FiniteDuration] = Artifacts.waits
):
  import Artifacts.{publish, Fetched, Wanted}

  /** The folder with the broker's files, fetched if it is not there yet.
    *
    * @param say
    *   is called when something is downloaded
    */
  def fetch(spec: BrokerSpec, say: String => Unit): Either[Unavailable, Path] =
    fetch(List(spec), FetchWatch.of(say))(spec.name)

  /** Like [[fetch]], for several brokers at once.
    *
    * @return
    *   the folders by the brokers' names
    */
  def fetch(specs: List[BrokerSpec], watch: FetchWatch): Fetched =
    val wanted = specs.map(spec => spec.name -> this.wanted(spec)).toMap
    val missing =
      wanted.values.flatMap(_.toOption).filterNot(w => Files.isDirectory(w.target)).toList.sortBy(_.spec.name)
    for (program, group) <- missing.groupBy(w => client(w.spec)).toList.sortBy(_._1) do
      watch.say(s"downloading ${group.map(_.spec.titled).mkString(", ")} with $program")
    wanted.map((name, outcome) => name -> outcome.map(_.target)) ++ download(missing, watch)

  /** Whether everything is in the cache already. */
  def has(spec: BrokerSpec): Boolean = wanted(spec).exists(w => Files.isDirectory(w.target))

  private def client(spec: BrokerSpec): String = spec.source match
    case _: Source.Wheels => "pip3"
    case _ => maven.head

  private def wanted(spec: BrokerSpec): Either[Unavailable, Wanted] =
    val file = spec.checksumsShown
    Checksums.read(spec.checksums) match
      case Left(problem) => Left(Unavailable(s"$file: $problem", s"'bin/lock-brokers ${spec.origin}' writes it again"))
      case Right(None) =>
        val reason = s"there is no $file to check the files of ${spec.title} with"
        Left(Unavailable(reason, s"run 'bin/lock-brokers ${spec.origin}'"))
      case Right(Some(sums)) => Right(Wanted(spec, sums, folder(spec, sums)))

  private def folder(spec: BrokerSpec, sums: Checksums): Path =
    val origin = BrokerSpec.slug(spec.origin)
    val asked = spec.source match
      case Source.Wheels(packages) => ("pip" :: packages).mkString("", "\n", "\n")
      case other => MavenPom.of(origin, other, None)
    val content = Checksums.sha256(asked + sums.text)
    cache.resolve(s"$origin-${spec.version.getOrElse("unversioned")}-${content.take(Artifacts.HashDigits)}")

  private def download(missing: List[Wanted], watch: FetchWatch): Fetched =
    if missing.isEmpty then Map.empty
    else
      try
        Files.createDirectories(cache)
        val scratch = Files.createTempDirectory(cache, "incomplete-")
        try
          val (wheels, others) = missing.partition(_.spec.source.isInstanceOf[Source.Wheels])
          fromMaven(scratch, others, watch) ++ wheels.map(w => w.spec.name -> fromPip(scratch, w, watch))
        finally WorkFolder.delete(scratch)
      catch
        case e: IOException =>
          val trouble = Unavailable(s"$cache cannot be written: ${FileTrouble.words(e)}", "free some space there")
          missing.map(_.spec.name -> Left(trouble)).toMap

  private def fromPip(scratch: Path, wanted: Wanted, watch: FetchWatch): Either[Unavailable, Path] =
    val folder = Files.createTempDirectory(scratch, "pip-")
    PipWheels(limit, waits).fetch(folder, wanted.spec, wanted.sums, watch.say).map(publish(_, wanted.target))

  private def fromMaven(scratch: Path, missing: List[Wanted], watch: FetchWatch): Fetched =
    if missing.isEmpty then Map.empty
    else
      val fetch = MavenFetch(maven, limit, waits)
      val resolved = fetch.resolve(scratch, missing.map(w => w.spec -> Some(w.sums)), watch)
      val verified =
        missing.map(w => w.spec -> resolved(w.spec.name).flatMap(Verification.check(w.spec, w.sums, _)))
      val contents = prepare(fetch, scratch, verified)
      missing.map(w => w.spec.name -> contents(w.spec.name).map(publish(_, w.target))).toMap

  /** The folders to be published, with archives unpacked and jars in one folder. */
  private def prepare(
      fetch: MavenFetch,
      scratch: Path,
      verified: List[(BrokerSpec, Either[Unavailable, List[FetchedFile]])]
  ): Fetched =
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

object Artifacts:
  /** Folders by the name of the broker. */
  type Fetched = Map[String, Either[Unavailable, Path]]

  private final case class Wanted(spec: BrokerSpec, sums: Checksums, target: Path)

  private val HashDigits = 12
  private[broker] val waits = List(3.seconds, 12.seconds)

  def defaultCache: Path = userFolder.resolve("brokers")

  /** The folder for class files that were compiled from brokers' own sources. */
  def defaultClasses: Path = userFolder.resolve("classes")

  /** The folder that all checkouts of a user share: `$XDG_CACHE_HOME/broker-shootout`, where XDG defines `~/.cache` as
    * the default.
    */
  def userFolder: Path =
    val base = sys.env.get("XDG_CACHE_HOME").filter(_.nonEmpty).map(Path.of(_))
    base.getOrElse(Path.of(System.getProperty("user.home"), ".cache")).resolve("broker-shootout")

  /** Renames the folder as the last step, so that an interrupted download never passes for a complete one. */
  private[broker] def publish(files: Path, target: Path): Path =
    try Files.move(files, target, StandardCopyOption.ATOMIC_MOVE)
    catch
      case e: AtomicMoveNotSupportedException => throw e
      case e: IOException => if !Files.isDirectory(target) then throw e // Another run was faster.
    target

/** Fetches several brokers before any of them is needed. */
object Downloads:
  /** Fetches all brokers from Maven at once, then those made of wheels. At the same time the package manager installs
    * its brokers one by one.
    *
    * @param watch
    *   is notified about both sides
    * @return
    *   the brokers that are not available, by name, with the reason
    */
  def of(specs: List[BrokerSpec], options: InstallOptions, watch: FetchWatch): Map[String, Unavailable] =
    val wanted = specs.filter(_.home.isEmpty)
    val packaged = for spec <- wanted; case system: Source.SystemPackage <- List(spec.source) yield spec -> system
    val clients = wanted.filter(_.source.isFetched).map(spec => spec -> PipWheels.ensure(spec, options))
    val clientless = clients.collect { case (spec, Left(why)) => spec.name -> why }
    val ready = clients.collect { case (spec, Right(())) => spec }
    val packageManager = Executors.newSingleThreadExecutor()
    try
      val located = packageManager.submit(() =>
        packaged.map { (spec, system) =>
          spec.name -> SystemPackages.locate(spec.title, system, options.allowSystemPackages, watch.say)
        }.toMap
      )
      val fetched = options.artifacts.fetch(ready, watch)
      (fetched ++ located.get).collect { case (name, Left(unavailable)) => name -> unavailable } ++ clientless
    catch case e: ExecutionException => throw e.getCause
    finally packageManager.shutdownNow() // An interrupt ends the package manager too.

/** Records the checksums of a broker's files for later fetches. It fetches the files again from a registry, whatever
  * the local repository contains, in the versions that `broker.yaml` leads to today.
  */
object BrokerLock:
  private val limit = 20.minutes

  /** @param scratch
    *   an empty folder
    * @return
    *   the checksums by the brokers' names
    */
  def sums(
      scratch: Path,
      specs: List[BrokerSpec],
      watch: FetchWatch,
      maven: List[String] = List("mvn")
  ): Map[String, Either[Unavailable, Checksums]] =
    val (wheels, others) = specs.partition(_.source.isInstanceOf[Source.Wheels])
    val ofWheels = wheels.map { spec =>
      val folder = Files.createTempDirectory(scratch, "pip-")
      spec.name -> PipWheels(limit, Artifacts.waits).sums(folder, spec, watch.say)
    }
    val ofMaven =
      if others.isEmpty then Map.empty
      else
        val afresh = maven :+ s"-Dmaven.repo.local=${scratch.resolve("repository")}"
        MavenFetch(afresh, limit, Artifacts.waits)
          .resolve(scratch, others.map(_ -> None), watch)
          .map((name, files) => name -> files.map(Checksums.of))
    ofMaven ++ ofWheels

  /** The checksums to be recorded: those of the files fetched here, and the known ones of the same packages for other
    * kinds of machines.
    */
  def joined(spec: BrokerSpec, before: Checksums, here: Checksums): Checksums = spec.source match
    case _: Source.Wheels => Checksums(here.sums ++ PipWheels.elsewhere(before, here.sums.keys).sums)
    case _ => here
