package shootout.cli

import java.io.File
import java.nio.file.Path
import scala.jdk.CollectionConverters.*

/** A JVM with this one's class path and settings, which writes to the same terminal. */
object ChildJvm:
  private val Parent = "shootout.parent"

  /** The id of the process that started this one as its child; none: a person did. */
  def parent: Option[Long] = sys.props.get(Parent).flatMap(_.toLongOption)

  def start(flags: List[String], main: String, arguments: List[String]): Process =
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val ours = sys.props.toMap.filter((k, _) => k.startsWith("shootout.")) + (Parent -> s"${ProcessHandle.current.pid}")
    val properties = ours.toList.map((k, v) => s"-D$k=$v")
    val command = List(java) ++ flags ++ properties ++ List("-cp", sys.props("java.class.path"), main) ++ arguments
    ProcessBuilder(command.asJava).directory(File(".").getAbsoluteFile).inheritIO().start()
