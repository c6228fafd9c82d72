package shootout.stomp

import shootout.broker.*
import shootout.driver.{AllContracts, BrokerUnderTest}

import java.nio.file.Path
import scala.concurrent.duration.*

/** The driver's contract with every broker of the catalogue that speaks STOMP, each started for real.
  *
  * The environment variable `SHOOTOUT_PAIRS` (`artemis,apollo`) selects brokers or variants.
  */
class CatalogueContractIT extends munit.FunSuite:
  override def munitTimeout: Duration = 150.seconds

  private val chosen = sys.env.get("SHOOTOUT_PAIRS").map(_.split(',').toSet)

  override def afterAll(): Unit = brokers.foreach(_.close())

  private val brokers =
    for
      spec <- StompBrokers.catalogue if chosen.fold(!spec.onlyByName)(_(spec.name));
      protocol <- StompBrokers.protocol(spec)
    yield
      val broker = StompBrokers.underTest(spec)
      test(s"${spec.name}: the broker starts and answers a CONNECT")(broker.start())
      AllContracts(this, spec, broker, List(broker.subject("stomp", protocol.lack(_).isEmpty)))
      test(s"${spec.name}: the broker stops with all its processes and leaves no data")(broker.end())
      broker

/** The brokers of the catalogue as this driver sees them. */
object StompBrokers extends munit.Assertions:
  private val home = Path.of(sys.props("shootout.home"))
  val catalogue: List[BrokerSpec] =
    Catalogue.read(home.resolve("brokers")).fold(p => fail(p.mkString("\n")), identity)

  def protocol(spec: BrokerSpec): Option[StompProtocol] = spec.protocol("stomp").map: catalogued =>
    val dialect = Dialect.read(catalogued.dialect).fold(p => fail(p.mkString("\n")), identity)
    StompProtocol(dialect, spec.cannot("stomp").toMap)

  def underTest(spec: BrokerSpec, folder: String = "test-brokers"): BrokerUnderTest =
    BrokerUnderTest(spec, List("stomp" -> protocol(spec).get), home.resolve("target").resolve(folder))
