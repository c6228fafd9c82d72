package shootout.queue

import shootout.broker.{BrokerSpec, Catalogue}
import shootout.driver.BrokerUnderTest

import java.nio.file.Path

/** The clusters of the catalogue that speak Kafka, as this driver sees them. */
object KafkaClusters extends munit.Assertions:
  private val home = Path.of(sys.props("shootout.home"))

  val catalogue: List[BrokerSpec] =
    Catalogue.read(home.resolve("brokers")).fold(p => fail(p.mkString("\n")), identity).filter(_.protocol("kafka").isDefined)

  def spec(name: String): BrokerSpec = catalogue.find(_.name == name).get

  def protocol(spec: BrokerSpec): KafkaProtocol =
    val catalogued = spec.protocol("kafka").get
    val dialect = KafkaDialect.read(catalogued.dialect).fold(p => fail(p.mkString("\n")), identity)
    KafkaProtocol(dialect, catalogued.cannot.toMap)

  def underTest(spec: BrokerSpec, folder: String): BrokerUnderTest =
    BrokerUnderTest(spec, List("kafka" -> protocol(spec)), home.resolve("target").resolve(folder))
