package shootout.calibrate

import shootout.driver.{ClientAnswer, ClientOrder}
import shootout.units.DestinationType

import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** The client of the original stomp-benchmark of 2011, with a scenario file for each order. Its classes are not part of this project.
  *
  * @param classes
  *   a folder with its classes or jars, and with all that they depend on
  * @param folder
  *   for its files
  */
private final class OriginalClient(classes: Path, folder: Path) extends Rival:
  private var number = 0
  @volatile private var running: Option[Process] = None
  var autogroup = "unknown"

  def follow(order: ClientOrder): ClientAnswer =
    number += 1
    val scenario = folder.resolve(s"original-$number.xml")
    Files.writeString(scenario, OriginalClient.scenario(order))
    val java = Path.of(sys.props("java.home"), "bin", "java").toString
    val result = folder.resolve(s"original-$number.json")
    val arguments = List("--scenario-file", scenario.toString, result.toString)
    val command = (java :: Side.flags) ++ List("-cp", s"$classes/*:$classes", OriginalClient.Main) ++ arguments
    val log = folder.resolve("original.log")
    val process = ProcessBuilder(command.asJava).redirectError(ProcessBuilder.Redirect.to(log.toFile)).start()
    running = Some(process)
    autogroup = Scheduling.autogroups(List(process.pid))
    // it may wait without end for a connection that it could not close
    val limitMs = ((order.warmUpS + order.seconds + OriginalClient.SpareS) * 1000).toLong
    process.onExit.orTimeout(limitMs, TimeUnit.MILLISECONDS).exceptionally(_ => process.destroyForcibly())
    try measure(order, process)
    catch case e: IOException => ClientAnswer.trouble(s"${e.getMessage}; it said: ${lastLine(log)}")
    finally close()

  /** It prints a dot after each interval of its warm-up, one before each sample, and one at the end; then what it has counted. */
  private def measure(order: ClientOrder, process: Process): ClientAnswer =
    val output = process.inputReader
    val dots = OriginalDots(() => output.read())
    def costNow = process.info.totalCpuDuration.map[Long](_.toNanos).orElse(0L)
    dots.await(OriginalClient.intervals(order.warmUpS))
    val (began, costBefore) = (System.nanoTime(), costNow)
    dots.await(OriginalClient.intervals(order.seconds) + 1)
    val (seconds, cost) = ((System.nanoTime() - began) / 1e9, costNow - costBefore)
    val counted = OriginalClient.counted(output.lines.iterator.asScala.toList)
    val each = cost / 1e3 / math.max(1L, counted.sent + counted.received).toDouble
    val errors = Option.when(counted.errors > 0)(s"${counted.errors} errors")
    ClientAnswer(counted.sent / seconds, counted.received / seconds, each, 0, 0, 0, errors)

  private def lastLine(log: Path): String = Files.readString(log).linesIterator.toList.lastOption.getOrElse("nothing")

  def close(): Unit = running.foreach { process =>
    process.destroy()
    if !process.waitFor(OriginalClient.EndS, TimeUnit.SECONDS) then locally { val _ = process.destroyForcibly() }
  }

/** Counts the dots of the line that names the scenario. */
private[calibrate] final class OriginalDots(read: () => Int):
  private val line = StringBuilder()

  /** @throws IOException
    *   if the output ends before there are so many
    */
  def await(dots: Int): Unit =
    var missing = dots
    while missing > 0 do
      val character = read()
      if character < 0 then throw IOException("it ended before it had measured")
      if character == '\n' then line.clear() else line.append(character.toChar)
      if character == '.' && line.startsWith("scenario") then missing -= 1

private[calibrate] object OriginalClient:
  private val Main = "com.github.stomp.benchmark.Benchmark"
  private val MainFile = s"${Main.replace('.', '/')}.class"
  private val Name = "against"
  private val IntervalMs = 500
  private val EndS = 3L

  /** To start and to end. */
  private val SpareS = 30

  /** Messages that were sent and received, and errors, in all samples. */
  final case class Counted(sent: Long, received: Long, errors: Long)

  /** Of lines such as `c_against samples: [ 11,12,13 ]`. */
  def counted(output: List[String]): Counted =
    def sum(letter: Char) =
      val line = output.find(_.startsWith(s"${letter}_$Name samples:")).getOrElse("")
      "\\d+".r.findAllIn(line.dropWhile(_ != '[')).map(_.toLong).sum
    Counted(sum('p'), sum('c'), sum('e'))

  private def intervals(seconds: Double): Int = math.max(1, (seconds * 1000 / IntervalMs).round.toInt)

  /** What is wrong with a folder that should hold its classes. */
  def problem(classes: Path): Option[String] =
    def jars = Files.list(classes).iterator.asScala.exists(_.toString.endsWith(".jar"))
    Option.unless(Files.exists(classes.resolve(MainFile)) || Files.isDirectory(classes) && jars)(
      s"--original: found '$classes', expected a folder with the jars or classes of the original stomp-benchmark ($Main)"
    )

  /** The order in the words of the original's scenario files. */
  def scenario(order: ClientOrder): String =
    val kind = if order.kind == DestinationType.Topic then "raw_topic" else "raw_queue"
    val headers = order.sendHeaders.map((name, value) => element("header", s"$name:$value")).mkString
    val values = List(
      "login" -> order.login,
      "passcode" -> order.passcode,
      "host" -> order.host,
      "port" -> order.port,
      "sample_interval" -> IntervalMs,
      "warm_up_count" -> intervals(order.warmUpS),
      "sample_count" -> intervals(order.seconds),
      "drain" -> false,
      "producers" -> order.producers,
      "consumers" -> order.consumers,
      "destination_type" -> kind,
      "destination_name" -> (order.prefix + order.destination),
      "message_size" -> order.bytes,
      "sync_send" -> (order.window == 1)
    ).map((name, value) => element(name, value.toString)).mkString("\n")
    s"""<scenarios>
       |<broker_name>${order.broker}</broker_name>
       |<common>
       |$values
       |<headers><client_type>$headers</client_type></headers>
       |</common>
       |<group name="$Name"><scenario name="$Name"><clients name="$Name"/></scenario></group>
       |</scenarios>
       |""".stripMargin

  private def element(name: String, text: String): String =
    val escaped = text.replace("&", "&amp;").replace("<", "&lt;")
    s"<$name>$escaped</$name>"
