package shootout.calibrate

import shootout.driver.ClientAnswer
import shootout.broker.*
import shootout.campaign.Drivers
import shootout.units.{DestinationType, Endpoint}

import java.io.IOException
import java.nio.file.Path
import scala.concurrent.duration.*

/** `bin/calibrate --against plain`: our driver and a plain loop over the same library, by turns against the same broker process.
  *
  * @param folder
  *   for brokers and logs
  * @param say
  *   is told each line as soon as there is one
  */
private final class Against(
    options: CalibrateOptions,
    catalogue: List[BrokerSpec],
    drivers: Drivers,
    folder: Path,
    say: String => Unit
):
  private val processes = OwnProcesses()
  Runtime.getRuntime.addShutdownHook(Thread(() => processes.endAll(1.second)))

  /** What is compared: of the brokers that were named, or of all, the protocols that were named, or those of the quick profile.
    * Left: names that are wrong.
    */
  def pairings(brokers: List[String], protocols: List[String]): Either[List[String], List[Pairing]] =
    val known = catalogue.map(_.name)
    val wrong =
      brokers.filterNot(known.contains).map(b => s"--brokers: found '$b', expected any of ${known.mkString(", ")}")
    val chosen = if brokers.isEmpty then catalogue.filterNot(b => b.onlyByName || b.calibration)
    else
      brokers.flatMap(name => catalogue.find(_.name == name))
    val pairs =
      for
        broker <- chosen
        asked = if protocols.nonEmpty then protocols
        else
          Some(broker.quickProtocols).filter(_.nonEmpty).getOrElse(broker.protocols.map(_.name))
        protocol <- broker.protocols.map(_.name) if asked.contains(protocol) || asked.contains(CalibrateOptions.All)
        driver = drivers.driver(protocol) if !driver.exists(_.api == Against.Vendors)
      yield Pairing(broker.name, protocol, driver.fold("")(_.name))
    if wrong.nonEmpty then Left(wrong)
    else if pairs.isEmpty then
      val over = if protocols.isEmpty then "" else s" over ${protocols.mkString(", ")}"
      Left(List(s"--protocols: there is no plain loop for these brokers$over; queue systems have --against vendors"))
    else Right(pairs)

  /** Everything in turn; each pair may take its share of the time that is left.
    *
    * @param loads
    *   see [[AgainstLoad.all]]
    */
  def rows(pairs: List[Pairing], loads: List[List[AgainstLoad]]): List[AgainstRow] =
    val until = System.nanoTime() + (options.minutes * 60e9).toLong
    say(AgainstRow.head)
    pairs.zipWithIndex.flatMap { (pair, i) =>
      val mine = System.nanoTime() + (until - System.nanoTime()) / (pairs.size - i)
      val rows =
        try measure(pair, loads, mine)
        catch
          case e: IOException => List(AgainstRow.unsupported(pair, loads.head.head, e.getMessage))
      // what a library has not at all is no comparison
      val compared = rows.filter(row => row.rounds > 0 || row.receiving == "receive")
      compared.foreach(row => say(AgainstRow.line(row, options.rounds)))
      compared
    }

  private def measure(pair: Pairing, asked: List[List[AgainstLoad]], until: Long): List[AgainstRow] =
    val spec = catalogue.find(_.name == pair.broker).get
    val protocol = drivers.protocol(pair.protocol, pair.broker).get
    val orders = AgainstOrders(spec, pair.protocol, options.seconds)
    val wanted = asked.map { alternatives =>
      val tried = alternatives.map(load => load -> protocol.unsupported(Ours.cell(orders.template(load))))
      tried.find(_._2.isEmpty).map((load, _) => Right(load))
        .getOrElse(Left(AgainstRow.unsupported(pair, tried.head._1, tried.head._2.get)))
    }
    val loads = wanted.collect { case Right(load) => load }
    val broker = Renewed(spec.protocol(pair.protocol).get, () => start(spec, pair, loads))
    val ours = Side(Ours, folder.resolve(s"${pair.broker}-${pair.protocol}-ours.log"))
    val plain = Side(shootout.jms.plain.Main, folder.resolve(s"${pair.broker}-${pair.protocol}-plain.log"))
    try
      val answers = rounds(pair, orders, broker, loads, ours, plain, until)
      wanted.map(_.map(load => AgainstRow.of(pair, load, answers.filter(_._1 == load).map(_._2))).merge)
    finally
      ours.close()
      plain.close()
      broker.end()

  /** The broker of a comparison, which can be had anew. */
  private final class Renewed(protocol: SpokenProtocol, start: () => RunningBroker):
    private var running = start()
    def endpoint: Endpoint = running.endpoint(protocol)
    def end(): Unit = running.purge()
    def renew(): Unit =
      end()
      running = start()

  /** The first round only warms everything up, for longer. Who is first changes from round to round. */
  private def rounds(
      pair: Pairing,
      orders: AgainstOrders,
      broker: Renewed,
      loads: List[AgainstLoad],
      ours: Side,
      plain: Side,
      until: Long
  ): List[(AgainstLoad, (ClientAnswer, ClientAnswer))] =
    var longest = 0L
    def timeFor(round: Int) = round <= 1 || System.nanoTime() + longest <= until
    def one(round: Int, load: AgainstLoad, name: String) =
      val order = orders.addressed(load, broker.endpoint, round)
      def oursNow = ours.follow(order.copy(destination = AgainstOrders.destination(load, name, "ours")))
      def plainNow = plain.follow(order.copy(
        destination = AgainstOrders.destination(load, name, "plain"),
        listener = load.plainListens(pair.protocol)
      ))
      if round % 2 == 0 then (oursNow, plainNow)
      else
        val second = plainNow
        (oursNow, second)
    // What goes wrong once is no reason to leave a row empty. What earlier rounds sent and nobody received may fill the broker.
    def tried(round: Int, load: AgainstLoad) =
      val (first, second) = one(round, load, round.toString)
      if first.trouble.isEmpty && second.trouble.isEmpty then (first, second)
      else
        broker.renew()
        one(round, load, again(round))
    (0 to options.rounds).toList.takeWhile(timeFor).flatMap { round =>
      val began = System.nanoTime()
      val measured = loads.map(load => load -> tried(round, load))
      if round > 0 then longest = math.max(longest, System.nanoTime() - began)
      if round == 0 then Nil else measured
    }

  private def again(round: Int): String = s"${round}_again"

  private def start(spec: BrokerSpec, pair: Pairing, loads: List[AgainstLoad]): RunningBroker =
    val protocol = drivers.protocol(pair.protocol, pair.broker).get
    val install = InstallOptions(Artifacts(Artifacts.defaultCache), allowSystemPackages = false, say)
    def names(kind: DestinationType) =
      for
        round <- (0 to options.rounds).toList
        name <- List(round.toString, again(round))
        load <- loads if load.kind == kind
        side <- List("ours", "plain")
      yield AgainstOrders.destination(load, name, side)
    val (queues, topics) = (names(DestinationType.Queue), names(DestinationType.Topic))
    Broker.install(spec, install, processes)
      .flatMap(BrokerStart.start(_, protocol, pair.protocol, folder.resolve(spec.name), queues, topics))
      .fold(problem => throw IOException(problem.toString), identity)

private object Against:
  /** The interface whose drivers are set beside the makers' own tools instead. */
  private val Vendors = "queue"
