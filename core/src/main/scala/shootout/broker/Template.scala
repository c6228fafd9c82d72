package shootout.broker

import com.samskivert.mustache.{Mustache, MustacheException}

import java.nio.file.Path
import scala.jdk.CollectionConverters.*

/** The variables that a template may use. */
case class Variables(
    version: String,
    /** The folder of `broker.yaml`. */
    folder: Path,
    /** The folder of the fetched files. */
    artifacts: Path,
    /** The broker's own folder within the fetched files. */
    home: Path,
    /** The program of a system package, a program that is already on the machine, or the program that runs a broker
      * made of wheels.
      */
    executable: Option[Path],
    /** The folder of its compiled Java sources; none if it has no sources. */
    classes: Option[Path],
    work: Path,
    data: Path,
    /** The data folder of the first node, for a store that nodes share. */
    sharedData: Path,
    heapMb: Int,
    login: String,
    passcode: String,
    /** Names of the queues that the workloads use, for brokers that need them beforehand. */
    queues: List[String],
    topics: List[String],
    /** The number of the node that the template is for, from 1. */
    node: Int,
    /** True if the node accepts clients from the start. */
    serves: Boolean,
    /** The ports of each of the broker's nodes, by name. */
    nodes: List[List[(String, Int)]]
):
  /** The ports of this node. */
  def ports: List[(String, Int)] = nodes(node - 1)

  private[broker] def toJava: java.util.Map[String, Any] =
    val javaHome = Path.of(System.getProperty("java.home"))
    val program = executable.toList.flatMap(e => List("executable" -> e, "executable_folder" -> e.getParent))
    val compiled = classes.map("classes" -> _)
    val cluster = nodes.zipWithIndex.map { (ports, index) =>
      Map[String, Any]("node" -> (index + 1), "ports" -> ports.toMap.asJava).asJava
    }
    val all = Map[String, Any](
      "version" -> version,
      "folder" -> folder,
      "artifacts" -> artifacts,
      "home" -> home,
      "work" -> work,
      "data" -> data,
      "shared_data" -> sharedData,
      "heap_mb" -> heapMb,
      "login" -> login,
      "passcode" -> passcode,
      "java" -> javaHome.resolve("bin").resolve("java"),
      "java_home" -> javaHome,
      "class_path" -> System.getProperty("java.class.path"),
      "ports" -> ports.toMap.asJava,
      "queues" -> queues.asJava,
      "topics" -> topics.asJava,
      "node" -> node,
      "serves" -> serves,
      "nodes" -> cluster.asJava,
      "others" -> cluster.patch(node - 1, Nil, 1).asJava
    )
    (all ++ program ++ compiled).asJava

/** Mustache templates of `broker.yaml` and the files next to it. */
object Template:
  // The text is not HTML, so nothing is escaped. A name that does not exist is an error, never an empty text.
  private val compiler = Mustache.compiler().escapeHTML(false).strictSections(true)

  /** @return the text, or what is wrong with the template */
  def render(template: String, variables: Variables): Either[String, String] =
    try Right(compiler.compile(template).execute(variables.toJava))
    catch case e: MustacheException => Left(e.getMessage)

  /** Renders a template that was already checked when its file was read. */
  private[broker] def checked(template: String, variables: Variables): String =
    render(template, variables).fold(problem => throw IllegalStateException(s"$template: $problem"), identity)
