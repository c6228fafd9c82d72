package shootout.broker

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** Packages for Node.js. The names of their files say where each belongs in the tree that npm would make, as
  * `node_modules/a/node_modules/b@1.2.3.tgz`; so they are unpacked there, and no script of any of them is run. Optional ones are left out:
  * they differ from machine to machine. `{{artifacts}}` is the folder with `node_modules`.
  */
private object NpmPackages extends RegistryClient:
  private val Archive = "((?:.+/)?node_modules/((?:@[^/]+/)?[^/@]+))@([^/]+)\\.tgz".r
  private val quiet = List("--ignore-scripts", "--no-audit", "--no-fund", "--no-update-notifier")
  private val unpackLimit = 1.minute

  /** A package in the tree.
    *
    * @param place
    *   its folder there
    */
  private[broker] final case class Placed(place: String, name: String, version: String):
    def file: String = s"$place@$version.tgz"
    def spec: String = s"$name@$version"

    /** How `npm pack` calls its archive. */
    def packed: String = s"${name.stripPrefix("@").replace('/', '-')}-$version.tgz"

  def download(
      ask: Ask,
      packages: List[String],
      pins: Option[Checksums],
      folder: Path
  ): Either[CommandFailure, List[FetchedFile]] =
    for
      tree <- pins.fold(resolve(ask, packages, folder))(sums => Right(sums.sums.keys.toList.sorted.flatMap(placed)))
      _ <- ask(folder, "pack" :: quiet ++ tree.map(_.spec).distinct)
    yield tree.map(p => FetchedFile(p.file, folder.resolve(p.packed))).filter(f => Files.exists(f.path))

  private def placed(file: String): Option[Placed] = file match
    case Archive(place, name, version) => Some(Placed(place, name, version))
    case _ => None

  /** The tree that npm would make of them. */
  private def resolve(ask: Ask, packages: List[String], folder: Path): Either[CommandFailure, List[Placed]] =
    val dependencies = packages.map { p =>
      val at = p.lastIndexOf('@')
      p.take(at) -> ujson.Str(p.drop(at + 1))
    }
    val project = ujson.Obj("dependencies" -> ujson.Obj.from(dependencies))
    Files.writeString(folder.resolve("package.json"), ujson.write(project))
    ask(folder, List("install", "--package-lock-only", "--omit=dev", "--omit=optional") ++ quiet).map { _ =>
      locked(ujson.read(Files.readString(folder.resolve("package-lock.json"))))
    }

  /** Of a `package-lock.json`: what is no part of this project itself, nor in the archive of another one. */
  private[broker] def locked(lock: ujson.Value): List[Placed] =
    lock("packages").obj.toList.collect {
      case (place, entry) if place.nonEmpty && !leftOut.exists(flag => entry.obj.get(flag).exists(_.bool)) =>
        val name = entry.obj.get("name").map(_.str)
          .getOrElse(place.substring(place.lastIndexOf("node_modules/") + "node_modules/".length))
        Placed(place, name, entry("version").str)
    }

  private val leftOut = List("optional", "devOptional", "dev", "link", "inBundle")

  def install(
      ask: Ask,
      packages: List[String],
      files: List[FetchedFile],
      folder: Path,
      target: Path
  ): Either[CommandFailure, Unit] =
    files.foldLeft[Either[CommandFailure, Unit]](Right(())) { (so, file) =>
      for
        _ <- so
        place = Files.createDirectories(target.resolve(file.name.take(file.name.lastIndexOf('@'))))
        _ <- ToolCommand.run(
          List("tar", "-xzf", file.path.toString, "-C", place.toString, "--strip-components=1"),
          None,
          unpackLimit
        )
      yield ()
    }
