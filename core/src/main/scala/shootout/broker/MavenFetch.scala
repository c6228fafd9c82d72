package shootout.broker

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** Told of what a fetch does. */
trait FetchWatch:
  /** Something that a person should know. */
  def say(text: String): Unit

  /** How many files were downloaded until now. */
  def downloaded(files: Int): Unit

object FetchWatch:
  def of(tell: String => Unit): FetchWatch = new FetchWatch:
    def say(text: String): Unit = tell(text)
    def downloaded(files: Int): Unit = ()

/** Has the user's Maven get the files of several brokers into its local repository. That is not made for several Mavens at once; so one
  * gets them all, each as a module of a project, several at a time. What a registry says of a checksum is no obstacle.
  *
  * @param maven
  *   the program, and options that come before the goal
  * @param limit
  *   of one attempt
  * @param waits
  *   before each further attempt at what may work in a moment
  */
private final class MavenFetch(maven: List[String], limit: FiniteDuration, waits: List[FiniteDuration]):
  import MavenFetch.*

  /** @param folder
    *   of its own, for what Maven writes
    * @param brokers
    *   each with the checksums that its versions are to be taken from
    * @return
    *   by name: the files, or why they cannot be had
    */
  def resolve(folder: Path, brokers: List[(BrokerSpec, Option[Checksums])], watch: FetchWatch): Resolved =
    Retries(waits).over(brokers.map(_._1.name), watch.say) { names =>
      once(Files.createTempDirectory(folder, "attempt-"), brokers.filter((spec, _) => names.contains(spec.name)), watch)
    }

  private def once(folder: Path, brokers: List[(BrokerSpec, Option[Checksums])], watch: FetchWatch) =
    val names = write(folder, brokers)
    val goals = List(s"$plugin:build-classpath", s"-Dmdep.outputFile=$list")
    val ran = ToolCommand.run(command(goals), Some(folder), limit, output => watch.downloaded(count(output)))
    names.map { (name, spec) =>
      val written = folder.resolve(name).resolve(list)
      // a module that is done is done, whatever became of the others
      if Files.exists(written) then spec.name -> files(spec, Files.readString(written).trim)
      else spec.name -> Left(MavenFailure.explain(spec.title, module(name), ran.left.getOrElse(nothing)))
    }.toMap

  /** Unpacks archives that [[resolve]] has brought, each into the folder that is returned. */
  def unpack(folder: Path, brokers: List[BrokerSpec]): Map[String, Either[Unavailable, Path]] =
    if brokers.isEmpty then Map.empty
    else
      val names = write(folder, brokers.map(_ -> None))
      val goals = List("--offline", s"$plugin:unpack-dependencies", s"-DoutputDirectory=$unpacked")
      val ran = ToolCommand.run(command(goals), Some(folder), limit)
      names.map { (name, spec) =>
        val target = folder.resolve(name).resolve(unpacked)
        val failure = ran.left.toOption.filter(f => f.cannotRun || MavenFailure.concerns(f, module(name)))
        if failure.isEmpty && Files.isDirectory(target) then spec.name -> Right(target)
        else
          val why = failure.orElse(ran.left.toOption).fold("there is nothing in it")(_.summary)
          spec.name -> Left(Unavailable(s"the archive of ${spec.title} cannot be unpacked: $why", "is the disk full?"))
      }.toMap

  /** Of an option that stands twice, Maven takes the last one. */
  private def command(goals: List[String]): List[String] = maven.head :: options ++ maven.tail ++ goals

  /** The project, with a module for each broker, which has the broker's name as far as Maven allows. */
  private def write(folder: Path, brokers: List[(BrokerSpec, Option[Checksums])]): List[(String, BrokerSpec)] =
    Files.writeString(folder.resolve("pom.xml"), MavenPom.together(brokers.map(_._1.slug)))
    for (spec, pins) <- brokers yield
      val own = Files.createDirectories(folder.resolve(spec.slug))
      Files.writeString(own.resolve("pom.xml"), MavenPom.of(spec.slug, spec.source, pins))
      spec.slug -> spec

  /** Names are relative to the local repository, which is where the broker's own coordinates are. */
  private def files(spec: BrokerSpec, classPath: String): Either[FetchFailure, List[FetchedFile]] =
    val paths = classPath.split(java.io.File.pathSeparator).toList.filter(_.nonEmpty).map(_.replace('\\', '/'))
    val repository =
      MavenPom.paths(spec.source).flatMap(own => paths.find(_.endsWith(s"/$own")).map(_.stripSuffix(own)))
    repository.headOption match
      case None =>
        val remedy = "look at the 'get' section of its broker.yaml"
        Left(FetchFailure(Unavailable(s"Maven fetched nothing for ${spec.title}", remedy), mayPass = false))
      case Some(root) => Right(paths.map(path => FetchedFile(path.stripPrefix(root), Path.of(path))))

private object MavenFetch:
  /** By the name of the broker. */
  type Resolved = Map[String, Either[Unavailable, List[FetchedFile]]]

  private val plugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
  private val list = "files.txt"
  private val unpacked = "files"
  private val nothing = CommandFailure("Maven said nothing", Nil)

  /** How Maven's errors name a broker. */
  private def module(name: String): String = s"broker-$name"

  /** With bounds on every single connection: without them a registry that does not answer would be waited for, for half an hour. Errors
    * of yesterday are not believed (`--update-snapshots`), and whether checksums are right is for [[Verification]] to say.
    */
  private val options: List[String] = List(
    "--batch-mode",
    "--fail-at-end",
    "--threads=4",
    "--lax-checksums",
    "--update-snapshots",
    "-Daether.connector.connectTimeout=10000",
    "-Daether.connector.requestTimeout=30000",
    "-Daether.connector.http.retryHandler.count=1",
    // Maven before 3.9 hears these two only
    "-Dmaven.wagon.rto=30000",
    "-Dmaven.wagon.http.retryHandler.count=1"
  )

  private def count(output: Path): Int =
    String(Files.readAllBytes(output), "UTF-8").linesIterator.count(_.contains("Downloaded from "))
