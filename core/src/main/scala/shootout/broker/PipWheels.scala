package shootout.broker

import shootout.units.Sanitizer

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Fetches Python packages as wheels. A source package would run its own code before its files could be compared.
  * `{{artifacts}}` is a folder for PYTHONPATH.
  */
private final class PipWheels(
    /** an existing folder for what pip writes, and for the result */
    scratch: Path,
    /** the time after which pip is ended */
    limit: FiniteDuration,
    /** whether the package manager may install pip */
    installs: Boolean,
    watch: FetchWatch,
    /** the client, and options that come before all others */
    pip: List[String] = List(PipWheels.Client)
):
  import PipWheels.*

  /** Fetches the broker's files, compares them with the project's checksums, and prepares them for the start.
    *
    * @return
    *   a folder in `scratch`
    */
  def fetch(spec: BrokerSpec, known: Checksums): Either[Unavailable, Path] =
    val target = Files.createTempDirectory(scratch, "wheels-")
    watch.say(s"downloading ${spec.titled} with $Client")
    val exactly = known.sums.keys.toList.sorted.collect { case Wheel(name, version) => s"$name==$version" }.distinct
    for
      got <- download(spec, "--no-deps" :: exactly)
      here = Checksums(known.sums -- elsewhere(known, got.map(_.name)).sums.keys)
      files <- Verification.check(spec, here, got, kept = false)
      options = List("--no-index", "--no-deps", "--no-compile", "--target", target.toString)
      _ <- run(spec, "install", options ++ files.map(_.path.toString))
    yield target

  /** The checksums of the files that the broker needs today. */
  def sums(spec: BrokerSpec): Either[Unavailable, Checksums] =
    val packages = spec.source match
      case Source.Wheels(packages) => packages
      case other => throw IllegalArgumentException(s"${spec.name} has no wheels: $other")
    download(spec, packages).map(Checksums.of)

  private def download(spec: BrokerSpec, packages: List[String]): Either[Unavailable, List[FetchedFile]] =
    val folder = Files.createTempDirectory(scratch, "download-")
    val options = List("--no-cache-dir", "--only-binary=:all:", "--dest", folder.toString)
    for
      _ <- program(s"${spec.title} is fetched with $Client", Path.of(pip.head), installs, watch)
      _ <- run(spec, "download", options ++ packages)
    yield
      val files = Using.resource(Files.list(folder))(_.iterator.asScala.toList)
      files.filter(_.toString.endsWith(".whl")).map(file => FetchedFile(s"pip/${file.getFileName}", file))

  private def run(spec: BrokerSpec, command: String, arguments: List[String]): Either[Unavailable, List[String]] =
    val words = pip ++ List(command, "--disable-pip-version-check", "--no-input") ++ arguments
    ToolCommand.run(words, Some(scratch), limit).left.map { failure =>
      val said = failure.output.map(_.trim).filter(_.nonEmpty)
      val complaints = said.filter(_.startsWith("ERROR")).take(ShownLines)
      val why = failure.reason :: (if complaints.nonEmpty then complaints else said.takeRight(1))
      Unavailable(
        s"${spec.title} could not be fetched with $Client: ${Sanitizer.line(why.mkString(": "))}",
        s"is there a network, or a mirror in the settings of $Client? If broker.yaml was changed, look whether that version exists"
      )
    }

private object PipWheels:
  private val Client = "pip3"
  val ofClient = List("apt-get" -> "python3-pip", "dnf" -> "python3-pip", "brew" -> "python")
  private val Wheel = "pip/([^-/]+)-([^-/]+)-[^/]+\\.whl".r
  private val ShownLines = 2

  /** Whether the text is a package with its version. Text that pip could take for an option is not. */
  def isPackage(text: String): Boolean = text.matches("[A-Za-z0-9][\\w.-]*(\\[[\\w,-]+\\])?==\\d[\\w.+!]*")

  /** The known wheels of the same packages for other kinds of machines. Each machine needs one wheel of each package.
    */
  def elsewhere(known: Checksums, files: Iterable[String]): Checksums =
    val here = files.collect { case Wheel(name, version) => name -> version }.toSet
    Checksums((known.sums -- files).filter {
      case (Wheel(name, version), _) => here(name -> version)
      case _ => false
    })

  /** The program that runs a broker made of wheels. */
  def python(title: String, options: InstallOptions): Either[Unavailable, Path] =
    program(s"$title runs with python3", Path.of("python3"), options.allowSystemPackages, options.watch)

  /** @param purpose
    *   what needs the program, for the message
    */
  private def program(purpose: String, name: Path, installs: Boolean, watch: FetchWatch): Either[Unavailable, Path] =
    val wanted = new Source.SystemPackage(List(name), ofClient, Nil, Nil)
    SystemPackages.locate(name.getFileName.toString, wanted, installs, watch)
      .left.map(why => why.copy(reason = s"$purpose: ${why.reason}"))
