package shootout.calibrate

import shootout.broker.{Broker, InstallOptions}
import shootout.driver.{ClientAnswer, ClientOrder, Protocol}
import shootout.units.DestinationType

import java.io.IOException
import java.nio.file.{Files, Path}
import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** The client of the original stomp-benchmark of 2011. Its classes are not part of this project.
  *
  * @param classes
  *   a folder with its classes or jars, and with all of their dependencies
  */
private final class OriginalRival(classes: Path) extends Rival:
  def name: String = CalibrateOptions.Original
  def startsAnew: Boolean = true

  /** It either waits for each publisher confirm or asks for none, and it has no listener. */
  def rivalLoads: List[RivalLoad] =
    RivalLoad.all.filter(rivalLoad => rivalLoad.load.window <= 1 && !rivalLoad.load.listener)

  def start(broker: Broker, protocol: Protocol, folder: Path, install: InstallOptions): Side =
    OriginalClient(classes, folder)

private object OriginalRival:
  val Main = "com.github.stomp.benchmark.Benchmark"

  /** What is wrong with the folder of its classes. None if it has them. */
  def problem(classes: Path): Option[String] =
    def jars = Files.list(classes).iterator.asScala.exists(_.toString.endsWith(".jar"))
    val found = Files.exists(classes.resolve(s"${Main.replace('.', '/')}.class")) || Files.isDirectory(classes) && jars
    Option.unless(found)(
      s"--original: found '$classes', expected a folder with jars or classes of the original stomp-benchmark ($Main)"
    )

/** Runs the original with a scenario file for each measurement. */
private final class OriginalClient(classes: Path, folder: Path) extends Side:
  @volatile private var running: Option[Process] = None
  var autogroup = Scheduling.Unknown

  def follow(order: ClientOrder): ClientAnswer =
    val scenario = folder.resolve(s"${order.destination}.xml")
    Files.writeString(scenario, OriginalClient.scenario(order))
    val arguments = List("--scenario-file", scenario.toString, folder.resolve("original.json").toString)
    val command = ClientProcess.java(ClientProcess.Flags, s"$classes/*:$classes", OriginalRival.Main) ++ arguments
    val log = folder.resolve("original.log")
    val process = ProcessBuilder(command.asJava).redirectError(ProcessBuilder.Redirect.to(log.toFile)).start()
    running = Some(process)
    autogroup = Scheduling.autogroups(List(process.pid))
    // It may wait forever for a connection that it could not close.
    val limitMs = ((order.warmUpS + order.seconds + OriginalClient.SpareS) * 1000).toLong
    process.onExit.orTimeout(limitMs, TimeUnit.MILLISECONDS).exceptionally(_ => process.destroyForcibly())
    try measure(order, process)
    catch
      case e: IOException => ClientAnswer.trouble(s"${e.getMessage}; it said: ${Files.readString(log).takeRight(200)}")
    finally close()

  /** The original prints a dot after each interval of its warm-up, one before each sample, and one at the end. Then it
    * prints its counts.
    */
  private def measure(order: ClientOrder, process: Process): ClientAnswer =
    val output = process.inputReader
    val dots = OriginalClient.Dots(() => output.read())
    def costNow = process.info.totalCpuDuration.map[Long](_.toNanos).orElse(0L)
    dots.await(OriginalClient.intervals(order.warmUpS))
    val (began, costBefore) = (System.nanoTime(), costNow)
    dots.await(OriginalClient.intervals(order.seconds) + 1)
    val (seconds, cost) = ((System.nanoTime() - began).toDouble / 1e9, costNow - costBefore)
    val counted = OriginalClient.counted(output.lines.iterator.asScala.toList)
    val cpuUs = cost.toDouble / 1e3 / math.max(1L, counted.sent + counted.received)
    val errors = Option.when(counted.errors > 0)(s"${counted.errors} errors")
    ClientAnswer(counted.sent / seconds, counted.received / seconds, cpuUs, trouble = errors)

  def close(): Unit = running.foreach(ClientProcess.end)

private object OriginalClient:
  private val Name = "against"
  private val IntervalMs = 500

  /** For starting, draining and ending. */
  private val SpareS = 30

  /** It drains until it has received nothing for this time, so that the next measurement finds an empty queue. */
  private val DrainMs = 1000

  private def intervals(seconds: Double): Int = math.max(1, (seconds * 1000 / IntervalMs).round.toInt)

  /** Counts the dots on the line that names the scenario. */
  final class Dots(read: () => Int):
    private val line = StringBuilder()

    def await(dots: Int): Unit =
      var missing = dots
      while missing > 0 do
        val character = read()
        if character < 0 then throw IOException("it ended before it had measured")
        if character == '\n' then line.clear() else line.append(character.toChar)
        if character == '.' && line.startsWith("scenario") then missing -= 1

  /** Messages sent, messages received, and errors, in all samples. */
  final case class Counted(sent: Long, received: Long, errors: Long)

  /** Reads lines such as `c_against samples: [ 11,12,13 ]`. */
  def counted(output: List[String]): Counted =
    def sum(letter: Char) =
      val line = output.find(_.startsWith(s"${letter}_$Name samples:")).getOrElse("")
      "\\d+".r.findAllIn(line.dropWhile(_ != '[')).map(_.toLong).sum
    Counted(sum('p'), sum('c'), sum('e'))

  /** The order as a scenario file of the original. */
  def scenario(order: ClientOrder): String =
    val kind = if order.load.kind == DestinationType.Topic then "raw_topic" else "raw_queue"
    val headers = order.sendHeaders.map((name, value) => element("header", s"$name:$value")).mkString
    val values = List(
      "login" -> order.login,
      "passcode" -> order.passcode,
      "host" -> order.host,
      "port" -> order.port,
      "sample_interval" -> IntervalMs,
      "warm_up_count" -> intervals(order.warmUpS),
      "sample_count" -> intervals(order.seconds),
      "drain" -> true,
      "drain_timeout" -> DrainMs,
      "producers" -> order.load.producers,
      "consumers" -> order.load.consumers,
      "destination_type" -> kind,
      "destination_name" -> (order.prefix + order.destination),
      "message_size" -> order.load.bytes,
      "sync_send" -> (order.load.window == 1)
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
    s"<$name>${text.replace("&", "&amp;").replace("<", "&lt;")}</$name>"
