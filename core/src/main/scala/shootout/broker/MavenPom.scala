package shootout.broker

import java.nio.file.Path

/** The throw-away Maven project that names what a broker needs. */
private object MavenPom:
  private val plugin = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"

  /** Quiet, verified, and with bounds on every single connection: without them an unreachable network would be waited
    * for, for half an hour.
    */
  val options: List[String] = List(
    "--quiet",
    "--batch-mode",
    "--strict-checksums",
    "-Daether.connector.connectTimeout=10000",
    "-Daether.connector.requestTimeout=60000",
    "-Dmaven.wagon.http.retryHandler.count=1"
  )

  def goal(source: Source, files: Path): List[String] =
    val output = s"-DoutputDirectory=$files"
    source match
      case Source.Archive(_) => List(s"$plugin:unpack-dependencies", "-DexcludeTransitive=true", output)
      case _ => List(s"$plugin:copy-dependencies", output)

  def of(source: Source): String =
    val dependencies = source match
      case Source.Jars(coordinates, exclusions) => coordinates.map(dependency(_, exclusions))
      case Source.Archive(coordinate) => List(dependency(coordinate, Nil))
      case _: Source.SystemPackage | Source.OwnClasses => Nil
    s"""<project xmlns="http://maven.apache.org/POM/4.0.0">
       |  <modelVersion>4.0.0</modelVersion>
       |  <groupId>shootout</groupId>
       |  <artifactId>fetched-broker</artifactId>
       |  <version>1</version>
       |  <packaging>pom</packaging>
       |  <dependencies>
       |${dependencies.mkString("\n")}
       |  </dependencies>
       |</project>
       |""".stripMargin

  // Coordinates are word characters, dots, dashes and colons only (SourceReader), so nothing needs escaping.
  private def dependency(coordinate: String, exclusions: List[String]): String =
    val names = List("groupId", "artifactId", "version", "type", "classifier")
    val elements = names.zip(coordinate.split(":")).map((name, value) => s"<$name>$value</$name>").mkString
    val excluded = exclusions.map { e =>
      val parts = e.split(":")
      s"<exclusion><groupId>${parts(0)}</groupId><artifactId>${parts(1)}</artifactId></exclusion>"
    }
    val exclusion = if excluded.isEmpty then "" else excluded.mkString("<exclusions>", "", "</exclusions>")
    s"    <dependency>$elements$exclusion</dependency>"
