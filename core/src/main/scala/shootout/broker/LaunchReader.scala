package shootout.broker

import shootout.yaml.*

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** Reads how the nodes of a broker are started, how many there are, and how they form a cluster.
  *
  * @param program
  *   whether there is an `{{executable}}`
  */
private final class LaunchReader(files: BrokerFiles, ports: List[String], program: Boolean):
  import LaunchReader.*

  /** Reads the nodes of a broker. */
  def topology(f: Fields, problems: Problems): Option[Topology] =
    val plain = launch(f)
    val nodes = f.node("nodes") match
      case None => plain.map(launch => List(NodeSpec(1, launch, serves = true)))
      case Some(node) => nodesOf(f.mapping, node, plain, problems)
    val inTurn = f.getOrElse(Start, Reader.word("together" -> false, "in_turn" -> true))(false)
    val join = f.getOrElse(Join, Reader.list(command(templates(compiled = false))))(Nil)
    if nodes.exists(_.sizeIs < 2) then
      for key <- List(Start, Join); node <- f.node(key) do
        problems.add(node.place, s"'$key' is for several nodes, and there is one; write nodes, as nodes: 3, or no $key")
    nodes.map(Topology(_, inTurn, join))

  /** @param f
    *   the fields of the broker, or of one node
    */
  private def launch(f: Fields): Option[Launch] =
    val sources = f.getOrElse("compile", Reader.list(file("source", Right(_))))(Nil)
    val reader = templates(sources.nonEmpty)
    val command = this.command(reader)
    val templateFiles = f.getOrElse("templates", Reader.list(file("template", reader.rendered)))(Nil)
    val prepare = f.getOrElse("prepare", Reader.list(command))(Nil)
    val companions = f.getOrElse("companions", Reader.list(companion(command)))(Nil)
    val environment = f.getOrElse("environment", Reader.mapOf(reader.text))(Nil)
    val stop = f.option("stop", command)
    val configuration = f.getOrElse("configuration", Reader.list(Reader.text))(Nil)
    val arguments = f.getOrElse("arguments", Reader.list(reader.text))(Nil)
    f.require("start", command).map { start =>
      val words = start ++ arguments
      Launch(ports, templateFiles, sources, prepare, companions, words, stop, environment, configuration)
    }

  private def nodesOf(
      broker: Node.Mapping,
      nodes: Node,
      plain: Option[Launch],
      problems: Problems
  ): Option[List[NodeSpec]] = nodes match
    case Node.Sequence(items, _) if items.nonEmpty =>
      val launch = Node.Mapping(broker.entries.filter((key, _) => ofOneNode(key.text)), broker.at)
      val read = items.zipWithIndex.map((item, index) => node(index + 1, problems).read(item.over(launch), problems))
      if read.headOption.flatten.exists(!_.serves) then
        val first = items.head.place
        problems.add(first, "the first node is the one that clients know; let another one wait in its place")
      Option.when(read.forall(_.isDefined))(read.flatten)
    case scalar: Node.Scalar =>
      for n <- count.read(scalar, problems); same <- plain
      yield List.tabulate(n)(index => NodeSpec(index + 1, same, serves = true))
    case other =>
      problems.add(other.place, s"found ${other.describe}, expected $nodesWords")
      None

  /** Reads what differs from the broker, laid over the broker's keys. */
  private def node(number: Int, problems: Problems): Reader[NodeSpec] =
    Fields.reader("what differs from the broker, or {}") { (f, _) =>
      val serves = f.getOrElse("serves", Reader.boolean)(true)
      val readyLog = f.option(ReadyLog, Reader.text)
      if !serves && readyLog.isEmpty then
        val words = "only the log of a node that waits shows that it could take over"
        problems.add(f.place, s"$words; write $ReadyLog: with what it says then")
      launch(f).map(NodeSpec(number, _, serves, readyLog))
    }

  private def command(reader: TemplateReader): Reader[List[String]] =
    Reader.of("a command: a list of its words") { (node, problems) =>
      val words = Reader.list(reader.text).read(node, problems)
      if words.exists(_.isEmpty) then problems.add(node.place, "an empty command; expected a list of its words")
      words.filter(_.nonEmpty)
    }

  private def companion(command: Reader[List[String]]): Reader[Companion] =
    Fields.reader("a companion: command, port") { (f, _) =>
      val words = f.require("command", command)
      val port = f.require("port", Reader.oneOf(ports))
      for w <- words; p <- port yield Companion(w, p)
    }

  /** The name of a file next to `broker.yaml` whose text passes the check. */
  private def file(what: String, check: String => Either[String, String]): Reader[String] =
    Reader.of("a file next to broker.yaml") { (node, problems) =>
      Reader.text.read(node, problems).filter { name =>
        val path = files.file(name)
        val outcome =
          if Files.isRegularFile(path) then check(Files.readString(path)) else Left(s"there is no file $path")
        outcome.left.foreach(problem => problems.add(node.place, s"$what '$name': $problem"))
        outcome.isRight
      }
    }

  /** @param compiled
    *   whether there are `{{classes}}`
    */
  private def templates(compiled: Boolean): TemplateReader =
    val path = Path.of("/made/up")
    val (executable, classes) = (Option.when(program)(path), Option.when(compiled)(path))
    TemplateReader(
      Variables(
        version = "1",
        folder = path,
        artifacts = path,
        home = path,
        executable,
        classes,
        work = path,
        data = path,
        sharedData = path,
        heapMb = 1,
        login = "l",
        passcode = "p",
        queues = List("q"),
        topics = List("t"),
        node = 1,
        serves = true,
        nodes = List(ports.map(_ -> 1))
      )
    )

private object LaunchReader:
  private val Start = "nodes_start"
  private val Join = "join"
  private val ReadyLog = "ready_log"

  /** Keys that one node may change. Ports have the same names on all nodes. */
  private val ofOneNode =
    Set("templates", "compile", "prepare", "companions", "environment", "start", "arguments", "stop", "configuration")

  /** All keys that define how nodes start. */
  val keys: List[String] = "nodes" :: Start :: Join :: ofOneNode.toList

  private val nodesWords = "a whole number of at least 1, or a list: for each node what differs from the broker"
  private val count = Reader.scalar(nodesWords)(_.toIntOption.filter(_ >= 1))

/** Reads texts that are templates, and renders each once to check it.
  *
  * @param variables
  *   made-up values under the real names
  */
private final class TemplateReader(variables: Variables):
  val text: Reader[String] = Reader.of("text") { (node, problems) =>
    Reader.text.read(node, problems).filter { text =>
      val outcome = rendered(text)
      outcome.left.foreach(problem => problems.add(node.place, s"found '$text': $problem"))
      outcome.isRight
    }
  }

  def rendered(text: String): Either[String, String] =
    Template.render(text, variables).left.map(problem => s"$problem (known: ${known.mkString(", ")})")

  private def known: List[String] =
    val plain = variables.toJava.keySet.asScala.filter(_ != "ports").toList.sorted
    plain ++ variables.ports.map((name, _) => s"ports.$name")
