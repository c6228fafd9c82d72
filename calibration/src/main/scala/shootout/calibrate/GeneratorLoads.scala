package shootout.calibrate

import shootout.broker.*
import shootout.campaign.Drivers
import shootout.driver.{Protocol, Stamp}
import shootout.result.Status
import shootout.engine.{Clock, LinkedState, Run}
import shootout.scenario.*
import shootout.stomp.nullbroker.Peer
import shootout.units.{DestinationType, Endpoint, Nanos, Word}

import java.io.IOException
import java.nio.file.Path
import java.util.concurrent.TimeUnit
import scala.concurrent.duration.*

/** The kinds of measurements. */
enum LoadKind(val title: String) extends Word:
  // our clients and the null broker
  case Producer extends LoadKind("producers")
  case Consumer extends LoadKind("consumers")
  case RoundTrip extends LoadKind("round trips")

  // the clients of the C program, or ours, and the C program's server
  case WriteByC extends LoadKind("C into C")
  case ProducerBesideC extends LoadKind("ours into C")
  case ReadByC extends LoadKind("C from C")
  case ConsumerBesideC extends LoadKind("ours from C")

/** One measurement of the generator: messages per second, and what a message costs this process. */
final case class LoadReading(ratePerS: Double, cpuUsPerMessage: Double, allocationBytesPerMessage: Double)

/** The null broker, against which we measure the limit of our own clients.
  *
  * @param folder
  *   the folder for its logs
  * @param say
  *   prints what happens while its files are fetched
  */
final class NullBrokerProcess(catalogue: List[BrokerSpec], drivers: Drivers, folder: Path, say: String => Unit)
    extends AutoCloseable:
  private val processes = OwnProcesses()
  Runtime.getRuntime.addShutdownHook(Thread(() => processes.endAll(1.second)))

  val spec: BrokerSpec = catalogue.find(broker => broker.calibration && broker.protocol(RivalLoad.Stomp).isDefined).get
  val protocol: Protocol = drivers.protocol(RivalLoad.Stomp, spec.name).get
  private val running =
    val install = InstallOptions(Artifacts(Artifacts.defaultCache), allowSystemPackages = false, say(_))
    val start = StartOptions(RivalLoad.Stomp, 256, folder.resolve(spec.name), Nil, Nil, stopWithin = 1.second)
    val ready = (endpoint: Endpoint) => protocol.handshake(endpoint, Nanos.ofSeconds(3)).isRight
    RivalComparison.orFail(Broker.install(spec, install, processes).flatMap(_.start(start, ready)))

  def endpoint: Endpoint = running.endpoint(spec.protocol(RivalLoad.Stomp).get)
  def close(): Unit = running.purge()

/** The loads of a calibration. They are workloads like any other, and the engine runs them. */
final class GeneratorLoads(protocol: Protocol, endpoint: Endpoint):
  private var workloads = 0

  /** Measures again, and for longer, if no message came in the time. On a busy machine, we may have had no CPU.
    *
    * @throws IOException
    *   if the client cannot run the load, or messages were lost or wrong
    */
  def measure(what: LoadKind, bytes: Int, connections: Int, seconds: Double): LoadReading =
    val lengths = Iterator.iterate(seconds)(_ * GeneratorLoads.Longer).take(GeneratorLoads.Tries)
    lengths.flatMap(once(what, bytes, connections, seconds / 2, _)).nextOption()
      .getOrElse(throw IOException("no message came through"))

  private def once(what: LoadKind, bytes: Int, connections: Int, warmUpS: Double, seconds: Double) =
    workloads += 1
    val (producers, consumers) = what match
      case LoadKind.Consumer | LoadKind.ConsumerBesideC =>
        (GeneratorLoads.idle(bytes), List(GeneratorLoads.flooded(connections, workloads, bytes)))
      case _ => (GeneratorLoads.producers(connections, bytes, inTurn = what == LoadKind.RoundTrip), Nil)
    // One queue for each consumer.
    val queues = math.max(1, consumers.map(_.count).sum)
    val destinations = Destinations(DestinationType.Queue, queues, Some(s"calibration_$workloads"))
    val timing = OurClients.timing(warmUpS, seconds, 1)
    val workload =
      Workload("calibration", "calibration", "", Nil, destinations, List(producers), consumers, timing, None)
    val costs = CostMeter()
    val state = LinkedState("calibration", workloads, List(GeneratorLoads.Flooder))
    val result = Run(protocol, endpoint, Clock.system, costs).execute(workload, 1, state).result
    val faults = result.audit.fold(0L)(a => a.lost + a.duplicated + a.reordered + a.corrupted + a.foreign + a.misrouted)
    if faults > 0 then
      throw IOException(s"$faults messages were lost, duplicated, reordered, corrupted, foreign or misrouted")
    if result.status != Status.Measured then throw IOException(result.reason.getOrElse("not measured"))
    val samples = result.samples.tail
    val messages = samples.map(s => (s.producedPerS + s.consumedPerS) * s.intervalS).sum
    val rate = messages / samples.map(_.intervalS).sum
    val spent = costs.spent
    Option.when(messages > 0)(LoadReading(rate, spent.cpuNanos / 1e3 / messages, spent.allocatedBytes / messages))

object GeneratorLoads:
  private val Tries = 3
  private val Longer = 8

  /** The index of the producer whose messages the null broker makes. */
  private val Flooder = Stamp.MaxIndex / 2

  /** @param inTurn
    *   if true, each producer waits for the publisher confirm of a message before it sends the next one
    */
  private def producers(count: Int, bytes: Int, inTurn: Boolean): ProducerGroup =
    val free = ProducerGroup.plain(bytes).copy(count = count)
    if inTurn then free.copy(persistent = true, confirm = Confirm.Receipt, window = Window.Of(1)) else free

  /** A producer that sends one message and then none for a long time. Without any producer, there would be nothing to
    * wait for.
    */
  private def idle(bytes: Int): ProducerGroup =
    producers(1, bytes, inTurn = false).copy(think = Some(Distribution.Constant(1e15)))

  /** Consumers that the null broker sends messages without end. Their producer does not belong to the workload. */
  private def flooded(count: Int, workloadTag: Int, bytes: Int): ConsumerGroup =
    val producer = Stamp.producer(workloadTag, Flooder)
    ConsumerGroup.plain.copy(count = count, headers = List(Peer.Flood -> s"$producer,$bytes"))

/** A C program that moves STOMP frames over bare sockets (`calibration/src/main/c/bare.c`), as a server. We measure its
  * own clients and ours against it.
  */
final class BareSockets(program: Path) extends AutoCloseable:
  private val server = ProcessBuilder(program.toString, "serve").redirectError(ProcessBuilder.Redirect.INHERIT).start()
  private val port = BareSockets.line(server).toInt

  def endpoint: Endpoint = Endpoint("127.0.0.1", port, None, None, None)

  /** What the program's own clients reach. Their allocations are unknown.
    *
    * @param what
    *   `write` or `read`
    */
  def measure(what: String, bytes: Int, connections: Int, seconds: Double): LoadReading =
    val found = BareSockets.run(program, what, port, connections, seconds, bytes)
    LoadReading(found.ratePerS, found.cpuUsPerMessage, 0)

  /** The program serves until its standard input ends. */
  def close(): Unit =
    server.getOutputStream.close()
    if !server.waitFor(1, TimeUnit.SECONDS) then server.destroyForcibly(): Unit

object BareSockets:
  final case class Moved(ratePerS: Double, cpuUsPerMessage: Double, messages: Long)

  /** The program, if `bin/calibrate` could compile it. */
  def program: Option[Path] = Option(System.getProperty("shootout.bare")).filter(_.nonEmpty).map(Path.of(_))

  /** @throws IOException
    *   if the program failed or printed nothing
    */
  def run(program: Path, what: String, port: Int, connections: Int, seconds: Double, bytes: Int): Moved =
    val arguments = List(what, port.toString, connections.toString, seconds.toString, bytes.toString)
    val client =
      ProcessBuilder((program.toString :: arguments)*).redirectError(ProcessBuilder.Redirect.INHERIT).start()
    val Array(rate, cpu, messages) = line(client).split(' ').map(_.toDouble): @unchecked
    if client.waitFor() == 0 then Moved(rate, cpu, messages.toLong) else throw IOException(s"$program $what failed")

  private def line(process: Process): String =
    Option(process.inputReader.readLine()).getOrElse(throw IOException("the C program printed nothing"))
