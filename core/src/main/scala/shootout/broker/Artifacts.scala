package shootout.broker

import shootout.units.{FileTrouble, Json}

import java.io.IOException
import java.nio.file.{AtomicMoveNotSupportedException, Files, Path, StandardCopyOption}
import scala.concurrent.duration.*

/** Why a broker is not available on this machine, or did not start.
  *
  * @param remedy
  *   what a person may do about it; empty if that is unknown
  * @param logTail
  *   the broker's last lines of output
  */
case class Unavailable(reason: String, remedy: String = "", logTail: List[String] = Nil) derives Json.ReadWriter:
  override def toString: String = if remedy.isEmpty then reason else s"$reason ($remedy)"

/** Is notified about the progress of a fetch. */
trait FetchWatch:
  /** Reports something that a person should know. */
  def say(text: String): Unit

  /** How many files were downloaded until now. */
  def downloaded(files: Int): Unit = ()

/** The options for getting a broker. */
case class InstallOptions(
    artifacts: Artifacts,
    /** If true, the package manager may be run. */
    allowSystemPackages: Boolean,
    /** Is notified about downloads, and about every command that changes the system. */
    watch: FetchWatch
)

/** The files of brokers. The user's own client of a registry fetches them once, with the user's mirrors and proxies.
  * They are compared with the project's own checksums and kept in a cache outside the checkout. Files are verified
  * before they enter the cache and are not read again later.
  *
  * @param cache
  *   one folder for each broker, version, and content of its `get` section and of its `files.sha256`
  * @param maven
  *   the program, and options that come before the goal
  * @param limit
  *   a client that takes longer is ended
  */
final class Artifacts(cache: Path, maven: List[String] = List("mvn"), limit: FiniteDuration = Artifacts.limit):
  import Artifacts.Fetched

  /** The folders with the brokers' files, which are fetched if they are not there yet. The files of all brokers come
    * from Maven at once, then those of wheels.
    *
    * @param installs
    *   whether the package manager may install a client
    * @return
    *   the folders by the brokers' names
    */
  def fetch(specs: List[BrokerSpec], installs: Boolean, watch: FetchWatch): Fetched =
    val (unknown, known) = specs.partitionMap { spec =>
      Checksums.known(spec).map(spec -> _).left.map(why => spec.name -> Left(why))
    }
    val (here, missing) = known.partition((spec, sums) => Files.isDirectory(folder(spec, sums)))
    val found = here.map((spec, sums) => spec.name -> Right(folder(spec, sums)))
    unknown.toMap ++ found ++ download(missing, installs, watch)

  private def folder(spec: BrokerSpec, sums: Checksums): Path =
    val origin = BrokerSpec.slug(spec.origin)
    val asked = spec.source match
      case Source.Wheels(packages) => ("pip" :: packages).mkString("", "\n", "\n")
      case other => MavenPom.of(origin, other, None)
    val content = Checksums.sha256(asked + sums.text)
    cache.resolve(s"$origin-${spec.version.getOrElse("unversioned")}-${content.take(Artifacts.HashDigits)}")

  private def download(missing: List[(BrokerSpec, Checksums)], installs: Boolean, watch: FetchWatch): Fetched =
    if missing.isEmpty then Map.empty
    else
      try
        Files.createDirectories(cache)
        val scratch = Files.createTempDirectory(cache, "incomplete-")
        try
          val (wheels, others) = missing.partition((spec, _) => spec.source.isInstanceOf[Source.Wheels])
          val pip = PipWheels(scratch, limit, installs, watch)
          val fetched = MavenFetch(maven, scratch, limit, watch).fetch(others) ++
            wheels.map((spec, sums) => spec.name -> pip.fetch(spec, sums))
          missing.map((spec, sums) =>
            spec.name -> fetched(spec.name).map(Artifacts.publish(_, folder(spec, sums)))
          ).toMap
        finally WorkFolder.delete(scratch)
      catch
        case e: IOException =>
          val trouble = Unavailable(s"$cache cannot be written: ${FileTrouble.words(e)}", "free some space there")
          missing.map((spec, _) => spec.name -> Left(trouble)).toMap

object Artifacts:
  /** Folders by the name of the broker. */
  type Fetched = Map[String, Either[Unavailable, Path]]

  private val HashDigits = 12
  private[broker] val limit = 20.minutes

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
  /** @return
    *   the brokers that are not available, by name, with the reason
    */
  def of(specs: List[BrokerSpec], options: InstallOptions): Map[String, Unavailable] =
    val wanted = specs.filter(_.home.isEmpty)
    val (installs, watch) = (options.allowSystemPackages, options.watch)
    val installed =
      for spec <- wanted; case system: Source.SystemPackage <- List(spec.source)
      yield spec.name -> SystemPackages.locate(spec.title, system, installs, watch)
    val fetched = options.artifacts.fetch(wanted.filter(_.source.isFetched), installs, watch)
    (fetched ++ installed).collect { case (name, Left(unavailable)) => name -> unavailable }

/** Records the checksums of a broker's files for later fetches. It fetches the files again from a registry, whatever
  * the local repository contains, in the versions that `broker.yaml` leads to today.
  */
object BrokerLock:
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
    val afresh = maven :+ s"-Dmaven.repo.local=${scratch.resolve("repository")}"
    val pip = PipWheels(scratch, Artifacts.limit, installs = false, watch)
    MavenFetch(afresh, scratch, Artifacts.limit, watch).sums(others) ++
      wheels.map(spec => spec.name -> pip.sums(spec))

  /** The checksums to be recorded: those of the files fetched here, and the known ones of the same packages for other
    * kinds of machines.
    */
  def joined(spec: BrokerSpec, before: Checksums, here: Checksums): Checksums = spec.source match
    case _: Source.Wheels => Checksums(here.sums ++ PipWheels.elsewhere(before, here.sums.keys).sums)
    case _ => here
