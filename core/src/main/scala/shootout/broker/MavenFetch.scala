package shootout.broker

import java.nio.file.{Files, Path}
import java.util.regex.Pattern
import scala.concurrent.duration.*

/** Lets the user's Maven fetch the files of several brokers into its local repository. That repository does not support
  * several Mavens at once. One Maven therefore fetches all brokers, each as a module of a project and several at a
  * time. Checksums of the registry are ignored.
  *
  * @param maven
  *   the program, and options that come before the goal
  * @param limit
  *   the limit of one attempt
  * @param waits
  *   the wait before each further attempt that may succeed in a moment
  */
private final class MavenFetch(maven: List[String], limit: FiniteDuration, waits: List[FiniteDuration]):
  import MavenFetch.*

  /** @param folder
    *   a folder of its own, for what Maven writes
    * @param brokers
    *   each with the checksums that determine its versions
    * @return
    *   the files, or why they are not available, by name
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
      // A finished module stays valid, whatever happened to the others.
      if Files.exists(written) then spec.name -> files(spec, Files.readString(written).trim)
      else spec.name -> Left(explain(spec.title, module(name), ran.left.getOrElse(nothing)))
    }.toMap

  /** Unpacks archives that [[resolve]] has fetched. Returns the folder of each. */
  def unpack(folder: Path, brokers: List[BrokerSpec]): Map[String, Either[Unavailable, Path]] =
    if brokers.isEmpty then Map.empty
    else
      val names = write(folder, brokers.map(_ -> None))
      val goals = List("--offline", s"$plugin:unpack-dependencies", s"-DoutputDirectory=$unpacked")
      val ran = ToolCommand.run(command(goals), Some(folder), limit)
      names.map { (name, spec) =>
        val target = folder.resolve(name).resolve(unpacked)
        val failure = ran.left.toOption.filter(f => f.cannotRun || errors(f).exists(mentions(_, module(name))))
        if failure.isEmpty && Files.isDirectory(target) then spec.name -> Right(target)
        else
          val why = failure.orElse(ran.left.toOption).fold("there is nothing in it")(_.summary)
          spec.name -> Left(Unavailable(s"the archive of ${spec.title} cannot be unpacked: $why", "is the disk full?"))
      }.toMap

  /** Maven uses the last value of an option that occurs twice, so ours come before the user's. */
  private def command(goals: List[String]): List[String] = maven.head :: options ++ maven.tail ++ goals

  /** Writes the project, with a module for each broker. A module has the broker's name as far as Maven allows it. */
  private def write(folder: Path, brokers: List[(BrokerSpec, Option[Checksums])]): List[(String, BrokerSpec)] =
    Files.writeString(folder.resolve("pom.xml"), MavenPom.together(brokers.map(_._1.slug)))
    for (spec, pins) <- brokers yield
      val own = Files.createDirectories(folder.resolve(spec.slug))
      Files.writeString(own.resolve("pom.xml"), MavenPom.of(spec.slug, spec.source, pins))
      spec.slug -> spec

  /** Names are relative to the local repository. The broker's own coordinates show where that is. */
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
  /** Files by the name of the broker. */
  type Resolved = Map[String, Either[Unavailable, List[FetchedFile]]]

  private val plugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
  private val list = "files.txt"
  private val unpacked = "files"
  private val nothing = CommandFailure("Maven said nothing", Nil)

  /** The name of a broker in Maven's errors. */
  private def module(name: String): String = s"broker-$name"

  /** These limit every single connection. Without them, a registry that does not answer would block for half an hour.
    * Maven must also forget earlier errors (`--update-snapshots`), and [[Verification]] alone judges checksums.
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
    // Maven before 3.9 understands only these two.
    "-Dmaven.wagon.rto=30000",
    "-Dmaven.wagon.http.retryHandler.count=1"
  )

  private def count(output: Path): Int =
    String(Files.readAllBytes(output), "UTF-8").linesIterator.count(_.contains("Downloaded from "))

  private val colour = "\u001b\\[[0-9;]*m".r

  private def errors(failure: CommandFailure): List[String] =
    failure.output
      .map(colour.replaceAllIn(_, "").trim)
      .filter(_.startsWith("[ERROR]"))
      .map(_.stripPrefix("[ERROR]").trim)
      .filter(_.nonEmpty)

  private def mentions(line: String, module: String): Boolean =
    s"(?<![\\w.-])${Pattern.quote(module)}(?![\\w.-])".r.findFirstIn(line).isDefined

  /** Maven's words for a registry without the file. Further attempts do not change that. */
  private val absent = List("could not find artifact", "was not found in")
  private val LongestCause = 300

  /** @param module
    *   the module that failed; Maven's messages about others are ignored
    */
  private def explain(title: String, module: String, failure: CommandFailure): FetchFailure =
    val lines = errors(failure)
    val message =
      lines.find(mentions(_, module)).orElse(lines.headOption).getOrElse(failure.reason).split(" -> \\[Help").head
    // Maven wraps causes as "what failed: why: why", so the last one is the actual cause.
    val cause = message.split(": ").last.take(LongestCause)
    val said = message.toLowerCase
    if failure.cannotRun then
      FetchFailure(s"$title is fetched with Maven, and ${failure.reason}", "install Maven", mayPass = false)
    else if absent.exists(said.contains) then
      FetchFailure(
        s"a part of $title is not in the registry that Maven uses: $cause",
        "check that this version exists under the group that broker.yaml names; if it does, use another mirror in " +
          "Maven's settings.xml",
        mayPass = false
      )
    else
      FetchFailure(
        s"$title is not downloaded yet, and Maven cannot download it: $cause",
        "connect to a network, or give Maven a mirror or proxy in its settings.xml, and run again",
        mayPass = failure.ended && !said.contains("offline mode")
      )

/** The temporary Maven project that names what brokers need. */
private object MavenPom:
  /** The project of several brokers. Each is a module in a folder next to this file. */
  def together(brokers: List[String]): String =
    project("brokers", brokers.map(b => s"    <module>$b</module>").mkString("  <modules>\n", "\n", "\n  </modules>"))

  /** The project of one broker.
    *
    * @param pins
    *   the checksums that determine the versions of indirect dependencies, so that these do not depend on the day
    */
  def of(name: String, source: Source, pins: Option[Checksums]): String =
    val dependencies = source match
      case Source.Jars(coordinates, exclusions) => coordinates.map(dependency(_, exclusions))
      case Source.Archive(coordinate, _) => List(dependency(coordinate, List("*:*")))
      case _ => Nil
    val managed = pins.toList.flatMap(_.sums.keys.toList.sorted).flatMap(coordinate).map(dependency(_, Nil))
    val management =
      if managed.isEmpty then "" else s"  <dependencyManagement>\n${within(managed)}\n  </dependencyManagement>\n"
    project(s"broker-$name", management + within(dependencies))

  /** The coordinates of [[of]] as paths in a repository. */
  def paths(source: Source): List[String] = source match
    case Source.Jars(coordinates, _) => coordinates.map(path)
    case Source.Archive(coordinate, _) => List(path(coordinate))
    case _ => Nil

  private def within(dependencies: List[String]): String =
    dependencies.mkString("  <dependencies>\n", "\n", "\n  </dependencies>")

  private def project(artifact: String, content: String): String =
    s"""<project xmlns="http://maven.apache.org/POM/4.0.0">
       |  <modelVersion>4.0.0</modelVersion>
       |  <groupId>shootout</groupId>
       |  <artifactId>$artifact</artifactId>
       |  <version>1</version>
       |  <packaging>pom</packaging>
       |$content
       |</project>
       |""".stripMargin

  /** Converts `group:artifact:version[:type[:classifier]]` to its path in a repository. */
  private def path(coordinate: String): String =
    val List(group, artifact, version, more*) = coordinate.split(":").toList: @unchecked
    val classifier = more.lift(1).fold("")("-" + _)
    s"${group.replace('.', '/')}/$artifact/$version/$artifact-$version$classifier.${more.headOption.getOrElse("jar")}"

  /** The reverse of [[path]]; none if the text is no such path. */
  private def coordinate(path: String): Option[String] =
    path.split("/").toList.reverse match
      case file :: version :: artifact :: group if group.nonEmpty && file.startsWith(s"$artifact-$version") =>
        val rest = file.stripPrefix(s"$artifact-$version")
        val (classifier, kind) = rest.span(_ != '.')
        val words = List(group.reverse.mkString("."), artifact, version, kind.drop(1), classifier.drop(1))
        Some(words.filter(_.nonEmpty).mkString(":"))
      case _ => None

  // Coordinates contain only word characters, dots, dashes and colons (SourceReader), so nothing needs escaping.
  private def dependency(coordinate: String, exclusions: List[String]): String =
    val names = List("groupId", "artifactId", "version", "type", "classifier")
    val elements = names.zip(coordinate.split(":")).map((name, value) => s"<$name>$value</$name>").mkString
    val excluded = exclusions.map { e =>
      val parts = e.split(":")
      s"<exclusion><groupId>${parts(0)}</groupId><artifactId>${parts(1)}</artifactId></exclusion>"
    }
    val exclusion = if excluded.isEmpty then "" else excluded.mkString("<exclusions>", "", "</exclusions>")
    s"    <dependency>$elements$exclusion</dependency>"
