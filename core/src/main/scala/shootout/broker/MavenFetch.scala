package shootout.broker

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** Lets the user's Maven fetch the files of several brokers into its local repository. That repository does not support
  * several Mavens at once. One Maven therefore fetches all brokers, each as a module of a project and several at a
  * time. Checksums of the registry are ignored.
  *
  * @param maven
  *   the program, and options that come before the goal
  * @param scratch
  *   an existing folder for what Maven writes, and for the result
  * @param limit
  *   the time after which Maven is ended
  */
private final class MavenFetch(maven: List[String], scratch: Path, limit: FiniteDuration, watch: FetchWatch):
  import MavenFetch.*

  /** Fetches the files of the brokers and compares them with the checksums, which also determine their versions.
    *
    * @return
    *   a folder in `scratch` with the jars or the unpacked archive, by the broker's name
    */
  def fetch(brokers: List[(BrokerSpec, Checksums)]): Artifacts.Fetched =
    if brokers.nonEmpty then
      watch.say(s"downloading ${brokers.map((spec, _) => spec.titled).mkString(", ")} with ${maven.head}")
    val resolved = resolve(brokers.map((spec, sums) => spec -> Some(sums)))
    val good =
      brokers.map((spec, sums) => spec.name -> resolved(spec.name).flatMap(Verification.check(spec, sums, _))).toMap
    val archives = brokers.map(_._1).filter(spec => spec.source.isInstanceOf[Source.Archive] && good(spec.name).isRight)
    val unpacked = unpack(archives)
    good.map((name, files) => name -> files.flatMap(jars => unpacked.getOrElse(name, Right(together(jars)))))

  /** The checksums of the files that the brokers need today, by the broker's name. */
  def sums(brokers: List[BrokerSpec]): Map[String, Either[Unavailable, Checksums]] =
    resolve(brokers.map(_ -> None)).map((name, files) => name -> files.map(Checksums.of))

  private def resolve(
      brokers: List[(BrokerSpec, Option[Checksums])]
  ): Map[String, Either[Unavailable, List[FetchedFile]]] =
    val ran = run(brokers, Nil)
    brokers.map { (spec, _) =>
      val listed = ran(spec.name).left.map { cause =>
        val remedy = "connect to a network, or give Maven a mirror or proxy in its settings.xml, and run again. Is " +
          "Maven installed? Does the registry have the version that broker.yaml names?"
        Unavailable(s"${spec.title} is not downloaded yet, and Maven cannot download it: $cause", remedy)
      }
      spec.name -> listed.flatMap(module => files(spec, Files.readString(module.resolve(list)).trim))
    }.toMap

  private def unpack(brokers: List[BrokerSpec]): Artifacts.Fetched =
    val ran =
      run(brokers.map(_ -> None), List("--offline", s"$plugin:unpack-dependencies", s"-DoutputDirectory=$archive"))
    brokers.map { spec =>
      spec.name -> ran(spec.name).map(_.resolve(archive)).left.map { cause =>
        Unavailable(s"the archive of ${spec.title} cannot be unpacked: $cause", "is the disk full?")
      }
    }.toMap

  /** A folder with all of these jars. */
  private def together(files: List[FetchedFile]): Path =
    val target = Files.createTempDirectory(scratch, "jars-")
    for file <- files do Files.copy(file.path, target.resolve(file.path.getFileName))
    target

  /** Runs goals in a project that has a module for each broker. As its last goal, each module lists its files. So one
    * without a list has failed, and one with a list is valid, whatever happened to the others.
    *
    * @return
    *   the folder of the module, or why it failed, by the broker's name
    */
  private def run(
      brokers: List[(BrokerSpec, Option[Checksums])],
      goals: List[String]
  ): Map[String, Either[String, Path]] =
    if brokers.isEmpty then Map.empty
    else
      val folder = Files.createTempDirectory(scratch, "maven-")
      Files.writeString(folder.resolve("pom.xml"), MavenPom.together(brokers.map(_._1.slug)))
      for (spec, pins) <- brokers do
        val module = Files.createDirectories(folder.resolve(spec.slug))
        Files.writeString(module.resolve("pom.xml"), MavenPom.of(spec.slug, spec.source, pins))
      val all = goals ++ List(s"$plugin:build-classpath", s"-Dmdep.outputFile=$list")
      // Maven uses the last value of an option that occurs twice, so ours come before the user's.
      val command = maven.head :: options ++ maven.tail ++ all
      val ran = ToolCommand.run(command, Some(folder), limit, output => watch.downloaded(count(output)))
      brokers.map { (spec, _) =>
        val module = folder.resolve(spec.slug)
        val done = Files.exists(module.resolve(list))
        spec.name -> Either.cond(done, module, ran.left.toOption.fold("Maven said nothing")(cause(spec.slug, _)))
      }.toMap

  /** Names are relative to the local repository. The broker's own coordinates show where that is. */
  private def files(spec: BrokerSpec, classPath: String): Either[Unavailable, List[FetchedFile]] =
    val paths = classPath.split(java.io.File.pathSeparator).toList.filter(_.nonEmpty).map(_.replace('\\', '/'))
    val repository =
      MavenPom.paths(spec.source).flatMap(own => paths.find(_.endsWith(s"/$own")).map(_.stripSuffix(own))).headOption
    repository.map(root => paths.map(path => FetchedFile(path.stripPrefix(root), Path.of(path)))).toRight {
      Unavailable(s"Maven fetched nothing for ${spec.title}", "look at the 'get' section of its broker.yaml")
    }

private object MavenFetch:
  private val plugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
  private val list = "files.txt"
  private val archive = "files"

  /** These limit every single connection. Without them, a registry that does not answer would block for half an hour.
    * Maven must also forget earlier errors (`--update-snapshots`), and [[Verification]] alone judges checksums.
    */
  private val options: List[String] = List(
    "--batch-mode",
    "--fail-at-end",
    "--threads=4",
    "--lax-checksums",
    "--update-snapshots",
    "-Dstyle.color=never",
    "-Daether.connector.connectTimeout=10000",
    "-Daether.connector.requestTimeout=30000",
    "-Daether.connector.http.retryHandler.count=1",
    // Maven before 3.9 understands only these two.
    "-Dmaven.wagon.rto=30000",
    "-Dmaven.wagon.http.retryHandler.count=1"
  )

  private def count(output: Path): Int =
    String(Files.readAllBytes(output), "UTF-8").linesIterator.count(_.contains("Downloaded from "))

  private val LongestCause = 300

  /** What Maven says about a module, or about all. */
  private def cause(module: String, failure: CommandFailure): String =
    val errors = failure.output.filter(_.startsWith("[ERROR] ")).map(_.stripPrefix("[ERROR] ").trim)
    val message = errors.find(_.contains(s" on project broker-$module: ")).orElse(errors.find(_.nonEmpty))
    // Maven wraps causes as "what failed: why: why", so the last one is the actual cause.
    message.fold(failure.reason)(_.split(" -> \\[Help").head.split(": ").last.take(LongestCause))

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
