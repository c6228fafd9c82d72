package shootout.stomp

import shootout.broker.*
import shootout.driver.DriverContract
import shootout.run.Killer
import shootout.units.{Endpoint, Nanos}

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*
import scala.jdk.OptionConverters.*

/** The driver's contract with every broker of the catalogue that speaks STOMP, each really started, and ended without a
  * trace. A new folder in `brokers/` is tested without a line here.
  */
class CatalogueContractSuite extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val home = Path.of(sys.props("shootout.home"))
  private val catalogue = Catalogue.read(home.resolve("brokers")).fold(p => fail(p.mkString("\n")), identity)

  for spec <- catalogue if spec.protocol("stomp").isDefined do
    val subject = BrokerUnderTest(spec, home.resolve("target/test-brokers"))
    test(s"${spec.name}: starts, and answers a CONNECT")(subject.start())
    DriverContract(this, subject)
    test(s"${spec.name}: stops, with all its processes, and leaves no data")(subject.end())

/** One broker of the catalogue, from its start to its end. */
final class BrokerUnderTest(spec: BrokerSpec, parent: Path) extends DriverContract.Subject with munit.Assertions:
  private val catalogued = spec.protocol("stomp").get
  private val dialect = Dialect.read(catalogued.dialect).fold(p => fail(p.mkString("\n")), identity)
  private val cannot = catalogued.cannot.toMap
  private val folder = parent.resolve(spec.name)
  private var running: RunningBroker | Null = null

  def label: String = spec.name
  val protocol: StompProtocol = StompProtocol(dialect, cannot)
  def endpoint: Endpoint = if running == null then fail(s"${spec.name} did not start") else running.endpoint

  /** The null broker keeps no messages that could come again. */
  def supports(capability: String): Boolean =
    protocol.lack(capability).isEmpty && !(spec.calibration && BrokerUnderTest.keeping(capability))

  def start(): Unit =
    val say = (text: String) => println(s"${spec.name}: $text")
    val install = InstallOptions(Artifacts(Artifacts.defaultCache), allowSystemPackages = false, say)
    val names = DriverContract.destinations
    val options = StartOptions("stomp", 512, folder, names, names)
    val started =
      for
        broker <- Broker.install(spec, install, OwnProcesses()).left.map(_.toString)
        running <- broker
          .start(options, ready)
          .left
          .map(f => s"$f\n${f.logTail.mkString("\n")}")
      yield running
    running = started.fold(fail(_), identity)

  val killer: Killer = new Killer:
    def kill(): Unit = running.nn.kill()
    def restart(): Either[String, Unit] = running.nn.restart(ready).left.map(_.toString)

  private def ready(at: Endpoint): Boolean = protocol.handshake(at, Nanos.ofSeconds(3)).isRight

  def end(): Unit =
    endpoint
    val processes = running.pids.flatMap(pid => ProcessHandle.of(pid).toScala)
    assert(processes.nonEmpty)
    running.purge()
    // a zombie that no init process reaps still has its number, but no command
    assertEquals(processes.filter(p => p.isAlive && p.info.command.isPresent).map(_.pid), Nil)
    val left = Files.list(folder.resolve("data"))
    try assertEquals(left.count, 0L)
    finally left.close()

object BrokerUnderTest:
  private val keeping = Set("ack_client", "ack_individual", "prefetch", "selector", "durable")
