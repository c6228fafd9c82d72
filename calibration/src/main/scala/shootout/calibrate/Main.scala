package shootout.calibrate

import shootout.broker.Catalogue
import shootout.campaign.{Drivers, ThisMachine}
import shootout.driver.{DestinationName, SendSpec}
import shootout.stomp.{Dialect, SendFrames, Version}
import shootout.terminal.Script
import shootout.units.{orNone, DestinationType, EpochMillis, Json}

import java.io.IOException
import java.nio.file.{FileSystemException, Files}
import java.util
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** `bin/calibrate`: how fast is the load generator itself? */
object Main:
  private val script = Script("calibrate", "Nothing was measured. --help lists the options.")

  def main(arguments: Array[String]): Unit =
    val options = CalibrateOptions()
    script.main(options, arguments) {
      if options.problems.nonEmpty then Left(options.problems) else attempt(options)
    }

  private def attempt(options: CalibrateOptions): Either[List[String], Int] =
    try calibrate(options).map(_ => 0)
    catch
      case e: IOException if !e.isInstanceOf[FileSystemException] =>
        script.say(e.getMessage)
        Right(1)

  private def calibrate(options: CalibrateOptions): Either[List[String], Unit] =
    val started = EpochMillis.now()
    val folder = Files.createTempDirectory("calibrate-")
    try
      val catalogue = orFail(Catalogue.read(Script.home.resolve("brokers")))
      val drivers = orFail(Drivers.check(catalogue))
      if options.comparison.contains(CalibrateOptions.Vendors) then
        vendors(options, AgainstVendors(options, catalogue, drivers, folder, println(_)), started)
      else if options.comparison.isDefined then
        against(options, Against(options, catalogue, drivers, folder, println(_)), started)
      else
        Using.resource(Peers(catalogue, drivers, folder, println(_))) { peers =>
          val loads = Loads(peers.of(Peers.Stomp)._1, peers.of(Peers.Stomp)._2)
          val (rows, scale) = options.scale.orNone match
            case Some(connections) => (Nil, Some(held(loads, connections)))
            case None => (Calibration.rows(rounds(options, peers, loads)), None)
          Calibration.table(rows).filter(_ => rows.nonEmpty).foreach(println)
          val environment = ThisMachine.environment(folder, sharedWithBroker = true)
          val names = Map(Peers.Stomp -> drivers.driver(Peers.Stomp).fold("")(_.name))
          val result =
            Calibration(environment, ThisMachine.tool, names, started, options.rounds, options.seconds, rows, scale)
          Files.writeString(options.out, Json.write(result, indent = 2) + "\n")
          println(s"${options.out}")
          Right(())
        }
    finally
      Using.resource(Files.walk(folder))(_.iterator.asScala.toList).reverse.foreach(Files.deleteIfExists)

  private def against(options: CalibrateOptions, sides: Against, started: EpochMillis): Either[List[String], Unit] =
    for
      loads <- AgainstLoad.chosen(names(options.loads))
      pairs <- sides.pairings(names(options.brokers), names(options.protocols))
    yield
      val rows = sides.rows(pairs, loads)
      val environment = ThisMachine.environment(options.out.toAbsolutePath.getParent, sharedWithBroker = true)
      Files.writeString(
        options.out,
        Json.write(AgainstFile(environment, ThisMachine.tool, started, options.seconds, rows), indent = 2) + "\n"
      )
      println(s"${options.out}")
      if rows.forall(_.rounds == 0) then throw IOException("nothing could be measured")

  private def names(of: util.List[String]) = of.asScala.toList.map(_.trim).filter(_.nonEmpty).distinct

  private def vendors(
      options: CalibrateOptions,
      sides: AgainstVendors,
      started: EpochMillis
  ): Either[List[String], Unit] =
    for tools <- sides.chosen(names(options.brokers)) yield
      val rows = sides.rows(tools)
      val environment = ThisMachine.environment(options.out.toAbsolutePath.getParent, sharedWithBroker = true)
      val file = VendorFile(environment, ThisMachine.tool, started, options.seconds, rows)
      Files.writeString(options.out, Json.write(file, indent = 2) + "\n")
      println(s"${options.out}")
      val without = rows.filter(_.rounds == 0).map(_.broker).distinct
      if without.nonEmpty then throw IOException(s"nothing could be measured with ${without.mkString(", ")}")

  private def orFail[A, B](either: Either[A, B]): B =
    either.fold(problem => throw IOException(problem.toString), identity)

  /** The frame of a body size, the same as our STOMP producers send: what the bare socket carries. */
  private def frame(peers: Peers, bytes: Int): Array[Byte] =
    val target = DestinationName(DestinationType.Queue, "calibration_1")
    val dialect = orFail(Dialect.read(peers.spec(Peers.Stomp).protocol(Peers.Stomp).get.dialect))
    SendFrames(SendSpec(IndexedSeq(target), false, false, Nil, Some(bytes)), dialect).example(Version.V12, bytes)

  private def rounds(options: CalibrateOptions, peers: Peers, loads: Loads): List[Calibration.Round] =
    Bare.program.map(Bare(_)) match
      case None => rounds(options, peers, loads, (_, _, _) => Nil)
      case Some(bare) =>
        val ours = Loads(peers.of(Peers.Stomp)._1, bare.endpoint)
        Using.resource(bare)(bare => rounds(options, peers, loads, besideC(bare, ours)))

  /** Our clients and those of the C program, against the C program's server. */
  private def besideC(bare: Bare, ours: Loads)(bytes: Int, connections: Int, seconds: Double) =
    def own(measure: LoadKind) = ours.measure(measure, bytes, connections, seconds / 2, seconds)
    List(
      (Calibration.C, LoadKind.WriteByC) -> bare.measure("write", bytes, connections, seconds),
      (Peers.Stomp, LoadKind.ProducerBesideC) -> own(LoadKind.ProducerBesideC),
      (Calibration.C, LoadKind.ReadByC) -> bare.measure("read", bytes, connections, seconds),
      (Peers.Stomp, LoadKind.ConsumerBesideC) -> own(LoadKind.ConsumerBesideC)
    )

  private type Beside = (Int, Int, Double) => List[((String, LoadKind), LoadReading)]

  /** Every measurement of a round meets the same weather as its neighbours. The first round only warms the JVM up. */
  private def rounds(
      options: CalibrateOptions,
      peers: Peers,
      load: Loads,
      beside: Beside
  ): List[Calibration.Round] =
    val loopback = Loopback(peers.of(Peers.Stomp)._2)
    def round(bytes: Int, connections: Int, seconds: Double): Calibration.Round =
      val warmUp = seconds / 2
      val sent = frame(peers, bytes)
      val raw = loopback.writes(sent, connections, warmUp, seconds)
      val rawRead = loopback.reads(sent.length, connections, warmUp, seconds)
      val readings =
        for measure <- List(LoadKind.Producer, LoadKind.Consumer, LoadKind.RoundTrip)
        yield (Peers.Stomp, measure) -> load.measure(measure, bytes, connections, warmUp, seconds)
      Calibration.Round(bytes, connections, raw, rawRead, (readings ++ beside(bytes, connections, seconds)).toMap)
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
