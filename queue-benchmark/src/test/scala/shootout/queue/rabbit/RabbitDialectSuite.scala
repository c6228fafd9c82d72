package shootout.queue.rabbit

import shootout.yaml.Yaml
import shootout.queue.QueueSystems
import shootout.scenario.Profile
import shootout.units.Confirmation

/** The `amqp091` section of a `broker.yaml`, what follows from it, and the loads that are shipped for it. */
class RabbitDialectSuite extends munit.FunSuite:
  private def read(text: String) = Yaml.parse("broker.yaml", text).flatMap(RabbitDialect.reader.whole)
  private def dialect(text: String): RabbitDialect = read(text).fold(p => fail(p.mkString("\n")), identity)
  private def protocol(text: String): RabbitProtocol = RabbitProtocol(dialect(text), Map.empty)
  private def problems(text: String): List[String] = read(text).fold(_.map(_.message), _ => Nil)

  test("a node by itself needs nothing said: its queues are classic ones, and it confirms alone") {
    assertEquals(dialect("{}").arguments, Map.empty)
    assertEquals((protocol("{}").options, protocol("{}").promise.confirmation), (Nil, Confirmation.Broker))
  }

  test(
    "quorum queues are asked for when a queue is declared, mirrored ones are the broker's policy; both stand in the result"
  ) {
    val quorum = "{queue_type: quorum, replicas: 3}"
    assertEquals(
      dialect(quorum).arguments,
      Map[String, Object]("x-queue-type" -> "quorum", "x-quorum-initial-group-size" -> Int.box(3))
    )
    assertEquals(protocol(quorum).options, List("queue_type" -> "quorum", "replicas" -> "3"))
    assertEquals(protocol(quorum).promise.confirmation, Confirmation.Replicas)
    val mirrored = "{replicas: 3}"
    assertEquals(dialect(mirrored).arguments, Map.empty)
    assertEquals(protocol(mirrored).options, List("replicas" -> "3"))
    assertEquals(protocol(mirrored).promise.confirmation, Confirmation.Replicas)
  }

  test("what RabbitMQ would pass over in silence is refused") {
    assert(problems("{queue_type: qorum}").head.contains("found 'qorum', expected one of classic, quorum"))
    assert(problems("{replicas: 0}").head.contains("a whole number from 1 to 99"))
    assert(problems("{replica: 3}").head.contains("did you mean 'replicas'?"))
  }

  test("the shipped loads run on all; a quorum queue refuses what need not be kept, by name") {
    val own = QueueSystems.workloads("queue-benchmark/scenarios", Profile.Replicated)
    assert(own.nonEmpty)
    for text <- List("{}", "{queue_type: quorum, replicas: 3}", "{replicas: 3}") do
      assertEquals(own.flatMap(protocol(text).unsupported), Nil)
    val load = QueueSystems.workloads("stomp-benchmark/scenarios", Profile.Standard).find(_.id == "20b_1a_1queue_1").get
    assertEquals(protocol("{}").unsupported(load), None)
    assertEquals(
      protocol("{queue_type: quorum}").unsupported(load),
      Some("a quorum queue writes every message to its log")
    )
  }
