package shootout.calibrate

import shootout.broker.*
import shootout.campaign.Drivers
import shootout.driver.{ClientAnswer, ClientOrder, DestinationName, DestinationSpec, Protocol}
import shootout.units.{DestinationType, Endpoint}

import java.io.IOException
import java.nio.file.Path
import scala.concurrent.duration.*
import scala.util.Using

/** `bin/calibrate --against vendors`: our driver and the performance tool of a broker's makers, by turns against the same broker process.
  *
  * @param folder
  *   for brokers and logs
  * @param say
  *   is told each line as soon as there is one
  */
private final class AgainstVendors(
    options: CalibrateOptions,
    catalogue: List[BrokerSpec],
    drivers: Drivers,
    folder: Path,
    say: String => Unit
):
  private val processes = OwnProcesses()
  @volatile private var open = List.empty[AutoCloseable]
  Runtime.getRuntime.addShutdownHook(Thread { () =>
    open.foreach(_.close())
    processes.endAll(1.second)
  })
  private val install = InstallOptions(Artifacts(Artifacts.defaultCache), allowSystemPackages = false, say)
  private val seconds = math.max(1, options.seconds.ceil.toInt)

  /** The tools of the brokers that were named, or all. Left: names that are wrong. */
  def chosen(brokers: List[String]): Either[List[String], List[VendorTool]] =
    val known = VendorTool.all.map(_.broker)
    val wrong = brokers.filterNot(known.contains)
      .map(b => s"--brokers: found '$b', expected any of ${known.mkString(", ")}: of others no tool is known")
    if wrong.nonEmpty then Left(wrong)
    else Right(VendorTool.all.filter(tool => brokers.isEmpty || brokers.contains(tool.broker)))

  /** Everything in turn; each tool may take its share of the time that is left. */
  def rows(tools: List[VendorTool]): List[VendorRow] =
    val until = System.nanoTime() + (options.minutes * 60e9).toLong
    say(VendorRow.head)
    tools.zipWithIndex.flatMap { (tool, i) =>
      val mine = System.nanoTime() + (until - System.nanoTime()) / (tools.size - i)
      val rows =
        try measure(tool, mine)
        catch
          // the driver's library refuses with exceptions of its own
          case e: Exception =>
            List(VendorRow.of(tool, client(tool), tool.name, sizes.head, Nil).copy(reason =
              Some(AgainstVendors.words(e))
            ))
      rows.foreach(row => say(VendorRow.line(row)))
      rows
    }

  /** A new JVM compiles for seconds. */
  private def warmUpS(tool: VendorTool): Int = if tool.onJvm then 2 * seconds else seconds

  private def sizes: List[Int] = AgainstVendors.Sizes
  private def client(tool: VendorTool): String = drivers.driver(tool.protocol).fold("")(_.name)

  private def measure(tool: VendorTool, until: Long): List[VendorRow] =
    val spec = catalogue.find(_.name == tool.broker).get
    val own = orFail(ToolFile.read(spec))
    // before the broker starts: a tool that cannot be had is no reason to wait for it
    val files = own.map(tool => orFail(Broker.tool(tool, install)))
    val broker = orFail(Broker.install(spec, install, processes))
    val protocol = drivers.protocol(tool.protocol, spec.name).get
    val running = orFail(BrokerStart.start(broker, protocol, tool.protocol, folder.resolve(spec.name), queues))
    try
      val endpoint = running.endpoint(spec.protocol(tool.protocol).get)
      val order =
        ToolOrder(files.getOrElse(broker.home), broker.home, folder, endpoint, "", 0, warmUpS(tool), seconds, 0)
      val answers = rounds(tool, protocol, order, until)
      for bytes <- sizes
      yield VendorRow.of(
        tool,
        client(tool),
        own.getOrElse(spec.copy(identity = spec.identity.copy(title = tool.name))).titled,
        bytes,
        answers.collect { case (`bytes`, ours, theirs) => ours -> theirs }
      )
    finally running.purge()

  private type VendorAnswer = (Int, ClientAnswer, Either[String, ToolRates])

  /** Who is first changes from round to round. */
  private def rounds(tool: VendorTool, protocol: Protocol, order: ToolOrder, until: Long): List[VendorAnswer] =
    var longest = 0L
    var rates = Map.empty[Int, Double]
    val kept = Option.when(!tool.onJvm)(side(tool))
    def ours(n: Int, bytes: Int): ClientAnswer =
      val wanted = clientOrder(tool, order.endpoint, queue(n, bytes, "ours"), bytes)
      kept.fold(Using.resource(side(tool))(_.follow(wanted)))(_.follow(wanted))
    def theirs(n: Int, bytes: Int) =
      val messages = (rates.getOrElse(bytes, AgainstVendors.FirstRate) * seconds).toLong
      val name = queue(n, bytes, "tool")
      val answer = laidOut(tool, protocol, order.endpoint, name) {
        val mine = order.copy(folder = folder.resolve(name), queue = name, bytes = bytes, messages = messages)
        Using.resource(ToolRun(tool))(run => endedWith(run)(_.measure(mine)))
      }
      answer.foreach(rate => rates += bytes -> math.min(rate.sentPerS, rate.receivedPerS))
      answer
    try
      // one that can only be told how many messages needs to know how many that are
      val first = if tool.onJvm then 1 else 0
      (first to options.rounds).toList.takeWhile(n => n <= 1 || System.nanoTime() + longest <= until).flatMap { n =>
        val began = System.nanoTime()
        val measured = sizes.map { bytes =>
          if n % 2 == 0 then
            val mine = ours(n, bytes)
            (bytes, mine, theirs(n, bytes))
          else
            val other = theirs(n, bytes)
            (bytes, ours(n, bytes), other)
        }
        longest = math.max(longest, System.nanoTime() - began)
        if n == 0 then Nil else measured
      }
    finally kept.foreach(_.close())

  /** Ended with this JVM, whatever it is doing then. */
  private def endedWith[A <: AutoCloseable, B](resource: A)(use: A => B): B =
    open ::= resource
    try use(resource)
    finally open = open.filterNot(_ eq resource)

  private def side(tool: VendorTool): Side =
    Side(Ours, folder.resolve(s"${tool.broker}-ours.log"))

  private def laidOut[A](tool: VendorTool, protocol: Protocol, endpoint: Endpoint, name: String)(use: => A): A =
    if !tool.laidOut then use
    else
      val destination = DestinationName(DestinationType.Queue, name)
      Using.resource(protocol.open(endpoint)) { session =>
        session.create(List(DestinationSpec(destination, None, 1)))
        try use
        finally session.remove(List(destination))
      }

  private def queue(round: Int, bytes: Int, side: String): String = s"vendors_${bytes}_${round}_$side"

  private def queues: List[String] =
    for
      round <- (0 to options.rounds).toList
      bytes <- sizes
      side <- List("ours", "tool")
    yield queue(round, bytes, side)

  private def clientOrder(tool: VendorTool, endpoint: Endpoint, queue: String, bytes: Int): ClientOrder = ClientOrder(
    tool.broker,
    tool.protocol,
    endpoint.host,
    endpoint.port,
    endpoint.login.getOrElse(""),
    endpoint.passcode.getOrElse(""),
    queue,
    bytes,
    persistent = true,
    tool.ours.window.getOrElse(ClientOrder.AnyWindow),
    tool.ours.listener,
    "",
    Nil,
    Nil,
    Nil,
    warmUpS = warmUpS(tool),
    seconds = seconds,
    AgainstVendors.DrainS,
    tool.ours.ackEvery,
    tool.ours.prefetch,
    tool.ours.batch
  )

  private def orFail[A, B](either: Either[A, B]): B =
    either.fold(problem => throw IOException(AgainstVendors.words(problem)), identity)

private object AgainstVendors:
  /** The articles' and a usual one. */
  private val Sizes = List(100, 1024)
  private val DrainS = 10.0

  /** Messages a second that a tool is asked for before anything is known of it. */
  private val FirstRate = 20_000.0

  private def words(problem: Any): String = problem match
    case many: List[?] => many.mkString("; ")
    case e: IOException => e.getMessage
    case one => one.toString
