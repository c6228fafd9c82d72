package shootout.queue

import shootout.broker.{BrokerSpec, Catalogue}
import shootout.driver.*
import shootout.yaml.{Problem, Yaml}
import shootout.scenario.{Ack, Plan, PlanSettings, Profile, ScenarioFile, Workload}
import shootout.units.Endpoint

import java.nio.file.Path
import java.util.ServiceLoader
import scala.jdk.CollectionConverters.*

/** A contender of the catalogue that one of this module's drivers speaks to. */
final case class QueueSystem(spec: BrokerSpec, name: String, protocol: QueueProtocol[?], driver: Driver):
  def underTest(folder: String): BrokerUnderTest =
    BrokerUnderTest(spec, List(name -> protocol), QueueSystems.home.resolve("target").resolve(folder))

  /** Kafka and RocketMQ tell clients their nodes, and Chronicle Queue has a folder, so a proxy cannot stand between. */
  def subject(started: BrokerUnderTest): DriverContract.Subject =
    started.subject(name, protocol.lack(_).isEmpty, stays = !QueueSystems.elsewhere(name) && spec.nodes.sizeIs == 1)

object QueueSystems extends munit.Assertions:
  extension [A](result: Either[List[Any], A])
    /** The value, or a failure with the problems. */
    def orFail: A = result.fold(problems => fail(problems.mkString("\n")), identity)

  private[queue] val elsewhere = Set("kafka", "chronicle", "rocketmq")

  val home: Path = Path.of(sys.props("shootout.home"))

  val catalogue: List[QueueSystem] = read(home.resolve("brokers"))

  def read(brokers: Path): List[QueueSystem] =
    for
      spec <- Catalogue.read(brokers).orFail
      driver <- drivers
      catalogued <- spec.protocol(driver.protocol)
    yield
      val protocol = driver.speak(catalogued.dialect, spec.cannot(driver.protocol).toMap).orFail
      QueueSystem(spec, driver.protocol, protocol, driver)

  def drivers: List[QueueDriver[?]] =
    ServiceLoader.load(classOf[Driver]).asScala.toList.collect { case driver: QueueDriver[?] => driver }

  private def read(protocol: String, section: String): Either[List[Problem], QueueProtocol[?]] =
    val driver = drivers.find(_.protocol == protocol).get
    Yaml.parse("broker.yaml", section).flatMap(driver.speak(_, Map.empty))

  /** The protocol of a broker with this section. */
  def spoken(protocol: String, section: String): QueueProtocol[?] = read(protocol, section).orFail

  /** The problems of a section. */
  def problems(protocol: String, section: String): List[String] =
    read(protocol, section).fold(_.map(_.message), _ => Nil)

  /** The shipped loads in a folder of scenarios, or those of one file. */
  def workloads(folder: String, profile: Profile): List[Workload] = plan(folder, profile).workloads

  def plan(folder: String, profile: Profile): Plan =
    val scenarios = ScenarioFile.read(List(home.resolve(folder))).orFail
    Plan.from(scenarios, PlanSettings(profile)).orFail

  /** A client that sends persistent messages of 100 B, each confirmed. */
  def sends(to: DestinationName): SendSpec =
    SendSpec(Vector(to), persistent = true, confirm = true, Nil, Some(100))

  /** A client that acknowledges what it receives. */
  def receives(from: DestinationName): ReceiveSpec = ReceiveSpec(from, Ack.Client, None, None, None, Nil)

  def withSession[A](protocol: Protocol, endpoint: Endpoint)(body: Session => A): A =
    val session = protocol.open(endpoint)
    try body(session)
    finally session.close()

  def named(contender: String): QueueSystem = catalogue.find(_.spec.name == contender).get
