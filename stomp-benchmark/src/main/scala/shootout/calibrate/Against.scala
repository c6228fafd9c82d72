package shootout.calibrate

import shootout.driver.{ClientAnswer, ClientOrder}
import shootout.broker.*
import shootout.campaign.Drivers
import shootout.input.Node
import shootout.stomp.Dialect
import shootout.units.Endpoint

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
    options: Options,
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
        protocol <- broker.protocols.map(_.name) if asked.contains(protocol) || asked.contains(Options.All)
        driver = drivers.driver(protocol) if !driver.exists(_.api == Against.Vendors)
      yield Pairing(broker.name, protocol, driver.fold("")(_.name))
    if wrong.nonEmpty then Left(wrong)
    else if pairs.isEmpty then
      val over = if protocols.isEmpty then "" else s" over ${protocols.mkString(", ")}"
      Left(List(s"--protocols: there is no plain loop for these brokers$over; queue systems have --against vendors"))
    else Right(pairs)

  /** Everything in turn; each pair may take its share of the time that is left. */
  def rows(pairs: List[Pairing]): List[AgainstRow] =
    val until = System.nanoTime() + (options.minutes * 60e9).toLong
    say(AgainstRow.head)
    pairs.zipWithIndex.flatMap { (pair, i) =>
      val mine = System.nanoTime() + (until - System.nanoTime()) / (pairs.size - i)
      val rows =
        try measure(pair, mine)
        catch
          case e: IOException => List(AgainstRow.unsupported(pair, AgainstLoad.all.head.head, e.getMessage))
      // what a library has not at all is no comparison
      val compared = rows.filter(row => row.rounds > 0 || row.receiving == "receive")
      compared.foreach(row => say(AgainstRow.line(row)))
      compared
    }

  private def measure(pair: Pairing, until: Long): List[AgainstRow] =
    val spec = catalogue.find(_.name == pair.broker).get
    val protocol = drivers.protocol(pair.protocol, pair.broker).get
    val wanted = AgainstLoad.all.map { alternatives =>
      val tried = alternatives.map(load => load -> protocol.unsupported(Ours.cell(template(pair, load))))
      tried.find(_._2.isEmpty).map((load, _) => Right(load))
        .getOrElse(Left(AgainstRow.unsupported(pair, tried.head._1, tried.head._2.get)))
    }
    val loads = wanted.collect { case Right(load) => load }
    val broker = Renewed(() => start(spec, pair, loads))
    val ours = Side("shootout.calibrate.Ours", folder.resolve(s"${pair.broker}-${pair.protocol}-ours.log"))
    val plain = Side("shootout.jms.plain.Main", folder.resolve(s"${pair.broker}-${pair.protocol}-plain.log"))
    try
      val answers = rounds(pair, spec, broker, loads, ours, plain, until)
      wanted.map(_.map(load => AgainstRow.of(pair, load, answers.filter(_._1 == load).map(_._2))).merge)
    finally
      ours.close()
      plain.close()
      broker.end()

  /** The broker of a comparison, which can be had anew. */
  private final class Renewed(start: () => RunningBroker):
    private var running = start()
    def endpoint(protocol: Protocol): Endpoint = running.endpoint(protocol)
    def end(): Unit = running.purge()
    def renew(): Unit =
      end()
      running = start()

  /** The first round only warms everything up, for longer. Who is first changes from round to round. */
  private def rounds(
      pair: Pairing,
      spec: BrokerSpec,
      broker: Renewed,
      loads: List[AgainstLoad],
      ours: Side,
      plain: Side,
      until: Long
  ): List[(AgainstLoad, (ClientAnswer, ClientAnswer))] =
    var longest = 0L
    def timeFor(round: Int) = round <= 1 || System.nanoTime() + longest <= until
    def one(round: Int, load: AgainstLoad, name: String) =
      val order = addressed(template(pair, load), spec, broker.endpoint(spec.protocol(pair.protocol).get), round)
      def oursNow = ours.follow(order.copy(queue = queue(load, name, "ours")))
      def plainNow =
        plain.follow(order.copy(queue = queue(load, name, "plain"), listener = load.plainListens(pair.protocol)))
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

  private def queue(load: AgainstLoad, name: String, side: String): String =
    val by = if load.listener then "listener" else "receive"
    s"against_${load.bytes}_${by}_${name}_$side"

  private def template(pair: Pairing, load: AgainstLoad): ClientOrder = ClientOrder(
    pair.broker,
    pair.protocol,
    "",
    0,
    "",
    "",
    "against",
    load.bytes,
    load.persistent,
    load.window,
    load.listener,
    "",
    Nil,
    Nil,
    Nil,
    options.seconds,
    options.seconds,
    math.min(Against.DrainS, Against.Drains * options.seconds)
  )

  /** Where the broker is, and what it wants to hear. */
  private def addressed(order: ClientOrder, spec: BrokerSpec, endpoint: Endpoint, round: Int): ClientOrder =
    val at = order.copy(
      host = endpoint.host,
      port = endpoint.port,
      login = endpoint.login.getOrElse(""),
      passcode = endpoint.passcode.getOrElse(""),
      warmUpS = Against.warmUpS(round, options.seconds)
    )
    val dialect = spec.protocol(order.protocol).get.dialect
    if order.protocol == "stomp" then stomp(at, dialect) else jms(at, dialect)

  private def stomp(order: ClientOrder, node: Node): ClientOrder =
    val dialect = Dialect.read(node).fold(problems => throw IOException(problems.mkString("\n")), identity)
    val kind = if order.persistent then dialect.persistent else dialect.nonPersistent
    order.copy(
      prefix = dialect.queue.prefix,
      sendHeaders = dialect.queue.send ++ kind,
      subscribeHeaders = dialect.queue.subscribe
    )

  private def jms(order: ClientOrder, node: Node.Mapping): ClientOrder =
    val texts = node.entries.collect { case (key, Node.Scalar(text, _)) => key.text -> text }.toMap
    val options = node.entries.collect {
      case (key, Node.Mapping(entries, _)) if key.text == "options" =>
        entries.collect { case (name, Node.Scalar(text, _)) => name.text -> text }
    }
    order.copy(prefix = texts.getOrElse("queue_prefix", ""), options = options.flatten)

  private def start(spec: BrokerSpec, pair: Pairing, loads: List[AgainstLoad]): RunningBroker =
    val protocol = drivers.protocol(pair.protocol, pair.broker).get
    val install = InstallOptions(Artifacts(Artifacts.defaultCache), allowSystemPackages = false, say)
    val queues =
      for
        round <- (0 to options.rounds).toList
        name <- List(round.toString, again(round))
        load <- loads
        side <- List("ours", "plain")
      yield queue(load, name, side)
    Broker.install(spec, install, processes)
      .flatMap(BrokerStart.start(_, protocol, pair.protocol, folder.resolve(spec.name), queues))
      .fold(problem => throw IOException(problem.toString), identity)

private object Against:
  /** The interface whose drivers are set beside the makers' own tools instead. */
  private val Vendors = "queue"
  private val DrainS = 4.0

  /** Times as long as a measurement, if that is short. */
  private val Drains = 10

  /** For the compilers of the two JVMs, and the broker's. */
  /** As long as a measurement; if that is short, longer, for a JVM has to compile. */
  private def warmUpS(round: Int, seconds: Double): Double =
    if round == 0 then math.min(FirstWarmUps * seconds, FirstWarmUpS)
    else math.max(seconds, math.min(WarmUps * seconds, WarmUpS))

  private val FirstWarmUpS = 3.0
  private val WarmUpS = 1.0

  /** Times as long as a measurement. */
  private val FirstWarmUps = 10
  private val WarmUps = 3
