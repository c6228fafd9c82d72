package shootout.calibrate

import shootout.broker.{Broker, InstallOptions, ToolFile}
import shootout.driver.*
import shootout.units.DestinationType

import java.io.IOException
import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}
import java.util.concurrent.locks.LockSupport
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** One measurement by the performance tool of a broker's vendor.
  *
  * @param files
  *   the folder with the tool's own files
  * @param folder
  *   the folder for the tool's output
  * @param messages
  *   how many messages to send, for a tool that has no time limit
  */
private final case class ToolCall(order: ClientOrder, files: Path, brokerHome: Path, folder: Path, messages: Long):
  def address: String = s"${order.host}:${order.port}"
  def queue: String = order.destination
  def bytes: String = order.load.bytes.toString
  def seconds: Int = order.seconds.toInt
  def warmUpS: Int = order.warmUpS.toInt

/** A process of a tool. */
private final case class ToolProcess(
    /** the name of the file for its output */
    log: String,
    command: List[String],
    /** whether it ends on its own; if not, we end it after warm-up and measurement */
    ends: Boolean,
    /** environment variables, also for secrets, which the process list would show otherwise */
    environment: List[(String, String)] = Nil,
    /** the content of a file ([[ToolProcess.Secret]]) for the tool, which only its owner may read */
    secret: Option[String] = None
)

private object ToolProcess:
  val Secret = "secret.options"

/** Messages per second. */
private final case class ToolRates(sentPerS: Double, receivedPerS: Double)

/** The performance tool of a broker's vendor, with one sender and one receiver on a queue, and the same load for our
  * clients.
  */
private abstract class VendorTool(
    /** the broker in the catalogue; its `tool.yaml` says how to get the tool, or else the tool is among the broker's
      * own files
      */
    val broker: String,
    val protocol: String,
    val name: String,
    /** the settings of both sides, in words */
    settings: String,
    like: ClientLoad,
    /** true: we create the queue before the measurement and remove it afterwards */
    val laidOut: Boolean
) extends Rival:
  def startsAnew: Boolean = true

  /** The message size of the published articles, and a common one. */
  def rivalLoads: List[RivalLoad] =
    for bytes <- List(100, 1024)
    yield RivalLoad(s"1 sender, 1 receiver, $bytes B", like.copy(bytes = bytes, persistent = true), settings)

  def start(installed: Broker, driver: Protocol, folder: Path, install: InstallOptions): Side =
    val tool = RivalComparison.orFail(ToolFile.read(installed.spec))
    val files = tool.map(own => RivalComparison.orFail(Broker.tool(own, install)))
    VendorClient(this, driver, files.getOrElse(installed.home), installed.home, folder)

  /** The processes to start, the receiver first. */
  def processes(call: ToolCall): List[ToolProcess]

  /** @param read
    *   returns the content of a file in the call's folder; empty if the file does not exist
    * @return
    *   what the tool measured after the warm-up, or what is wrong with its output
    */
  def rates(call: ToolCall, read: String => String): Either[String, ToolRates]

private object VendorTool:
  val all: List[VendorTool] = List(KafkaTool, RabbitTool, ArtemisTool, NatsTool)

  def both(sent: Either[String, Double], received: Either[String, Double]): Either[String, ToolRates] =
    for sentPerS <- sent; receivedPerS <- received yield ToolRates(sentPerS, receivedPerS)

  /** A rate, and how long it lasted. */
  final case class Timed(rate: Double, seconds: Double = 1)

  /** The mean over the last seconds of what a tool prints each second. Before that, it warmed up. */
  def last(rates: List[Timed], seconds: Int, whose: String): Either[String, Double] =
    val measured = rates.takeRight(seconds)
    if measured.sizeIs < seconds then
      Left(s"$whose printed ${rates.size} rates in $seconds s; look at its output")
    else Right(measured.map(timed => timed.rate * timed.seconds).sum / measured.map(_.seconds).sum)

  /** The columns with these titles in a table of comma-separated values. A line counts if it has a number in each of
    * them.
    */
  def columns(table: String, titles: String*): List[Seq[Double]] =
    val lines = table.linesIterator.map(_.split(",").map(_.trim).toVector).toList
    val head = lines.find(line => titles.forall(line.contains)).getOrElse(Vector.empty)
    val places = titles.map(head.indexOf)
    lines.map(line => places.flatMap(line.lift).flatMap(_.toDoubleOption)).filter(_.sizeIs == titles.size)

/** Runs a tool for each order. */
private final class VendorClient(tool: VendorTool, protocol: Protocol, files: Path, home: Path, folder: Path)
    extends Side:
  @volatile private var running = List.empty[Process]
  private var rates = Map.empty[Int, Double]
  var autogroup = Scheduling.Unknown

  def follow(order: ClientOrder): ClientAnswer =
    val place = Files.createDirectories(folder.resolve(order.destination))
    val expected = rates.getOrElse(order.load.bytes, VendorClient.FirstRate)
    val call = ToolCall(order, files, home, place, (expected * order.seconds).toLong)
    val answer =
      try if tool.laidOut then withQueue(order)(measure(call)) else measure(call)
      catch case e: IOException => Left(e.getMessage)
    answer.foreach(found => rates += order.load.bytes -> math.min(found.sentPerS, found.receivedPerS))
    answer.fold(
      why => ClientAnswer.trouble(why.replace(order.passcode, "***")),
      found => ClientAnswer(found.sentPerS, found.receivedPerS, 0)
    )

  private def withQueue[A](order: ClientOrder)(use: => A): A =
    val destination = DestinationName(DestinationType.Queue, order.destination)
    Using.resource(protocol.open(order.endpoint)) { session =>
      session.create(List(DestinationSpec(destination, None, 1)))
      try use
      finally session.remove(List(destination))
    }

  private def measure(call: ToolCall): Either[String, ToolRates] =
    val processes = tool.processes(call)
    try
      for process <- processes do running ::= start(call, process)
      autogroup = Scheduling.autogroups(running.map(_.pid))
      await(call, processes.forall(_.ends))
      val failed = running.reverse.zip(processes).collectFirst {
        case (p, process) if !p.isAlive && p.exitValue != 0 => process -> s"ended with status ${p.exitValue}"
      }
      failed match
        case Some((process, why)) => Left(said(call, process, why))
        case None => tool.rates(call, VendorClient.read(call, _)).left.map(said(call, processes.last, _))
    finally close()

  /** Starts a process with an environment of its own, so that no variable of the user's shell reaches the tool. */
  private def start(call: ToolCall, process: ToolProcess): Process =
    for content <- process.secret do
      val file = call.folder.resolve(ToolProcess.Secret)
      Files.writeString(Files.createFile(file, PosixFilePermissions.asFileAttribute(VendorClient.OwnerOnly)), content)
    val builder = ProcessBuilder(process.command.asJava).directory(call.folder.toFile).redirectErrorStream(true)
    builder.environment.keySet.retainAll(VendorClient.Inherited.asJava)
    for (name, value) <- ("HOME" -> call.folder.toString) :: process.environment do builder.environment.put(name, value)
    val started = builder.redirectOutput(call.folder.resolve(process.log).toFile).start()
    started.getOutputStream.close()
    started

  /** Waits until the processes end or the time is over. If one fails, the wait ends, because the others would wait for
    * it.
    */
  private def await(call: ToolCall, ends: Boolean): Unit =
    val limit = System.nanoTime() + ((call.order.warmUpS + call.order.seconds) * 1e9).toLong +
      (if ends then VendorClient.SpareNanos else VendorClient.StartNanos)
    def goesOn = if ends then running.exists(_.isAlive) else running.forall(_.isAlive)
    def failed = running.exists(p => !p.isAlive && p.exitValue != 0)
    while goesOn && !failed && System.nanoTime() < limit do LockSupport.parkNanos(VendorClient.LookNanos)
    if ends && goesOn && !failed then throw IOException(s"${tool.name} did not end in time")

  private def said(call: ToolCall, process: ToolProcess, why: String): String =
    val lines = VendorClient.read(call, process.log).linesIterator.filter(_.nonEmpty).toList
    val complaints = lines.filter(VendorClient.Complaint.findFirstIn(_).isDefined)
    (s"${tool.name}: $why" :: (if complaints.nonEmpty then complaints else lines).takeRight(1)).mkString(": ")

  def close(): Unit =
    running.filter(_.isAlive).foreach(ClientProcess.end)
    running = Nil

private object VendorClient:
  private val Inherited = Set("PATH", "LANG", "LC_ALL", "TZ", "TMPDIR")
  private val Complaint = "(?i)error|exception".r
  private val OwnerOnly = PosixFilePermissions.fromString("rw-------")
  private val LookNanos = 50_000_000L

  /** For a JVM to start and to find its broker. */
  private val StartNanos = 3_000_000_000L

  /** For starting, ending, and pauses of the machine. */
  private val SpareNanos = 60_000_000_000L

  /** The rate in messages per second that we assume before the first measurement of a tool. */
  private val FirstRate = 20_000.0

  private def read(call: ToolCall, file: String): String =
    val path = call.folder.resolve(file)
    if Files.exists(path) then String(Files.readAllBytes(path), "UTF-8") else ""

/** Kafka's own two tools. They have no time limit, only a number of messages, so we end them when the time is over. */
private object KafkaTool
    extends VendorTool(
      "kafka",
      "kafka",
      "kafka-producer-perf-test and kafka-consumer-perf-test",
      "acks=all, one partition, one consumer group; batches and what is in flight as the library has them",
      ClientLoad(0, window = ClientLoad.AnyWindow),
      laidOut = true
    ):
  /** The flags of Kafka's own scripts. */
  private val flags = ("-Xmx512M -server -XX:+UseG1GC -XX:MaxGCPauseMillis=20 -XX:InitiatingHeapOccupancyPercent=35 " +
    "-XX:+ExplicitGCInvokesConcurrent").split(' ').toList

  def processes(call: ToolCall): List[ToolProcess] =
    def tool(log: String, name: String, options: String) =
      val common =
        s"--bootstrap-server ${call.address} --topic ${call.queue} --num-records ${Int.MaxValue} " +
          "--reporting-interval 1000"
      val command = ClientProcess.java(flags, s"${call.files}/*", s"org.apache.kafka.tools.$name")
      ToolProcess(log, command ++ s"$common $options".split(' '), ends = false)
    List(
      tool("consumer.log", "ConsumerPerformance", s"--group ${call.queue} --show-detailed-stats"),
      tool(
        "producer.log",
        "ProducerPerformance",
        s"--record-size ${call.bytes} --throughput -1 --command-property acks=all"
      )
    )

  /** `26936 records sent, 26855.4 records/sec (2.56 MB/sec), 1131.6 ms avg latency, 1490.0 ms max latency.` The line
    * for the whole run continues with percentiles.
    */
  private val Window = "\\d+ records sent, ([\\d.]+) records/sec .* max latency\\.".r

  def rates(call: ToolCall, read: String => String): Either[String, ToolRates] =
    val sent = read("producer.log").linesIterator.collect { case Window(rate) => VendorTool.Timed(rate.toDouble) }
    val received = VendorTool.columns(read("consumer.log"), "nMsg.sec").map(row => VendorTool.Timed(row.head))
    VendorTool.both(
      VendorTool.last(sent.toList, call.seconds, "kafka-producer-perf-test"),
      VendorTool.last(received, call.seconds, "kafka-consumer-perf-test")
    )

private object RabbitTool
    extends VendorTool(
      "rabbitmq",
      "amqp091",
      "PerfTest",
      "a durable classic queue, persistent, at most 1000 unconfirmed, prefetch 1000, every 100 acknowledged together",
      ClientLoad(0, window = 1000, ackEvery = 100, prefetch = Some(1000)),
      laidOut = false
    ):
  def processes(call: ToolCall): List[ToolProcess] =
    // With --predeclared, the tool creates no queue. The broker creates them all when it starts.
    val options =
      s"--producers 1 --consumers 1 --queue ${call.queue} --predeclared --flag persistent --size ${call.bytes} " +
        s"--confirm 1000 --qos 1000 --multi-ack-every 100 --interval 1 --time ${call.warmUpS + call.seconds} " +
        "--output-file rates.csv"
    val command = ClientProcess.java(Nil, s"${call.files}/*", "com.rabbitmq.perf.PerfTest") ++ options.split(' ')
    // The tool takes every option as an environment variable, too.
    val uri = s"amqp://${call.order.login}:${call.order.passcode}@${call.address}"
    List(ToolProcess("perf-test.log", command, ends = true, List("URI" -> uri)))

  /** The file has a line for each second, which is longer or shorter on a busy machine. */
  def rates(call: ToolCall, read: String => String): Either[String, ToolRates] =
    def rate(title: String) =
      val rows = VendorTool.columns(read("rates.csv"), "time (s)", title)
      val timed = rows.zip(0.0 :: rows.map(_.head)).map((row, from) => VendorTool.Timed(row.last, row.head - from))
      VendorTool.last(timed, call.seconds, name)
    VendorTool.both(rate("published (msg/s)"), rate("received (msg/s)"))

/** The tool is part of the broker's own files. */
private object ArtemisTool
    extends VendorTool(
      "artemis",
      "core",
      "artemis perf client",
      "persistent, at most 1000 unconfirmed (confirmationWindowSize=1048576), the receiver called back, " +
        "acknowledging automatically",
      ClientLoad(0, window = 1000, listener = true),
      laidOut = false
    ):
  def processes(call: ToolCall): List[ToolProcess] =
    // Our driver also sets confirmationWindowSize. Without it, the library confirms messages as soon as they are sent.
    val options = s"--url tcp://${call.address}?confirmationWindowSize=1048576 @${ToolProcess.Secret} " +
      s"--protocol CORE --persistent --message-size ${call.bytes} --max-pending 1000 --warmup ${call.warmUpS} " +
      s"--duration ${call.warmUpS + call.seconds} --json rates.json queue://${call.queue}"
    val command =
      call.brokerHome.resolve("bin").resolve("artemis").toString :: "perf" :: "client" :: options.split(' ').toList
    // The tool takes no environment variables, but options in a file.
    val secret = s"--user ${call.order.login} --password ${call.order.passcode}\n"
    List(ToolProcess("perf.log", command, ends = true, List("JAVA_HOME" -> sys.props("java.home")), Some(secret)))

  def rates(call: ToolCall, read: String => String): Either[String, ToolRates] =
    val file = Some(read("rates.json")).filter(_.nonEmpty).getOrElse("[]")
    val intervals = ujson.read(file).arr.toList.filter(s => s("sampleType").str == "interval" && !s("warmup").bool)
    def rate(key: String) =
      VendorTool.last(intervals.map(sample => VendorTool.Timed(sample(key).num)), call.seconds, name)
    VendorTool.both(rate("completed"), rate("received"))

/** One process sends, and one receives. Each gets a number of messages and prints the rate over all of them. */
private object NatsTool
    extends VendorTool(
      "nats",
      "nats",
      "nats bench js",
      "a work queue in a file, at most 500 unconfirmed, at most 500 buffered by the receiver, each acknowledged alone",
      ClientLoad(0, window = 500, batch = Some(500)),
      laidOut = true
    ):
  /** The tool is compiled to machine code, so it has nothing to warm up. */
  override def startsAnew: Boolean = false

  def processes(call: ToolCall): List[ToolProcess] =
    val login = List("NATS_USER" -> call.order.login, "NATS_PASSWORD" -> call.order.passcode)
    def bench(log: String, what: String) =
      val options = s"bench js $what --stream ${call.queue} --size ${call.bytes} --batch 500 --msgs ${call.messages} " +
        s"--no-progress --csv $log.csv"
      val command = call.files.resolve("nats").toString :: options.split(' ').toList
      ToolProcess(s"$log.log", command, ends = true, ("NATS_URL" -> s"nats://${call.address}") :: login)
    List(bench("consumer", "consume"), bench("producer", s"pub async ${call.queue}"))

  def rates(call: ToolCall, read: String => String): Either[String, ToolRates] =
    def rate(whose: String) =
      val clients = VendorTool.columns(read(s"$whose.csv"), "MsgsPerSec").map(_.head)
      Either.cond(clients.nonEmpty, clients.sum, s"the $whose of $name printed no rate; look at its output")
    VendorTool.both(rate("producer"), rate("consumer"))
