package shootout.calibrate

import com.sun.management.{OperatingSystemMXBean, ThreadMXBean}
import shootout.broker.Catalogue
import shootout.campaign.Drivers
import shootout.driver.{ClientAnswer, ClientLoad, ClientOrder}
import shootout.result.{Sample, Status}
import shootout.engine.{Clock, LinkedState, Run, Watch}
import shootout.scenario.*
import shootout.cli.CommandRunner
import shootout.units.{Json, Nanos}

import java.io.{BufferedReader, IOException, InputStreamReader, OutputStreamWriter}
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit, TimeoutException}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** One side of a comparison. It takes one measurement after the other. */
private trait Side extends AutoCloseable:
  def follow(order: ClientOrder): ClientAnswer

  /** The autogroup of the process that takes measurements, or of the latest one. */
  def autogroup: String

/** A process with clients that waits between measurements. Both sides of a comparison get a JVM with the settings of a
  * load generator.
  *
  * @param program
  *   the object whose `main` the process runs
  * @param log
  *   the file for everything that the process prints except answers
  */
private final class ClientProcess(program: AnyRef, log: Path) extends Side:
  private val main = program.getClass.getName.stripSuffix("$")
  private val process =
    val properties = sys.props.toList.collect { case (k, v) if k.startsWith("shootout.") => s"-D$k=$v" }
    val command = ClientProcess.java(ClientProcess.Flags ++ properties, sys.props("java.class.path"), main)
    ProcessBuilder(command.asJava).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile)).start()
  private val orders = OutputStreamWriter(process.getOutputStream)
  private val answers = BufferedReader(InputStreamReader(process.getInputStream))

  def autogroup: String = Scheduling.autogroups(List(process.pid))

  /** @throws IOException
    *   if the process has ended or does not answer in time
    */
  def follow(order: ClientOrder): ClientAnswer =
    orders.write(Json.write(order) + "\n")
    orders.flush()
    val line = CompletableFuture.supplyAsync(() => Option(answers.readLine()))
    val limitS = order.warmUpS + order.seconds + order.drainS + ClientProcess.SpareS
    try
      val answer = line.get((limitS * 1000).toLong, TimeUnit.MILLISECONDS)
      answer.fold(throw gone("ended"))(Json.read[ClientAnswer](_))
    catch
      case _: TimeoutException => throw gone(f"did not answer within $limitS%.0f s")
      case e: ExecutionException => throw gone(s"cannot be read: ${e.getCause.getMessage}")

  private def gone(what: String): IOException =
    val said = if Files.exists(log) then Files.readString(log).linesIterator.toList.takeRight(5) else Nil
    IOException((s"the client process $main $what" :: said).mkString("\n  "))

  def close(): Unit = ClientProcess.end(process)

private object ClientProcess:
  /** For connecting, disconnecting, and pauses of the machine. */
  private val SpareS = 40.0
  private val EndS = 3L

  /** The settings of a load generator's JVM. */
  val Flags: List[String] =
    List("-Xms256m", "-Xmx2g", "-XX:+UseSerialGC", "-XX:MaxDirectMemorySize=2g", "-XX:-UsePerfData", "-Xshare:auto")

  def java(flags: List[String], classPath: String, main: String): List[String] =
    Path.of(sys.props("java.home"), "bin", "java").toString :: flags ++ List("-cp", classPath, main)

  /** Ends the process and all processes that it started. */
  def end(process: Process): Unit =
    process.descendants.forEach(child => child.destroy(): Unit)
    process.destroy()
    if !process.waitFor(EndS, TimeUnit.SECONDS) then process.destroyForcibly(): Unit

/** Starts a new process for each measurement. */
private final class NewClientProcesses(start: () => ClientProcess) extends Side:
  var autogroup = Scheduling.Unknown

  def follow(order: ClientOrder): ClientAnswer = Using.resource(start()) { side =>
    autogroup = side.autogroup
    side.follow(order)
  }

  def close(): Unit = ()

/** The program of a [[ClientProcess]] with our driver and the engine. */
object OurClients:
  private val SamplesASecond = 4

  def main(arguments: Array[String]): Unit =
    val answers = OutputStreamWriter(System.out)
    // What libraries print is not an answer.
    System.setOut(System.err)
    val orders = BufferedReader(InputStreamReader(System.in))
    val drivers = Catalogue.read(CommandRunner.home.resolve("brokers")).flatMap(Drivers.check)
    val known = drivers.fold(problems => throw IllegalStateException(problems.toString), identity)
    for (line, number) <- Iterator.continually(orders.readLine()).takeWhile(_ != null).zipWithIndex do
      answers.write(Json.write(follow(known, Json.read[ClientOrder](line), number)) + "\n")
      answers.flush()
    // Threads of a library would keep the process alive.
    sys.exit(0)

  /** The order as a workload. */
  private[calibrate] def workload(order: ClientOrder): Workload =
    val load = order.load
    val plain = ProducerGroup.plain(load.bytes).copy(count = load.producers, persistent = load.persistent)
    val producers =
      if load.window == 0 then plain
      else
        val window = if load.window == ClientLoad.AnyWindow then Window.Unbounded else Window.Of(load.window)
        plain.copy(confirm = Confirm.Receipt, window = window)
    val consumers = ConsumerGroup.plain.copy(
      count = load.consumers,
      ack = if load.ackEvery == 0 then Ack.Auto else Ack.Client,
      ackEvery = math.max(1, load.ackEvery),
      prefetch = load.prefetch,
      listener = load.listener,
      batch = load.batch
    )
    val destination = Destinations(load.kind, 1, Some(order.destination))
    val times = timing(order.warmUpS, order.seconds, order.drainS)
    Workload("against", "against", "", Nil, destination, List(producers), List(consumers), times, None)

  /** One sample more than asked for. The first sample only leads to a moment at which both counts and costs are known.
    */
  def timing(warmUpS: Double, seconds: Double, drainS: Double): Timing =
    val samples = math.max(1, (seconds * SamplesASecond).round.toInt)
    val drain = Nanos.ofSeconds(drainS)
    Timing(Nanos.ofSeconds(warmUpS), samples + 1, Nanos.ofSeconds(seconds / samples), drain, drain)

  private def follow(drivers: Drivers, order: ClientOrder, number: Int): ClientAnswer =
    val protocol = drivers.protocol(order.protocol, order.broker).get
    val costs = CostMeter()
    val result =
      Run(protocol, order.endpoint, Clock.system, costs).execute(
        workload(order),
        1,
        LinkedState("against", number)
      ).result
    val samples = result.samples.drop(1)
    if result.status != Status.Measured || samples.isEmpty then
      ClientAnswer.trouble(result.reason.getOrElse("not measured"))
    else
      val seconds = samples.map(_.intervalS).sum
      val sent = samples.map(s => s.producedPerS * s.intervalS).sum
      val received = samples.map(s => s.consumedPerS * s.intervalS).sum
      val audit = result.audit.get
      val wrong = audit.duplicated + audit.corrupted + audit.foreign + audit.misrouted
      val cpuUs = costs.spent.cpuNanos / 1e3 / math.max(1.0, sent + received)
      ClientAnswer(sent / seconds, received / seconds, cpuUs, audit.expected, audit.delivered, wrong)

/** What this process spends from the end of the first sample to the end of the last. */
private final class CostMeter extends Watch:
  private var costs = List.empty[Cost]
  def cancelled: Boolean = false
  def brokerAlive: Boolean = true
  def sampled(workload: Workload, sample: Sample): Unit = costs ::= Cost.now()
  def spent: Cost =
    Cost(costs.head.cpuNanos - costs.last.cpuNanos, costs.head.allocatedBytes - costs.last.allocatedBytes)

private final case class Cost(cpuNanos: Long, allocatedBytes: Long)

private object Cost:
  private val system = ManagementFactory.getOperatingSystemMXBean.asInstanceOf[OperatingSystemMXBean]
  private val threads = ManagementFactory.getThreadMXBean.asInstanceOf[ThreadMXBean]

  def now(): Cost =
    Cost(system.getProcessCpuTime, threads.getThreadAllocatedBytes(threads.getAllThreadIds).filter(_ > 0).sum)
