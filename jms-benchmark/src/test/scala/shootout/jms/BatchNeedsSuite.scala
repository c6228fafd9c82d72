package shootout.jms

import shootout.yaml.Yaml
import shootout.scenario.{Plan, PlanSettings, Profile, Scenario, ScenarioFile, Workload}

import java.nio.file.Path

/** Which libraries and brokers can run loads with batches. */
class BatchNeedsSuite extends munit.FunSuite:
  private def workloads(scenarios: List[Scenario], profile: Profile): List[Workload] =
    Plan.from(scenarios, PlanSettings(profile)).fold(p => fail(p.mkString("\n")), identity).workloads

  private val shipped: List[Workload] =
    val folder = Path.of(sys.props("shootout.home")).resolve("queue-benchmark/scenarios")
    workloads(ScenarioFile.read(List(folder)).fold(p => fail(p.mkString("\n")), identity), Profile.Replicated)

  private def of(consumers: String): Workload =
    val text =
      s"group: g\nscenario: {destinations: {type: queue}, producers: {size: 20 B, mode: sync}, consumers: $consumers}\n"
    val scenario = Yaml.parse("t.yaml", text).flatMap(ScenarioFile.parse).fold(p => fail(p.mkString("\n")), identity)
    workloads(List(scenario), Profile.Full).head

  private def protocol(driver: JmsDriver, cannot: (String, String)*): JmsProtocol =
    JmsProtocol(driver, JmsDialect("", "", Nil), cannot.toMap)

  test("the shipped loads run over the brokers' own protocols"):
    assert(shipped.nonEmpty)
    for driver <- List(CoreDriver(), OpenWireDriver(), AmqpDriver(), HornetQDriver()) do
      assertEquals(shipped.flatMap(protocol(driver).unsupported), Nil, driver.library)

  test(
    "where a library cannot tell of each message, or a broker has no transactions to send batches in, that is the reason"
  ):
    assert(protocol(StompJmsDriver()).unsupported(shipped.head).exists(_.contains("completion listener")))
    assertEquals(
      protocol(OpenWireDriver(), "transaction" -> "it has none").unsupported(shipped.head),
      Some("it has none")
    )
    assertEquals(protocol(CoreDriver(), "transaction" -> "it has none").unsupported(shipped.head), None)
    assert(protocol(RabbitMqDriver()).unsupported(shipped.head).exists(_.contains("asks the broker for each message")))

  test("an acknowledgement counts for all that was given: who would stop within a batch is refused"):
    assertEquals(protocol(CoreDriver()).unsupported(of("{ack: client, batch: 10}")), None)
    assert(protocol(
      CoreDriver()
    ).unsupported(of("{ack: client, batch: 10, think: 1 ms}")).exists(_.contains("within a batch")))
    assertEquals(protocol(CoreDriver()).unsupported(of("{ack: client, think: 1 ms}")), None)
