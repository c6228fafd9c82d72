package shootout.calibrate

import shootout.driver.ClientAnswer
import shootout.broker.*
import shootout.campaign.Drivers
import shootout.units.{orNone, DestinationType, Endpoint}

import java.io.IOException
import java.nio.file.Path
import scala.concurrent.duration.*

/** `bin/calibrate --against plain` and `original`: our driver and a rival, by turns against the same broker process. The rival is a plain loop
  * over the same library, or the client of the original benchmark.
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
  private val rival = options.comparison.getOrElse(CalibrateOptions.Plain)
  Runtime.getRuntime.addShutdownHook(Thread(() => processes.endAll(1.second)))

  /** What is compared: the brokers that were named, or all, over the protocols that were named, or STOMP. Left: names that are wrong.
    */
  def pairings(brokers: List[String], protocols: List[String]): Either[List[String], List[Pairing]] =
    val known = catalogue.map(_.name)
    val wrong =
      brokers.filterNot(known.contains).map(b => s"--brokers: found '$b', expected any of ${known.mkString(", ")}")
    val foreign = protocols.filter(p => rival == CalibrateOptions.Original && p != Peers.Stomp)
      .map(p => s"--protocols: found '$p', expected ${Peers.Stomp}: the original speaks no other")
    val asked = if protocols.isEmpty then List(Peers.Stomp) else protocols
    val chosen = if brokers.isEmpty then catalogue.filterNot(b => b.onlyByName || b.calibration)
    else
      brokers.flatMap(name => catalogue.find(_.name == name))
    val pairs =
      for
        broker <- chosen
        protocol <- broker.protocols.map(_.name) if asked.contains(protocol) || asked.contains(CalibrateOptions.All)
        driver = drivers.driver(protocol) if !driver.exists(_.api == Against.Vendors)
        scheduling <- options.schedulings
      yield Pairing(broker.name, protocol, driver.fold("")(_.name), rival, scheduling)
    if (wrong ++ foreign).nonEmpty then Left(wrong ++ foreign)
    else if pairs.isEmpty then
      val over = asked.mkString(", ")
      Left(List(s"--protocols: no plain loop speaks $over with these brokers; queue systems have --against vendors"))
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
    val spec = pair.scheduling.of(catalogue.find(_.name == pair.broker).get)
    val protocol = drivers.protocol(pair.protocol, pair.broker).get
    val orders = AgainstOrders(spec, pair.protocol, options.seconds, options.warmUpS)
    val wanted = asked.map(_.filter(rivalCan)).filter(_.nonEmpty).map { alternatives =>
      val tried = alternatives.map(load => load -> protocol.unsupported(Ours.cell(orders.template(load))))
      tried.find(_._2.isEmpty).map((load, _) => Right(load))
        .getOrElse(Left(AgainstRow.unsupported(pair, tried.head._1, tried.head._2.get)))
    }
    val loads = wanted.collect { case Right(load) => load }
    val broker = Renewed(spec.protocol(pair.protocol).get, () => start(spec, pair, loads))
    val ours = oursFor(pair)
    val theirs = rivalOf(pair)
    try
      val answers = rounds(pair, orders, broker, loads, ours, theirs, until)
      val groups = Autogroups(broker.autogroups, ours.autogroup, theirs.autogroup)
      say(s"  ${pair.scheduling.title}: ${groups.line}")
      wanted.map(_.map(load => AgainstRow.of(pair, load, answers.filter(_._1 == load).map(_._2))).merge)
        .map(_.copy(autogroups = groups))
    finally
      ours.close()
      theirs.close()
      broker.end()

  /** The original starts a JVM for each measurement, so ours does too. */
  private def oursFor(pair: Pairing): Rival =
    def start() = Side(Ours, folder.resolve(s"${pair.broker}-${pair.protocol}-ours.log"))
    if rival == CalibrateOptions.Original then FreshSide(() => start()) else start()

  private def rivalOf(pair: Pairing): Rival = options.original.orNone match
    case Some(classes) => OriginalClient(classes.toAbsolutePath, folder)
    case None => Side(shootout.jms.plain.Main, folder.resolve(s"${pair.broker}-${pair.protocol}-plain.log"))

  /** The original either waits for each receipt or asks for none. */
  private def rivalCan(load: AgainstLoad): Boolean = rival != CalibrateOptions.Original || load.window <= 1

  /** The broker of a comparison, which can be had anew. */
  private final class Renewed(protocol: SpokenProtocol, start: () => RunningBroker):
    private var running = start()
    def endpoint: Endpoint = running.endpoint(protocol)
    def autogroups: String = Scheduling.autogroups(running.pids)
    def end(): Unit = running.purge()
    def renew(): Unit =
      end()
      running = start()

  /** The first round only warms everything up. Who is first changes from round to round. */
  private def rounds(
      pair: Pairing,
      orders: AgainstOrders,
      broker: Renewed,
      loads: List[AgainstLoad],
      ours: Rival,
      plain: Rival,
      until: Long
  ): List[(AgainstLoad, (ClientAnswer, ClientAnswer))] =
    var longest = 0L
    def timeFor(round: Int) = round <= 1 || System.nanoTime() + longest <= until
    def one(round: Int, load: AgainstLoad, name: String) =
      val order = orders.addressed(load, broker.endpoint)
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
    // each JVM of the original is a new one
    val first = if rival == CalibrateOptions.Original then 1 else 0
    (first to options.rounds).toList.takeWhile(timeFor).flatMap { round =>
      val began = System.nanoTime()
      val measured = loads.map { load =>
        val (mine, other) = tried(round, load)
        if round > 0 then say(AgainstRow.round(round, load, mine, other))
        load -> (mine, other)
      }
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
