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
      case _: Source.SystemPackage => Nil
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

/** Maven's errors, for people. */
private object MavenFailure:
  def explain(title: String, failure: CommandFailure): Unavailable =
    // older Mavens colour their output even when told not to, and even if nobody looks
    val lines = failure.output.map(_.replaceAll("\u001b\\[[0-9;]*m", ""))
    val errors = lines.filter(_.startsWith("[ERROR]")).map(_.stripPrefix("[ERROR]").trim).filter(_.nonEmpty)
    val all = errors.mkString(" ")
    def has(words: String*) = words.exists(w => all.toLowerCase.contains(w))
    if failure.output.isEmpty && failure.reason.contains("cannot be run") then
      Unavailable(s"$title is fetched with Maven, and ${failure.reason}", "install Maven")
    else if has("offline mode") then
      Unavailable(s"$title is not downloaded yet, and Maven is in offline mode", "run once with a network")
    else if has("unknown host", "connect timed out", "connection refused", "network is unreachable", "read timed out",
        "unresolved address", "no route to host", "name or service not known", "temporary failure in name resolution")
    then
      Unavailable(
        s"$title is not downloaded yet, and there is no network for the download (${short(all)})",
        "connect to a network, or give Maven a mirror or proxy in its settings.xml, and run again"
      )
    else if has("checksum") then
      Unavailable(s"a file of $title does not have the registry's checksum (${short(all)})", "run again")
    else if has("could not find artifact", "was not found in") then
      Unavailable(s"a part of $title is not in the registry that Maven uses (${short(all)})", "check its broker.yaml")
    else
      Unavailable(s"$title could not be downloaded: ${failure.reason} (${short(all)})", "run again, or ask Maven why")

  /** The part of Maven's message that names the cause. */
  private def short(message: String): String =
    val end = message.indexOf(" -> [Help")
    (if end < 0 then message else message.take(end)).take(longest)

  private val longest = 500
