package shootout.jms

import shootout.broker.{BrokerSpec, Catalogue, SpokenProtocol}
import shootout.driver.Driver
import shootout.scenario.{Plan, PlanSettings, Profile, Scenario, ScenarioFile, Workload}
import shootout.yaml.Yaml

import java.nio.file.Path
import java.util.ServiceLoader
import scala.jdk.CollectionConverters.*

/** The catalogue, drivers and loads that tests of this module share. */
object JmsSystems extends munit.Assertions:
  extension [A](result: Either[List[Any], A])
    /** The value, or a failure with the problems. */
    def orFail: A = result.fold(problems => fail(problems.mkString("\n")), identity)

  val home: Path = Path.of(sys.props("shootout.home"))
  val catalogue: List[BrokerSpec] = Catalogue.read(home.resolve("brokers")).orFail
  val drivers: List[Driver] = ServiceLoader.load(classOf[Driver]).asScala.toList.filter(_.api == "jms")

  def protocol(driver: Driver, spec: BrokerSpec, section: SpokenProtocol): JmsProtocol =
    driver.speak(section.dialect, spec.cannot(driver.protocol).toMap).orFail.asInstanceOf[JmsProtocol]

  def workloads(scenarios: List[Scenario], profile: Profile): List[Workload] =
    Plan.from(scenarios, PlanSettings(profile)).orFail.workloads

  /** The first workload of a scenario file. */
  def workload(text: String): Workload =
    workloads(List(Yaml.parse("test.yaml", text).flatMap(ScenarioFile.parse).orFail), Profile.Full).head
