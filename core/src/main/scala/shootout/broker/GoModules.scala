package shootout.broker

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Programs in Go, built here from the modules that they need. Names of files are paths in a module cache. `{{artifacts}}` has the programs
  * in `bin`.
  */
private object GoModules extends RegistryClient:
  private val Zip = "cache/download/(.+)/@v/([^/]+)\\.zip".r

  /** The last part of a package's path, but for that of a major version, is the program's name. */
  def program(name: String): String =
    val parts = name.takeWhile(_ != '@').split('/').toList
    parts.filterNot(_.matches("v\\d+")).lastOption.getOrElse(parts.last)

  def download(
      ask: Ask,
      packages: List[String],
      pins: Option[Checksums],
      folder: Path
  ): Either[CommandFailure, List[FetchedFile]] =
    val required = pins.toList.flatMap(_.sums.keys.toList.sorted).collect { case Zip(path, version) =>
      s"\t${unescaped(path)} ${unescaped(version)}\n"
    }
    val requirements = if required.isEmpty then "" else required.mkString("\nrequire (\n", "", ")\n")
    Files.writeString(folder.resolve("go.mod"), s"module broker\n\ngo 1.17\n$requirements")
    ask(folder, "get" :: packages, environment(folder)).map(_ => zips(modules(folder)))

  private def zips(cache: Path): List[FetchedFile] =
    val downloads = cache.resolve("cache").resolve("download")
    if !Files.isDirectory(downloads) then Nil
    else
      Using.resource(Files.walk(downloads))(_.iterator.asScala.toList)
        .map(file => FetchedFile(cache.relativize(file).toString.replace('\\', '/'), file))
        .filter(file => Zip.matches(file.name))
        // other Go toolchains are modules too
        .filterNot(_.name.startsWith("cache/download/golang.org/toolchain/"))

  def install(
      ask: Ask,
      packages: List[String],
      files: List[FetchedFile],
      folder: Path,
      target: Path
  ): Either[CommandFailure, Unit] =
    val bin = Files.createDirectories(target.resolve("bin"))
    val paths = packages.map(_.takeWhile(_ != '@'))
    // whatever else it would like to download was compared with nothing
    ask(folder, List("build", "-o", s"$bin/") ++ paths, environment(folder) :+ ("GOPROXY" -> "off")).map(_ => ())

  /** With a module cache of its own, which can be deleted again; without cgo, which would run a C compiler as the modules like. */
  private def environment(folder: Path): List[(String, String)] = List(
    "GOMODCACHE" -> modules(folder).toString,
    "GOFLAGS" -> "-mod=mod -modcacherw",
    "GOTOOLCHAIN" -> "local",
    "GOWORK" -> "off",
    "CGO_ENABLED" -> "0"
  )

  private def modules(folder: Path): Path = folder.resolve("modules")

  /** In a module cache `!x` is `X`, for disks that do not tell them apart. */
  private def unescaped(path: String): String = "!([a-z])".r.replaceAllIn(path, found => found.group(1).toUpperCase)
