package shootout.calibrate

import picocli.CommandLine
import shootout.broker.*
import shootout.cli.Machine
import shootout.driver.{DestinationName, SendSpec}
import shootout.scenario.DestinationType
import shootout.stomp.{Dialect, SendFrames, StompDriver, StompProtocol, Version}
import shootout.units.{Endpoint, EpochMillis, Json, Nanos}

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** `bin/calibrate`: how fast is the load generator itself? */
object Main:
  private val Usage = 2

  def main(arguments: Array[String]): Unit =
    val options = Options()
    val parser = CommandLine(options)
    val status =
      try
        parser.parseArgs(arguments*)
        if parser.isUsageHelpRequested then
          parser.usage(System.out)
          0
        else if options.problems.nonEmpty then complain(options.problems, Usage)
        else
          calibrate(options)
          0
      catch
        case e: CommandLine.ParameterException => complain(List(e.getMessage), Usage)
        case e: IOException => complain(List(e.getMessage), 1)
    sys.exit(status)

  private def complain(problems: List[String], status: Int): Int =
    problems.foreach(problem => Console.err.println(s"calibrate: $problem"))
    status

  private def calibrate(options: Options): Unit =
    val started = EpochMillis.now()
    val processes = OwnProcesses()
    Runtime.getRuntime.addShutdownHook(Thread(() => processes.endAll(1.second)))
    val folder = Files.createTempDirectory("calibrate-")
    try
      val broker = nullBroker(processes, folder)
      try
        val loads = Loads(protocol(broker.spec), broker.endpoint)
        val (rows, scale) = Option(options.scale) match
          case Some(connections) => (Nil, Some(held(loads, connections)))
          case None => (Calibration.rows(rounds(options, broker.endpoint, loads, frames(broker.spec))), None)
        Calibration.table(rows).filter(_ => rows.nonEmpty).foreach(println)
        val environment = Machine.environment(folder, sharedWithBroker = true)
        val result =
          Calibration(
            environment,
            Machine.tool,
            StompDriver().name,
            started,
            options.rounds,
            options.seconds,
            rows,
            scale
          )
        Files.writeString(options.out, Json.write(result, indent = 2) + "\n")
        println(s"${options.out}")
      finally broker.purge()
    finally
      Using.resource(Files.walk(folder))(_.iterator.asScala.toList).reverse.foreach(Files.deleteIfExists)

  private def home: Path = Path.of(sys.props.getOrElse("shootout.home", ".")).toAbsolutePath.normalize
  private def orFail[A, B](either: Either[A, B]): B =
    either.fold(problem => throw IOException(problem.toString), identity)
  private def dialect(spec: BrokerSpec): Dialect = orFail(Dialect.read(spec.protocol("stomp").get.dialect))
  private def protocol(spec: BrokerSpec): StompProtocol = StompProtocol(dialect(spec), Map.empty)

  private def nullBroker(processes: OwnProcesses, folder: Path): RunningBroker =
    val spec = orFail(BrokerFile.read(home.resolve("brokers/null")))
    val install = InstallOptions(Artifacts(Artifacts.defaultCache), allowSystemPackages = false, println(_))
    val options = StartOptions("stomp", 256, folder.resolve("broker"), Nil, Nil, stopWithin = 1.second)
    val ready = (endpoint: Endpoint) => protocol(spec).handshake(endpoint, Nanos.ofSeconds(3)).isRight
    orFail(Broker.install(spec, install, processes).flatMap(_.start(options, ready)))

  /** The frame of a body size, the same as our producers send. */
  private def frames(spec: BrokerSpec)(bytes: Int): Array[Byte] =
    val target = DestinationName(DestinationType.Queue, "calibration_1")
    SendFrames(SendSpec(IndexedSeq(target), false, false, Nil, Some(bytes)), dialect(spec)).example(Version.V12, bytes)

  /** Every measurement of a round meets the same weather as its neighbours. The first round only warms the JVM up. */
  private def rounds(
      options: Options,
      endpoint: Endpoint,
      loads: Loads,
      frame: Int => Array[Byte]
  ): List[Calibration.Round] =
    val loopback = Loopback(endpoint)
    def round(bytes: Int, connections: Int, seconds: Double): Calibration.Round =
      val warmUp = seconds / 2
      val raw = loopback.rate(frame(bytes), connections, warmUp, seconds)
      val ours = List(Measure.Producer, Measure.Consumer, Measure.RoundTrip)
      Calibration.Round(
        bytes,
        connections,
        raw,
        ours.map(m => m -> loads.measure(m, bytes, connections, warmUp, seconds)).toMap
      )
    for
      n <- (0 to options.rounds).toList
      bytes <- options.sizes.asScala.toList.map(_.intValue)
      connections <- options.connections.asScala.toList.map(_.intValue)
      measured = round(bytes, connections, options.seconds)
      if n > 0
    yield measured

  private def held(loads: Loads, connections: Int): Scale =
    val (heap, direct) = loads.memory(connections, 20)
    val scale = Scale(connections, heap.toDouble / connections, direct.toDouble / connections)
    println(
      f"$connections connections: ${scale.heapBytesPerConnection / 1024}%.1f KiB of heap and " +
        f"${scale.directBytesPerConnection / 1024}%.1f KiB of direct buffers each"
    )
    scale
