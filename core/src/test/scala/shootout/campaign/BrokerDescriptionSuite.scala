package shootout.campaign

import shootout.driver.{Driver, Protocol}
import shootout.yaml.{Node, Problem}
import shootout.result.ProtocolResult
import shootout.scenario.Plan
import shootout.cli.CommandLines

class BrokerDescriptionSuite extends munit.FunSuite:
  private def driver(of: String, called: String): Driver = new Driver:
    def protocol: String = of
    def title: String = called
    def api: String = "jms"
    def name: String = "a library"
    def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] = Left(Nil)

  private def prepared(words: String*): PreparedRun =
    val drivers = List(driver("amqp", "AMQP 1.0"), driver("stomp", "STOMP"), driver("kafka", "Kafka"))
    CommandLines.prepared(words*)(Plan(Nil, Nil), Drivers(drivers, Map.empty))

  test("a result lists all protocols of its broker that have a driver, also those not asked for"):
    val run = prepared("--brokers", "artemis", "--protocols", "stomp")
    val expected = List(ProtocolResult("stomp", "STOMP"), ProtocolResult("amqp", "AMQP 1.0"))
    assertEquals(BrokerDescription.protocols(run, Pair("artemis", "stomp")), expected)

  test("the protocols of a broker that already ran are unknown"):
    val run = prepared("--url", "stomp://127.0.0.1:61613", "--dialect", "activemq")
    assertEquals(BrokerDescription.protocols(run, Pair("external", "stomp")), Nil)
