package shootout.calibrate

import shootout.broker.Catalogue
import shootout.cli.{Drivers, Machine, Script}
import shootout.driver.{DestinationName, SendSpec}
import shootout.scenario.DestinationType
import shootout.stomp.{Dialect, SendFrames, Version}
import shootout.units.{EpochMillis, Json}

import java.io.IOException
import java.nio.file.{FileSystemException, Files}
import java.util
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** `bin/calibrate`: how fast is the load generator itself? */
object Main:
  private val script = Script("calibrate", "Nothing was measured. --help lists the options.")

  def main(arguments: Array[String]): Unit =
    val options = Options()
    script.main(options, arguments) {
      if options.problems.nonEmpty then Left(options.problems) else attempt(options)
    }

  private def attempt(options: Options): Either[List[String], Int] =
    try calibrate(options).map(_ => 0)
    catch
      case e: IOException if !e.isInstanceOf[FileSystemException] =>
        script.say(e.getMessage)
        Right(1)

  private def calibrate(options: Options): Either[List[String], Unit] =
    val started = EpochMillis.now()
    val folder = Files.createTempDirectory("calibrate-")
    try
      val catalogue = orFail(Catalogue.read(Script.home.resolve("brokers")))
      val drivers = orFail(Drivers.check(catalogue))
      if options.against != null then
        against(options, Against(options, catalogue, drivers, folder, println(_)), started)
      else
        Using.resource(Peers(catalogue, drivers, folder, println(_))) { peers =>
          for protocols <- chosen(options, peers) yield
            val loads = protocols.map(p => p -> Loads(peers.of(p)._1, peers.of(p)._2))
            val (rows, scale) = Option(options.scale) match
              case Some(connections) => (Nil, Some(held(loads.head._2, connections)))
              case None => (Calibration.rows(rounds(options, peers, loads)), None)
            Calibration.table(rows).filter(_ => rows.nonEmpty).foreach(println)
            val environment = Machine.environment(folder, sharedWithBroker = true)
            val names = protocols.map(p => p -> drivers.driver(p).fold("")(_.name)).toMap
            val result =
              Calibration(environment, Machine.tool, names, started, options.rounds, options.seconds, rows, scale)
            Files.writeString(options.out, Json.write(result, indent = 2) + "\n")
            println(s"${options.out}")
        }
    finally
      Using.resource(Files.walk(folder))(_.iterator.asScala.toList).reverse.foreach(Files.deleteIfExists)

  private def against(options: Options, sides: Against, started: EpochMillis): Either[List[String], Unit] =
    def names(of: util.List[String]) = of.asScala.toList.map(_.trim).filter(_.nonEmpty).distinct
    for pairs <- sides.pairings(names(options.brokers), names(options.protocols)) yield
      val rows = sides.rows(pairs)
      val environment = Machine.environment(options.out.toAbsolutePath.getParent, sharedWithBroker = true)
      Files.writeString(
        options.out,
        Json.write(AgainstFile(environment, Machine.tool, started, options.seconds, rows), indent = 2) + "\n"
      )
      println(s"${options.out}")
      if rows.forall(_.rounds == 0) then throw IOException("nothing could be measured")

  private def orFail[A, B](either: Either[A, B]): B =
    either.fold(problem => throw IOException(problem.toString), identity)

  private def chosen(options: Options, peers: Peers): Either[List[String], List[String]] =
    val named = options.protocols.asScala.toList.map(_.trim).filter(_.nonEmpty).distinct
    val asked = if named.isEmpty then List("stomp") else named
    val wrong = asked.filterNot(p => p == Options.All || peers.protocols.contains(p))
    if wrong.nonEmpty then
      val known = (Options.All :: peers.protocols).mkString(", ")
      Left(List(s"--protocols: found ${wrong.mkString("'", "', '", "'")}, expected any of $known"))
    else Right(if asked.contains(Options.All) then peers.protocols else asked)

  /** The frame of a body size, the same as our STOMP producers send: what the bare socket carries. */
  private def frame(peers: Peers, bytes: Int): Array[Byte] =
    val target = DestinationName(DestinationType.Queue, "calibration_1")
    val dialect = orFail(Dialect.read(peers.spec("stomp").protocol("stomp").get.dialect))
    SendFrames(SendSpec(IndexedSeq(target), false, false, Nil, Some(bytes)), dialect).example(Version.V12, bytes)

  private def rounds(options: Options, peers: Peers, loads: List[(String, Loads)]): List[Calibration.Round] =
    val program = Bare.program.filter(_ => loads.exists(_._1 == "stomp"))
    program.map(Bare(_)) match
      case None => rounds(options, peers, loads, (_, _, _) => Nil)
      case Some(bare) =>
        val ours = Loads(peers.of("stomp")._1, bare.endpoint)
        Using.resource(bare)(bare => rounds(options, peers, loads, besideC(bare, ours)))

  /** Our clients and those of the C program, against the C program's server. */
  private def besideC(bare: Bare, ours: Loads)(bytes: Int, connections: Int, seconds: Double) =
    def own(measure: Measure) = ours.measure(measure, bytes, connections, seconds / 2, seconds)
    List(
      (Calibration.C, Measure.WriteByC) -> bare.measure("write", bytes, connections, seconds),
      ("stomp", Measure.ProducerBesideC) -> own(Measure.ProducerBesideC),
      (Calibration.C, Measure.ReadByC) -> bare.measure("read", bytes, connections, seconds),
      ("stomp", Measure.ConsumerBesideC) -> own(Measure.ConsumerBesideC)
    )

  private type Beside = (Int, Int, Double) => List[((String, Measure), Reading)]

  /** Every measurement of a round meets the same weather as its neighbours. The first round only warms the JVM up. */
  private def rounds(
      options: Options,
      peers: Peers,
      loads: List[(String, Loads)],
      beside: Beside
  ): List[Calibration.Round] =
    val loopback = Loopback(peers.of("stomp")._2)
    def round(bytes: Int, connections: Int, seconds: Double): Calibration.Round =
      val warmUp = seconds / 2
      val sent = frame(peers, bytes)
      val raw = loopback.writes(sent, connections, warmUp, seconds)
      val rawRead = loopback.reads(sent.length, connections, warmUp, seconds)
      val readings =
        for (client, load) <- loads; measure <- measures(client)
        yield (client, measure) -> load.measure(measure, bytes, connections, warmUp, seconds)
      Calibration.Round(bytes, connections, raw, rawRead, (readings ++ beside(bytes, connections, seconds)).toMap)
    for
      n <- (0 to options.rounds).toList
      bytes <- options.sizes.asScala.toList.map(_.intValue)
      connections <- options.connections.asScala.toList.map(_.intValue)
      measured = round(bytes, connections, options.seconds)
      if n > 0
    yield measured

  /** Only the STOMP null broker feeds consumers without being fed. */
  private def measures(client: String): List[Measure] =
    val receiving = if client == "stomp" then Measure.Consumer else Measure.Exchange
    List(Measure.Producer, receiving, Measure.RoundTrip)

  private def held(loads: Loads, connections: Int): Scale =
    val (heap, direct) = loads.memory(connections, 20)
    val scale = Scale(connections, heap.toDouble / connections, direct.toDouble / connections)
    println(
      f"$connections connections: ${scale.heapBytesPerConnection / 1024}%.1f KiB of heap and " +
        f"${scale.directBytesPerConnection / 1024}%.1f KiB of direct buffers each"
    )
    scale
