package shootout.stomp

import shootout.broker.{
  Artifacts,
  Broker,
  BrokerFile,
  BrokerSpec,
  InstallOptions,
  OwnProcesses,
  RunningBroker,
  StartOptions
}
import shootout.driver.{DriverContract, Protocol}
import shootout.scenario.Ack
import shootout.units.{Endpoint, Nanos}

import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** The driver's contract with one broker of the catalogue, really started, and ended without a trace. */
abstract class BrokerContract(name: String) extends DriverContract:
  private val home = Path.of(sys.props("shootout.home"))
  private val spec: BrokerSpec =
    BrokerFile.read(home.resolve("brokers").resolve(name)).fold(p => fail(p.mkString("\n")), identity)
  private val catalogued = spec.protocol("stomp").get
  private val dialect = Dialect.read(catalogued.dialect).fold(p => fail(p.mkString("\n")), identity)
  private val cannot = catalogued.cannot.toMap
  private val processes = OwnProcesses()
  private val folder = home.resolve("target/test-brokers").resolve(name)
  private var running: RunningBroker | Null = null

  val protocol: Protocol = StompProtocol(dialect, cannot)
  def endpoint: Endpoint = running.endpoint
  override def munitTimeout: Duration = 120.seconds

  override def supports(promise: DriverContract.Promise): Boolean =
    import DriverContract.Promise.*
    val (capability, spoken) = promise match
      case ClientAck => "ack_client" -> dialect.ack.contains(Ack.Client)
      case IndividualAck => "ack_individual" -> dialect.ack.contains(Ack.Individual)
      case Prefetch => "prefetch" -> dialect.prefetch.isDefined
      case Selector => "selector" -> dialect.selector.isDefined
      case Durable => "durable" -> dialect.durable.isDefined
    spoken && !cannot.contains(capability)

  override def beforeAll(): Unit =
    val install =
      InstallOptions(Artifacts(Artifacts.defaultCache), allowSystemPackages = false, text => println(s"$name: $text"))
    val names = DriverContract.destinations
    val started =
      for
        broker <- Broker.install(spec, install, processes).left.map(_.toString)
        running <- broker
          .start(
            StartOptions("stomp", 512, folder, names, names),
            endpoint => protocol.handshake(endpoint, Nanos.ofSeconds(3)).isRight
          )
          .left
          .map(f => s"$f\n${f.logTail.mkString("\n")}")
      yield running
    running = started.fold(reason => fail(reason), identity)

  override def afterAll(): Unit = if running != null then
    val pids = running.pids
    assert(pids.nonEmpty)
    running.purge()
    assertEquals(pids.filter(pid => ProcessHandle.of(pid).map(_.isAlive).orElse(false)), Nil)
    val left = Files.list(folder.resolve("data"))
    try assertEquals(left.count, 0L)
    finally left.close()

class ActiveMqContractSuite extends BrokerContract("activemq")
class ArtemisContractSuite extends BrokerContract("artemis")
class ApolloContractSuite extends BrokerContract("apollo")
class HornetQContractSuite extends BrokerContract("hornetq")
class RabbitMqContractSuite extends BrokerContract("rabbitmq")
class OpenMqContractSuite extends BrokerContract("openmq")
