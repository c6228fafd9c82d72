package shootout.broker

import shootout.input.{Fields, Problem, Problems, Reader, Yaml}

import java.nio.file.Files

/** Reads `tool.yaml` beside a `broker.yaml`: how to get the performance tool that the broker's makers offer. Its files are
  * locked in `files-tool.sha256`.
  */
object ToolFile:
  val name = "tool.yaml"
  private val of = "tool"

  private final case class Tool(title: String, version: String, source: Source)

  private val tool: Reader[Tool] = Fields.reader("a tool") { (f, _) =>
    val title = f.require("title", Reader.text)
    val version = f.require("version", Reader.text)
    val source = f.require("get", SourceReader.source(version))
    for t <- title; v <- version; s <- source yield Tool(t, v, s)
  }

  /** What is to be fetched for it, told as if it were a version of its broker. None: there is no such file. */
  def read(broker: BrokerSpec): Either[List[Problem], Option[BrokerSpec]] =
    val file = broker.folder.resolve(name)
    if !Files.exists(file) then Right(None)
    else
      Yaml.read(file).flatMap { node =>
        val problems = Problems()
        val read = tool.read(node, problems)
        problems.orElse(read.map(told(broker, _)))
      }

  private def told(broker: BrokerSpec, tool: Tool): BrokerSpec = broker.copy(
    name = s"${broker.broker}@$of",
    title = tool.title,
    version = Some(tool.version),
    source = tool.source,
    base = None,
    ownFiles = true,
    files = Some(of),
    variation = None,
    home = None
  )
