package shootout.cli

import java.io.File
import java.nio.file.Path
import scala.jdk.CollectionConverters.*

/** A JVM with this one's class path and settings, which writes to the same terminal. */
object ChildJvm:
  def start(flags: List[String], main: String, arguments: List[String]): Process =
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val properties = sys.props.toList.collect { case (k, v) if k.startsWith("shootout.") => s"-D$k=$v" }
    val command = List(java) ++ flags ++ properties ++ List("-cp", sys.props("java.class.path"), main) ++ arguments
    ProcessBuilder(command.asJava).directory(File(".").getAbsoluteFile).inheritIO().start()
