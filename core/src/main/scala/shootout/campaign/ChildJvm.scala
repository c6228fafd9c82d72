package shootout.campaign

import shootout.machine.JvmGc

import java.io.{BufferedReader, File, IOException, InputStream, InputStreamReader, OutputStream, OutputStreamWriter}
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}
import scala.concurrent.duration.FiniteDuration
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

/** Lines of text to and from another process. Incoming lines are read at once, so that two processes that write to each
  * other never block each other.
  *
  * @param ended
  *   called when the other process has closed its end, which also happens when it ends
  */
final class LineChannel(in: InputStream, out: OutputStream, ended: () => Unit = () => ()):
  private val writer = OutputStreamWriter(out, UTF_8)

  /** None marks the end. */
  private val received = LinkedBlockingQueue[Option[String]]()
  private val reading = Thread(() => read(), "lines")
  reading.setDaemon(true)
  reading.start()

  private def read(): Unit =
    val reader = BufferedReader(InputStreamReader(in, UTF_8))
    try Iterator.continually(reader.readLine()).takeWhile(_ != null).foreach(line => received.put(Some(line)))
    // The other end of the pipe is gone.
    catch case _: IOException => ()
    finally
      received.put(None)
      ended()

  /** Sends a line, which is lost if the other process has ended. Any thread may call this. */
  def send(line: String): Unit = synchronized {
    try
      writer.write(s"$line\n")
      writer.flush()
    catch case _: IOException => ()
  }

  /** Waits for the next line. None means the channel has ended. */
  def next(): Option[String] = kept(received.take())

  /** Waits for the next line up to the limit. None means the channel has ended, or no line arrived in time. */
  def next(limit: FiniteDuration): Option[String] =
    Option(received.poll(limit.toMillis, TimeUnit.MILLISECONDS)).flatMap(kept)

  /** All lines up to the end. */
  def all: Iterator[String] = Iterator.continually(next()).takeWhile(_.isDefined).flatten

  /** Puts the end back, so that later calls find it too. */
  private def kept(line: Option[String]): Option[String] =
    if line.isEmpty then received.put(None)
    line

  /** Ends sending. */
  def close(): Unit =
    try writer.close()
    catch case _: IOException => ()
