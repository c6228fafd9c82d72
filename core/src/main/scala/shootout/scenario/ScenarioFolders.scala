package shootout.scenario

import java.io.IOException
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Where the loads are that this project brings along: each of its modules may have a folder of them. */
object ScenarioFolders:
  private val Folder = "scenarios"
  private val asking = "(?m)^api:".r

  /** Folders with loads for every protocol, and then those whose loads ask for a programming interface. */
  def shipped(home: Path): List[Path] =
    inside(home).map(_.resolve(Folder)).filter(Files.isDirectory(_))
      .sortBy(folder => (inside(folder).exists(asks), folder.toString))

  private def asks(file: Path): Boolean =
    try Files.isRegularFile(file) && asking.findFirstIn(Files.readString(file, ISO_8859_1)).isDefined
    catch case _: IOException => false // whoever reads the scenarios tells

  private def inside(folder: Path): List[Path] =
    try Using.resource(Files.list(folder))(_.iterator.asScala.toList)
    catch case _: IOException => Nil
