package shootout.broker

import shootout.units.Sanitizer

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Fetches Python packages as wheels. A source package would run its own code before its files could be compared.
  * `{{artifacts}}` is a folder for PYTHONPATH.
  *
  * @param limit
  *   a client that takes longer is ended
  * @param waits
  *   the wait before each further attempt that may succeed in a moment
  * @param pip
  *   the client, and options that come before all others
  */
private final class PipWheels(
    limit: FiniteDuration,
    waits: List[FiniteDuration],
    pip: List[String] = List(PipWheels.Client)
):
  import PipWheels.*

  /** Fetches the broker's files, compares them with the project's checksums, and prepares them for the start.
    *
    * @param scratch
    *   an empty folder
    * @return
    *   a folder in `scratch`
    */
  def fetch(scratch: Path, spec: BrokerSpec, known: Checksums, say: String => Unit): Either[Unavailable, Path] =
    val target = Files.createDirectories(scratch.resolve("broker"))
    for
      got <- downloaded(scratch, spec, Some(known), say)
      here = Checksums(known.sums -- elsewhere(known, got.map(_.name)).sums.keys)
      files <- Verification.check(spec, here, got, kept = false)
      _ <- install(files, scratch, target).left.map(explain(spec, _).unavailable)
    yield target

  /** The checksums of its files today. */
  def sums(scratch: Path, spec: BrokerSpec, say: String => Unit): Either[Unavailable, Checksums] =
    downloaded(scratch, spec, None, say).map(Checksums.of)

  /** @param pins
    *   fetch exactly these files, whatever the packages would need today; none to fetch the packages and their
    *   dependencies
    */
  private def downloaded(
      scratch: Path,
      spec: BrokerSpec,
      pins: Option[Checksums],
      say: String => Unit
  ): Either[Unavailable, List[FetchedFile]] =
    // Each attempt gets an empty folder.
    def once(): Either[FetchFailure, List[FetchedFile]] =
      val folder = scratch.resolve("download")
      WorkFolder.delete(folder)
      Files.createDirectories(folder)
      download(packages(spec), pins, folder).left.map(explain(spec, _)).filterOrElse(_.nonEmpty, nothing(spec))
    for
      _ <- client(spec.title, Path.of(pip.head), allowInstall = false, _ => ())
      got <- Retries(waits).over(List(spec.name), say)(_ => Map(spec.name -> once()))(spec.name)
    yield got

  private def packages(spec: BrokerSpec): List[String] = spec.source match
    case Source.Wheels(packages) => packages
    case other => throw IllegalArgumentException(s"${spec.name} has no wheels: $other")

  private def download(packages: List[String], pins: Option[Checksums], folder: Path) =
    val wanted = pins.fold(packages)(_.sums.keys.toList.sorted.collect { case Wheel(name, version) =>
      s"$name==$version"
    }.distinct)
    val exactly = if pins.isDefined then List("--no-deps") else Nil
    val options = List("--no-cache-dir", "--only-binary=:all:", "--dest", folder.toString)
    ask(folder, List("download") ++ quiet ++ options ++ exactly ++ wanted).map(_ => wheels(folder))

  private def wheels(folder: Path): List[FetchedFile] =
    Using.resource(Files.list(folder))(_.iterator.asScala.toList)
      .filter(_.getFileName.toString.endsWith(".whl"))
      .map(file => FetchedFile(s"pip/${file.getFileName}", file))

  private def install(files: List[FetchedFile], folder: Path, target: Path) =
    val options = List("--no-index", "--no-deps", "--no-compile", "--target", target.toString)
    ask(folder, List("install") ++ quiet ++ options ++ files.map(_.path.toString))

  private def ask(folder: Path, arguments: List[String]): Either[CommandFailure, List[String]] =
    ToolCommand.run(pip ++ arguments, Some(folder), limit)

private object PipWheels:
  private val Client = "pip3"
  val ofClient = List("apt-get" -> "python3-pip", "dnf" -> "python3-pip", "brew" -> "python")
  private val quiet = List("--disable-pip-version-check", "--no-input")
  private val Wheel = "pip/([^-/]+)-([^-/]+)-[^/]+\\.whl".r
  private val ShownLines = 2

  /** Whether the text is a package with its version. Text that pip could take for an option is not. */
  def isPackage(text: String): Boolean = text.matches("[A-Za-z0-9][\\w.-]*(\\[[\\w,-]+\\])?==\\d[\\w.+!]*")

  /** The known wheels of the same packages for other kinds of machines. Each machine needs one wheel of each package.
    */
  def elsewhere(known: Checksums, files: Iterable[String]): Checksums =
    val here = files.collect { case Wheel(name, version) => name -> version }.toSet
    Checksums(known.sums -- files).only {
      case Wheel(name, version) => here(name -> version)
      case _ => false
    }

  /** Ensures that there is a client for this broker, if it needs one. */
  def ensure(spec: BrokerSpec, options: InstallOptions): Either[Unavailable, Unit] = spec.source match
    case _: Source.Wheels if spec.home.isEmpty && !options.artifacts.has(spec) =>
      client(spec.title, Path.of(Client), options.allowSystemPackages, options.say).map(_ => ())
    case _ => Right(())

  private def client(title: String, program: Path, allowInstall: Boolean, say: String => Unit) =
    there(program, allowInstall, say).left.map { why =>
      Unavailable(s"$title is fetched with $Client: ${why.reason}", why.remedy)
    }

  /** The program that runs a broker made of wheels. */
  def python(title: String, options: InstallOptions): Either[Unavailable, Path] =
    there(Path.of("python3"), options.allowSystemPackages, options.say).left.map { why =>
      Unavailable(s"$title runs with python3: ${why.reason}", why.remedy)
    }

  private def there(program: Path, allowInstall: Boolean, say: String => Unit) =
    val wanted = new Source.SystemPackage(List(program), ofClient, Nil, Nil)
    SystemPackages.locate(program.getFileName.toString, wanted, allowInstall, say)

  private def nothing(spec: BrokerSpec): FetchFailure =
    FetchFailure(
      s"$Client fetched nothing for ${spec.title}",
      "look at the 'get' section of its broker.yaml",
      mayPass = false
    )

  private def explain(spec: BrokerSpec, failure: CommandFailure): FetchFailure =
    val said = failure.output.map(_.trim).filter(_.nonEmpty)
    val complaints = said.filter(_.startsWith("ERROR")).take(ShownLines)
    val why = if complaints.nonEmpty then complaints else said.takeRight(1)
    // Without a network pip also knows no distribution, but it has retried several times then.
    val absent = said.exists(_.contains("No matching distribution")) && !said.exists(_.contains("Retrying"))
    FetchFailure(
      s"${spec.title} could not be fetched with $Client: ${Sanitizer.line((failure.reason :: why).mkString(": "))}",
      s"is there a network, or a mirror in the settings of $Client? If broker.yaml was changed, look whether that version exists",
      mayPass = failure.ended && !absent
    )
