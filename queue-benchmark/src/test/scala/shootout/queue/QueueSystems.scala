package shootout.queue

import shootout.broker.{BrokerSpec, Catalogue}
import shootout.driver.{BrokerUnderTest, Driver, DriverContract}
import shootout.scenario.{Plan, PlanSettings, Profile, ScenarioFile, Workload}

import java.nio.file.Path
import java.util.ServiceLoader
import scala.jdk.CollectionConverters.*

/** A contender of the catalogue that one of this module's drivers speaks to. */
final case class QueueSystem(spec: BrokerSpec, name: String, protocol: QueueProtocol, driver: Driver):
  def underTest(folder: String): BrokerUnderTest =
    BrokerUnderTest(spec, List(name -> protocol), QueueSystems.home.resolve("target").resolve(folder))

  /** Kafka and RocketMQ name their nodes to their clients, a client of several nodes takes any, and one of Chronicle Queue is told of a folder. */
  def subject(started: BrokerUnderTest): DriverContract.Subject =
    started.subject(name, protocol.lack(_).isEmpty, stays = !QueueSystems.elsewhere(name) && spec.nodes.sizeIs == 1)

object QueueSystems extends munit.Assertions:
  private[queue] val elsewhere = Set("kafka", "chronicle", "rocketmq")

  val home: Path = Path.of(sys.props("shootout.home"))

  val catalogue: List[QueueSystem] = read(home.resolve("brokers"))

  def read(brokers: Path): List[QueueSystem] =
    val specs = Catalogue.read(brokers).fold(p => fail(p.mkString("\n")), identity)
    for
      spec <- specs
      driver <- drivers
      catalogued <- spec.protocol(driver.protocol)
    yield driver.speak(catalogued.dialect, spec.cannot(driver.protocol).toMap) match
      case Right(protocol) => QueueSystem(spec, driver.protocol, protocol, driver)
      case Left(problems) => fail(problems.mkString("\n"))

  def drivers: List[QueueDriver[?]] =
    ServiceLoader.load(classOf[Driver]).asScala.toList.collect { case driver: QueueDriver[?] => driver }

  /** The shipped loads in a folder of scenarios, or those of one file. */
  def workloads(folder: String, profile: Profile): List[Workload] =
    val scenarios = ScenarioFile.read(List(home.resolve(folder))).fold(p => fail(p.mkString("\n")), identity)
    Plan.from(scenarios, PlanSettings(profile)).fold(p => fail(p.mkString("\n")), identity).workloads

  def named(contender: String): QueueSystem = catalogue.find(_.spec.name == contender).get
