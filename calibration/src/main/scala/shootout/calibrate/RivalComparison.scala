package shootout.calibrate

import shootout.broker.*
import shootout.campaign.Drivers
import shootout.driver.{DestinationName, Handshake, Protocol}
import shootout.units.{DestinationType, Endpoint, Nanos}

import java.io.IOException
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*

/** Whether the broker and its clients share a scheduling group. Linux divides CPU time among sessions first
  * (autogroups). So a broker in a session of its own gets half of the machine, whatever its clients do.
  */
private enum Scheduling(val title: String):
  /** Broker and clients are in the session of the calibration. */
  case One extends Scheduling("one session")

  /** The broker has a session of its own, as a service manager would start it. */
  case Two extends Scheduling("two sessions")

  def of(spec: BrokerSpec): BrokerSpec = this match
    case One => spec
    case Two => spec.launched(ownSession)

  private def ownSession(launch: Launch): Launch =
    val companions = launch.companions.map(companion => companion.copy(command = "setsid" :: companion.command))
    launch.copy(start = "setsid" :: launch.start, companions = companions)

private object Scheduling:
  val Unknown = "unknown"

  /** The autogroups of these processes, such as `autogroup-12`. */
  def autogroups(pids: List[Long]): String =
    val found = pids.flatMap(autogroup).distinct
    if found.isEmpty then Unknown else found.mkString(", ")

  private def autogroup(pid: Long): Option[String] =
    try Files.readString(Path.of(s"/proc/$pid/autogroup")).split("\\s+").headOption
    // The process has ended, or the system has no autogroups.
    catch case _: IOException => None

/** A rival whose clients ours are compared with. */
private trait Rival:
  /** Its name in the table and the file. */
  def name: String
  def rivalLoads: List[RivalLoad]

  /** Whether it starts a process for each measurement. If so, we do that, too. */
  def startsAnew: Boolean

  /** @param broker
    *   a broker that is installed but not started
    * @param folder
    *   the folder for files of this comparison
    */
  def start(broker: Broker, protocol: Protocol, folder: Path, install: InstallOptions): Side

/** Plain loops over the same library. */
private object PlainRival extends Rival:
  def name: String = CalibrateOptions.Plain
  def rivalLoads: List[RivalLoad] = RivalLoad.all
  def startsAnew: Boolean = false
  def start(broker: Broker, protocol: Protocol, folder: Path, install: InstallOptions): Side =
    ClientProcess(shootout.jms.plain.Main, folder.resolve("plain.log"))

/** The clients to compare, ours and a rival's, over one protocol of a broker. */
private final case class Contest(broker: BrokerSpec, protocol: String, rival: Rival, scheduling: Scheduling)

/** `bin/calibrate --against`: our clients and those of a rival take turns at the same broker process. */
private final class RivalComparison(
    options: CalibrateOptions,
    catalogue: List[BrokerSpec],
    drivers: Drivers,
    /** the folder for brokers and logs */
    folder: Path,
    /** prints each line as soon as it is known */
    say: String => Unit
):
  private val processes = OwnProcesses()
  private val install = InstallOptions(Artifacts(Artifacts.defaultCache), allowSystemPackages = false, say(_))
  @volatile private var open = List.empty[Side]
  Runtime.getRuntime.addShutdownHook(Thread { () =>
    open.foreach(_.close())
    processes.endAll(1.second)
  })

  /** The comparisons that the options ask for. Left: which names are wrong. */
  def contests: Either[List[String], List[Contest]] =
    val rivals = options.rival.get match
      case CalibrateOptions.Vendors => VendorTool.all
      case CalibrateOptions.Original => List(OriginalRival(options.original.nn.toAbsolutePath))
      case _ => List(PlainRival)
    val names = options.brokers.asScala.toList
    val known = catalogue.filterNot(_.calibration).map(_.name)
    val wrong = names.filterNot(known.contains)
      .map(name => s"--brokers: found '$name', expected any of ${known.mkString(", ")}")
    val found =
      for
        broker <- catalogue
        if names.contains(broker.name) || names.isEmpty && !broker.onlyByName && !broker.calibration
        rival <- rivals
        protocol <- protocols(broker, rival)
        scheduling <- options.schedulings
      yield Contest(broker, protocol, rival, scheduling)
    if wrong.nonEmpty then Left(wrong)
    else if found.isEmpty then
      val asked = names.mkString(", ")
      Left(List(s"--brokers: found '$asked', but this rival speaks none of their protocols; name other brokers"))
    else RivalLoad.chosen(found.flatMap(_.rival.rivalLoads), options.loads.asScala.toList).map(_ => found)

  private def protocols(broker: BrokerSpec, rival: Rival): List[String] = rival match
    case tool: VendorTool => List(tool.protocol).filter(_ => tool.broker == broker.name)
    case _ =>
      val asked = Some(options.protocols.asScala.toList).filter(_.nonEmpty).getOrElse(List(RivalLoad.Stomp))
      val spoken = broker.protocols.map(_.name)
        .filterNot(protocol => drivers.driver(protocol).exists(_.api == RivalComparison.OnlyVendors))
      if asked.contains(CalibrateOptions.All) then spoken else spoken.filter(asked.contains)

  def rows(contests: List[Contest]): List[ComparisonRow] =
    say(ComparisonRow.head)
    contests.flatMap { contest =>
      val client = drivers.driver(contest.protocol).fold("")(_.name)
      val chosen = RivalComparison.orFail(RivalLoad.chosen(contest.rival.rivalLoads, options.loads.asScala.toList))
      val rows =
        try measure(contest, client, chosen)
        // Libraries of drivers throw exceptions of their own.
        catch
          case e: Exception =>
            val reason = Option(e.getMessage).getOrElse(e.toString)
            chosen.take(1).map(ComparisonRow.of(contest, client, _, Nil).copy(reason = Some(reason)))
      rows.foreach(row => say(ComparisonRow.line(row, options.rounds)))
      rows
    }

  private def measure(contest: Contest, client: String, chosen: List[RivalLoad]): List[ComparisonRow] =
    val spec = contest.scheduling.of(contest.broker)
    val protocol = drivers.protocol(contest.protocol, spec.name).get
    val nowhere = Endpoint("", 0, None, None, None)
    val rivalLoads = chosen.filter { rivalLoad =>
      val workload = OurClients.workload(rivalLoad.order(spec, contest.protocol, nowhere, 1, 1))
      protocol.unsupported(workload).isEmpty
    }
    val broker = RivalComparison.orFail(Broker.install(spec, install, processes))
    // Before the broker starts, because the rival's tool may not be available.
    val rival = contest.rival.start(broker, protocol, folder, install)
    def process() = ClientProcess(OurClients, folder.resolve(s"${spec.name}-${contest.protocol}-ours.log"))
    val ours = if contest.rival.startsAnew then NewClientProcesses(() => process()) else process()
    open = List(ours, rival)
    val running = RunningContest(contest, spec, () => start(broker, contest, protocol, rivalLoads), ours, rival)
    try
      val pairs = rounds(running, rivalLoads)
      val groups = Autogroups(running.brokerAutogroups, ours.autogroup, rival.autogroup)
      say(s"  ${contest.scheduling.title}: broker ${groups.broker}, our client ${groups.ours}, rival ${groups.rival}")
      rivalLoads.map(load => ComparisonRow.of(contest, client, load, pairs.filter(_._1 == load).map(_._2), groups))
    finally
      open.foreach(_.close())
      running.end()

  /** The first round only warms up. The side that starts changes from round to round. */
  private def rounds(running: RunningContest, rivalLoads: List[RivalLoad]): List[(RivalLoad, Pair)] =
    val pairs =
      for round <- (0 to options.rounds).toList; rivalLoad <- rivalLoads yield
        val pair = running.pair(round, rivalLoad, options.warmUpS, options.seconds)
        if round > 0 then say(ComparisonRow.pairLine(round, rivalLoad, pair))
        rivalLoad -> pair
    pairs.drop(rivalLoads.size)

  private def start(broker: Broker, contest: Contest, protocol: Protocol, rivalLoads: List[RivalLoad]): RunningBroker =
    def names(kind: DestinationType) =
      for
        round <- (0 to options.rounds).toList
        rivalLoad <- rivalLoads if rivalLoad.load.kind == kind
        side <- List("ours", "rival")
      yield rivalLoad.destination(round, side)
    val probe = DestinationName(DestinationType.Queue, "against_ready")
    val queues = probe.name :: names(DestinationType.Queue)
    val place = folder.resolve(contest.broker.name)
    val start = StartOptions(contest.protocol, RivalComparison.HeapMb, place, queues, names(DestinationType.Topic))
    val ready = (at: Endpoint) => Handshake.attempt(protocol.open(at), Nanos.ofSeconds(3), Some(probe)).isRight
    RivalComparison.orFail(broker.start(start, ready))

private object RivalComparison:
  /** The same as in benchmarks. */
  private val HeapMb = 1024

  /** The programming interface whose drivers have no plain loops. */
  private val OnlyVendors = "queue"

  def orFail[A, B](either: Either[A, B]): B = either match
    case Right(value) => value
    case Left(many: List[?]) => throw IOException(many.mkString("; "))
    case Left(e: Exception) => throw e
    case Left(problem) => throw IOException(problem.toString)

/** The broker process of a comparison, and both sides. */
private final class RunningContest(
    val contest: Contest,
    spec: BrokerSpec,
    start: () => RunningBroker,
    ours: Side,
    rival: Side
):
  private var broker = start()

  def brokerAutogroups: String = Scheduling.autogroups(broker.pids)
  def end(): Unit = broker.purge()

  def pair(round: Int, rivalLoad: RivalLoad, warmUpS: Double, seconds: Double): Pair =
    val at = broker.endpoint(spec.protocol(contest.protocol).get)
    val order = rivalLoad.order(spec, contest.protocol, at, warmUpS, seconds)
    def oursNow = ours.follow(order.copy(destination = rivalLoad.destination(round, "ours")))
    def rivalNow = rival.follow(order.copy(destination = rivalLoad.destination(round, "rival")))
    // Arguments are evaluated in the order in which they are written.
    val pair =
      if round % 2 == 0 then Pair(ours = oursNow, rival = rivalNow) else Pair(rival = rivalNow, ours = oursNow)
    if pair.trouble.isDefined then
      end()
      broker = start()
    pair
