package shootout.jms

import shootout.jms.JmsSystems.{home, orFail, workload, workloads}
import shootout.scenario.{Profile, ScenarioFile, Workload}

/** Which libraries and brokers can run loads with batches. */
class BatchNeedsSuite extends munit.FunSuite:
  private val shipped: List[Workload] =
    workloads(ScenarioFile.read(List(home.resolve("queue-benchmark/scenarios"))).orFail, Profile.Replicated)

  private def of(consumers: String): Workload =
    val producers = "producers: {size: 20 B, mode: sync}"
    workload(s"group: g\nscenario: {destinations: {type: queue}, $producers, consumers: $consumers}\n")

  private def protocol(driver: JmsDriver, cannot: (String, String)*): JmsProtocol =
    JmsProtocol(driver, JmsDialect("", "", Nil), cannot.toMap)

  test("the shipped loads run over the brokers' own protocols"):
    assert(shipped.nonEmpty)
    for driver <- List(CoreDriver(), OpenWireDriver(), AmqpDriver(), HornetQDriver()) do
      assertEquals(shipped.flatMap(protocol(driver).unsupported), Nil, driver.library)

  test("batches need a completion listener or transactions"):
    def because(driver: JmsDriver, cannot: (String, String)*) =
      protocol(driver, cannot*).unsupported(shipped.head)
    assert(because(StompJmsDriver()).exists(_.contains("completion listener")))
    assert(because(RabbitMqDriver()).exists(_.contains("asks the broker for each message")))
    assertEquals(because(OpenWireDriver(), "transaction" -> "it has none"), Some("it has none"))
    assertEquals(because(CoreDriver(), "transaction" -> "it has none"), None)

  test("a receiver that acknowledges batches must not stop within one"):
    def because(consumers: String) = protocol(CoreDriver()).unsupported(of(consumers))
    assert(because("{ack: client, batch: 10, think: 1 ms}").exists(_.contains("within a batch")))
    for fine <- List("{ack: client, batch: 10}", "{ack: client, think: 1 ms}") do
      assertEquals(because(fine), None)
