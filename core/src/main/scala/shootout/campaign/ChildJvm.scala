package shootout.campaign

import shootout.machine.JvmGc

import java.io.File
import java.nio.file.Path
import scala.jdk.CollectionConverters.*

/** Starts a JVM with this one's class path and settings. */
object ChildJvm:
  /** Starts a JVM that uses the same terminal. */
  def start(flags: List[String], main: String, arguments: List[String]): Process =
    builder(flags, main, arguments).inheritIO().start()

  /** Starts a JVM whose errors go to the terminal. Its standard input and output are a channel to this JVM.
    *
    * @param environment
    *   added to this JVM's own environment
    */
  def startPiped(
      flags: List[String],
      main: String,
      arguments: List[String],
      environment: Map[String, String] = Map.empty
  ): Process =
    val child = builder(flags, main, arguments).redirectError(ProcessBuilder.Redirect.INHERIT)
    child.environment.putAll(environment.asJava)
    child.start()

  private def builder(flags: List[String], main: String, arguments: List[String]): ProcessBuilder =
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val properties = sys.props.toList.collect { case (k, v) if k.startsWith("shootout.") => s"-D$k=$v" }
    val command = List(java) ++ flags ++ properties ++ List("-cp", sys.props("java.class.path"), main) ++ arguments
    ProcessBuilder(command.asJava).directory(File(".").getAbsoluteFile)

  /** Java 22 and newer have a console even without a terminal, unless this option is set. */
  private val ConsoleOfTerminals = "-Djdk.console=java.base"

  /** Over STOMP the load generator allocates nothing in steady state, so a small heap and the collector with the
    * cheapest barriers suffice. JMS libraries allocate with every message, and the result includes the cost of their
    * collections.
    *
    * @param ofDriver
    *   see [[shootout.driver.Driver.jvmFlags]]
    */
  def loadFlags(ofDriver: List[String]): List[String] =
    List("-Xms256m", "-Xmx2g", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=2g", "-XX:-UsePerfData") ++
      List("--add-exports", JvmGc.Exports, ConsoleOfTerminals) ++ ofDriver
