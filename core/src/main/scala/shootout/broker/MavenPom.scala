package shootout.broker

/** The throw-away Maven project that names what brokers need. */
private object MavenPom:
  /** Of several brokers: each is a module, a folder beside this file. */
  def together(brokers: List[String]): String =
    project("brokers", brokers.map(b => s"    <module>$b</module>").mkString("  <modules>\n", "\n", "\n  </modules>"))

  /** Of one broker.
    *
    * @param pins
    *   what it needs in the end: the versions of what it needs indirectly are taken from there, and so do not depend on the day
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

  /** What [[of]] names, as paths in a repository. */
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

  /** `group:artifact:version[:type[:classifier]]` to where a repository keeps it. */
  private def path(coordinate: String): String =
    val List(group, artifact, version, more*) = coordinate.split(":").toList: @unchecked
    val classifier = more.lift(1).fold("")("-" + _)
    s"${group.replace('.', '/')}/$artifact/$version/$artifact-$version$classifier.${more.headOption.getOrElse("jar")}"

  /** The reverse of [[path]]; none: it is no such path. */
  private def coordinate(path: String): Option[String] =
    path.split("/").toList.reverse match
      case file :: version :: artifact :: group if group.nonEmpty && file.startsWith(s"$artifact-$version") =>
        val rest = file.stripPrefix(s"$artifact-$version")
        val (classifier, kind) = rest.span(_ != '.')
        val words = List(group.reverse.mkString("."), artifact, version, kind.drop(1), classifier.drop(1))
        Some(words.filter(_.nonEmpty).mkString(":"))
      case _ => None

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
