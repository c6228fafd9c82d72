package shootout.broker

import com.samskivert.mustache.{Mustache, MustacheException}

import java.nio.file.Path
import scala.jdk.CollectionConverters.*

/** What a template may name.
  *
  * @param home
  *   the broker's own folder in what was fetched
  * @param executable
  *   the program of a system package, one that is there anyway, or what runs a broker of another registry
  * @param queues
  *   names of the queues that will be used, for brokers that must be told beforehand; `topics` alike
  */
case class Variables(
    version: String,
    folder: Path,
    artifacts: Path,
    home: Path,
    executable: Option[Path],
    work: Path,
    data: Path,
    heapMb: Int,
    login: String,
    passcode: String,
    ports: List[(String, Int)],
    queues: List[String],
    topics: List[String]
):
  private[broker] def toJava: java.util.Map[String, Any] =
    val javaHome = Path.of(System.getProperty("java.home"))
    val program = executable.toList.flatMap(e => List("executable" -> e, "executable_folder" -> e.getParent))
    val all = Map[String, Any](
      "version" -> version,
      "folder" -> folder,
      "artifacts" -> artifacts,
      "home" -> home,
      "work" -> work,
      "data" -> data,
      "heap_mb" -> heapMb,
      "login" -> login,
      "passcode" -> passcode,
      "java" -> javaHome.resolve("bin").resolve("java"),
      "java_home" -> javaHome,
      "class_path" -> System.getProperty("java.class.path"),
      "ports" -> ports.toMap.asJava,
      "queues" -> queues.asJava,
      "topics" -> topics.asJava
    )
    (all ++ program).asJava

/** Mustache templates of `broker.yaml` and the files beside it. */
object Template:
  // Not HTML: nothing is escaped. A name that does not exist is an error, never an empty text.
  private val compiler = Mustache.compiler().escapeHTML(false).strictSections(true)

  /** @return the text, or what is wrong with the template */
  def render(template: String, variables: Variables): Either[String, String] =
    try Right(compiler.compile(template).execute(variables.toJava))
    catch case e: MustacheException => Left(e.getMessage)

  /** Of a template that was already checked when its file was read. */
  private[broker] def checked(template: String, variables: Variables): String =
    render(template, variables).fold(problem => throw IllegalStateException(s"$template: $problem"), identity)
