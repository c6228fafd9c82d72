package shootout.broker

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Python packages, as wheels. There is no way around that: what comes as source runs code of its own before anybody could compare it.
  * `{{artifacts}}` is a folder for PYTHONPATH.
  */
private object PipWheels extends RegistryClient:
  private val quiet = List("--disable-pip-version-check", "--no-input")
  private val Wheel = "pip/([^-/]+)-([^-/]+)-[^/]+\\.whl".r

  def download(
      ask: Ask,
      packages: List[String],
      pins: Option[Checksums],
      folder: Path
  ): Either[CommandFailure, List[FetchedFile]] =
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

  /** Some packages have a wheel for each kind of machine, and one of these is had. */
  override def elsewhere(known: Checksums, files: Iterable[String]): Checksums =
    val here = files.collect { case Wheel(name, version) => name -> version }.toSet
    Checksums(known.sums -- files).only {
      case Wheel(name, version) => here(name -> version)
      case _ => false
    }

  def install(
      ask: Ask,
      packages: List[String],
      files: List[FetchedFile],
      folder: Path,
      target: Path
  ): Either[CommandFailure, Unit] =
    val options = List("--no-index", "--no-deps", "--no-compile", "--target", target.toString)
    ask(folder, List("install") ++ quiet ++ options ++ files.map(_.path.toString)).map(_ => ())
