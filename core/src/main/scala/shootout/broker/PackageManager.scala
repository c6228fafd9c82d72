package shootout.broker

import java.io.File
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** Package managers that can install a broker, in the order of the search. */
enum PackageManager(val command: String, arguments: List[String], needsRoot: Boolean):
  case Apt extends PackageManager("apt-get", List("install", "-y", "--no-install-recommends"), true)
  case Dnf extends PackageManager("dnf", List("install", "-y"), true)
  case Brew extends PackageManager("brew", List("install"), false)

  /** The line that a person would type. */
  def installLine(name: String): String = privileged(installCommand(name)).mkString(" ")

  private[broker] def installCommand(name: String): List[String] = (command :: arguments) :+ name

  private[broker] def privileged(words: List[String]): List[String] =
    if needsRoot && System.getProperty("user.name") != "root" then "sudo" :: words else words

object PackageManager:
  /** The package manager of this machine, if it is one of these. */
  def here: Option[PackageManager] = PackageManager.values.find(m => onPath(m.command).isDefined)

  private[broker] def onPath(program: String): Option[Path] =
    sys.env.getOrElse("PATH", "").split(File.pathSeparator).toList.filter(_.nonEmpty)
      .map(Path.of(_).resolve(program)).find(Files.isExecutable(_))

/** Brokers that come as a package of the operating system, or are already on the machine. */
private object SystemPackages:
  private val installLimit = 15.minutes
  private val quickLimit = 30.seconds

  /** Finds the program, and installs it first if that is allowed.
    *
    * @param watch
    *   is notified about every command that changes the system
    * @param home
    *   if given, the search is limited to this folder
    */
  def locate(
      title: String,
      source: Source.SystemPackage,
      installs: Boolean,
      watch: FetchWatch,
      home: Option[Path] = None
  ): Either[Unavailable, Path] =
    val absent = s"$title is not installed"
    here(source, home) match
      case Some(program) => Right(program)
      case None if home.isDefined =>
        val places = home.toList.flatMap(below(source, _))
        val remedy = s"give --home the folder that holds ${places.head.getFileName}, or its bin or sbin"
        Left(Unavailable(s"$title is not in ${home.get}: there is no ${places.mkString(", ")}", remedy))
      case None =>
        PackageManager.here.flatMap(m => source.install.collectFirst { case (m.command, name) => (m, name) }) match
          case None =>
            val places = source.executables.map(e => if e.getParent == null then s"$e on the PATH" else s"$e")
            val vain = if installs then "; --install knows no package of it for this system" else ""
            Left(Unavailable(absent, s"install it so that there is ${places.mkString(" or ")}$vain"))
          case Some((manager, name)) if !installs =>
            Left(Unavailable(absent, s"run '${manager.installLine(name)}', or give --install"))
          case Some((manager, name)) =>
            for
              _ <- install(manager, name, source.services, watch).left.map { reason =>
                Unavailable(s"$title could not be installed: $reason", s"run '${manager.installLine(name)}'")
              }
              misplaced = Unavailable(s"$title was installed, but is not where it should be", "report this")
              program <- here(source, None).toRight(misplaced)
            yield program

  /** The program's path; none if it is not installed. */
  private def here(source: Source.SystemPackage, home: Option[Path]): Option[Path] =
    home.fold(source.executables.flatMap(place))(below(source, _)).find(Files.isExecutable(_))

  /** A name without a folder is searched on the PATH. */
  private def place(executable: Path): Option[Path] =
    if executable.getParent == null then PackageManager.onPath(executable.toString) else Some(executable)

  private def below(source: Source.SystemPackage, home: Path): List[Path] =
    val names = source.executables.map(_.getFileName.toString).distinct
    for folder <- List("sbin", "bin", ""); name <- names yield home.resolve(folder).resolve(name).normalize

  /** The last line that the version command prints. */
  def version(source: Source.SystemPackage, executable: Path): Option[String] =
    val folder = executable.getParent.toString
    val command = source.versionCommand
      .map(_.replace("{{executable_folder}}", folder).replace("{{executable}}", executable.toString))
    if command.isEmpty then None
    else ToolCommand.run(command, None, quickLimit).toOption.flatMap(_.lastOption).map(_.trim).filter(_.nonEmpty)

  /** The version that is already installed; none if it is not. */
  def versionHere(source: Source.SystemPackage, home: Option[Path] = None): Option[String] =
    here(source, home).flatMap(version(source, _))

  private def install(
      manager: PackageManager,
      name: String,
      services: List[String],
      watch: FetchWatch
  ): Either[String, Unit] =
    def run(words: List[String]) =
      val command = manager.privileged(words)
      watch.say(s"running: ${command.mkString(" ")}")
      ToolCommand.run(command, None, installLimit).left.map(_.summary)
    // A package may start its service as soon as it is installed. A mask prevents that. It would end with the next
    // boot, but is removed here. A service that existed before is never touched.
    val masked = if Files.isDirectory(Path.of("/run/systemd/system")) then services else Nil
    for service <- masked do run(List("systemctl", "mask", "--runtime", service))
    try
      if manager == PackageManager.Apt then run(List(manager.command, "update"))
      run(manager.installCommand(name)).map(_ => ())
    finally for service <- masked do run(List("systemctl", "unmask", "--runtime", service))
