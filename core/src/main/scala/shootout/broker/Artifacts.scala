package shootout.broker

import java.io.IOException
import java.nio.file.{AtomicMoveNotSupportedException, Files, Path, StandardCopyOption}
import java.security.MessageDigest
import scala.concurrent.duration.*

/** Brokers from a Maven registry: fetched once with the user's own Maven (so with the user's mirrors and proxies),
  * verified against the registry's checksums, and kept in a cache outside the checkout.
  *
  * @param cache
  *   one folder for each broker, version and content of its `get` section
  * @param maven
  *   the program, and options that come before the goal
  * @param limit
  *   a fetch that takes longer is given up
  */
final class Artifacts(cache: Path, maven: List[String] = List("mvn"), limit: FiniteDuration = 20.minutes):

  /** The folder with the broker's files, fetched if it is not there yet.
    *
    * @param say
    *   is told when something is downloaded
    */
  def fetch(spec: BrokerSpec, say: String => Unit): Either[Unavailable, Path] =
    val target =
      cache.resolve(s"${spec.origin}-${spec.version.getOrElse("unversioned")}-${Artifacts.hash(spec.source)}")
    if Files.isDirectory(target) then Right(target)
    else
      say(s"downloading ${spec.title} ${spec.version.getOrElse("")} with ${maven.head}")
      download(spec, target)

  private def download(spec: BrokerSpec, target: Path): Either[Unavailable, Path] =
    Files.createDirectories(cache)
    val scratch = Files.createTempDirectory(cache, s"${spec.name}-incomplete-")
    try
      Files.writeString(scratch.resolve("pom.xml"), MavenPom.of(spec.source))
      val files = scratch.resolve("files")
      val goal = MavenPom.goal(spec.source, files)
      ToolCommand.run(maven ++ MavenPom.options ++ goal, Some(scratch), limit) match
        case Left(failure) => Left(MavenFailure.explain(spec.title, failure))
        case Right(_) if !Files.isDirectory(files) =>
          Left(Unavailable(s"Maven fetched nothing for ${spec.title}", "look at the 'get' section of its broker.yaml"))
        case Right(_) =>
          publish(files, target)
          Right(target)
    catch
      case e: IOException => Left(Unavailable(s"$cache cannot be written: ${e.getMessage}", "free some space there"))
    finally WorkFolder.delete(scratch)

  /** The rename is the last step, so that an interrupted download is never taken for a complete one. */
  private def publish(files: Path, target: Path): Unit =
    try Files.move(files, target, StandardCopyOption.ATOMIC_MOVE)
    catch
      case e: AtomicMoveNotSupportedException => throw e
      case e: IOException => if !Files.isDirectory(target) then throw e // another run was quicker

object Artifacts:
  /** `$XDG_CACHE_HOME/broker-shootout/brokers`, with `~/.cache` as XDG says. */
  def defaultCache: Path =
    val base = sys.env.get("XDG_CACHE_HOME").filter(_.nonEmpty).map(Path.of(_))
    base.getOrElse(Path.of(System.getProperty("user.home"), ".cache")).resolve("broker-shootout").resolve("brokers")

  private def hash(source: Source): String =
    val digest = MessageDigest.getInstance("SHA-256").digest(MavenPom.of(source).getBytes("UTF-8"))
    digest.take(hashBytes).map(b => f"$b%02x").mkString

  private val hashBytes = 6
