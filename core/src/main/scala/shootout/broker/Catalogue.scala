package shootout.broker

import shootout.yaml.*

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** All known brokers, one folder each. The null broker, which is only for calibration, is among them. */
object Catalogue:
  /** @return
    *   the brokers and their variants, or the problems of all their files
    */
  def read(folder: Path): Either[List[Problem], List[BrokerSpec]] =
    if !Files.isDirectory(folder) then Left(List(Problem(Place(folder.toString, 1, 1), "is no folder of brokers")))
    else
      val folders = Using.resource(Files.list(folder))(_.iterator.asScala.toList).sorted
      val (problems, specs) =
        folders.filter(f => Files.exists(f.resolve(BrokerFile.name))).partitionMap(BrokerFile.readAll(_))
      if problems.isEmpty then Right(specs.flatten) else Left(problems.flatten)

/** Reads `tool.yaml` next to a `broker.yaml`: how to get the performance tool of the broker's vendor. If its files are
  * fetched, they are locked in `files-tool.sha256`.
  */
object ToolFile:
  val name = "tool.yaml"
  private val of = "tool"

  /** The tool in the form of a version of its broker. None if there is no such file. */
  def read(broker: BrokerSpec): Either[List[Problem], Option[BrokerSpec]] =
    val file = broker.folder.resolve(name)
    if !Files.exists(file) then Right(None) else Yaml.read(file).flatMap(tool(broker).whole(_)).map(Some(_))

  private def tool(broker: BrokerSpec): Reader[BrokerSpec] = Fields.reader("a tool") { (f, _) =>
    val title = f.require("title", Reader.text)
    val version = f.require("version", Reader.text)
    val source = f.require("get", SourceReader.source(version))
    for t <- title; v <- version; s <- source
    yield
      val named = broker.identity.copy(name = s"${broker.broker}@$of", title = t, version = Some(v), variation = None)
      broker.copy(identity = named, source = s, files = BrokerFiles(broker.folder, list = Some(of)))
  }
