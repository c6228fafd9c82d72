package shootout.queue.nats

import shootout.driver.Protocol
import shootout.yaml.Yaml
import shootout.queue.QueueSystems
import shootout.scenario.Profile
import shootout.units.Confirmation

/** The `nats` section of a `broker.yaml`, what follows from it, and the loads that are shipped for it. */
class NatsDialectSuite extends munit.FunSuite:
  private def read(text: String) = Yaml.parse("broker.yaml", text).flatMap(NatsDriver().speak(_, Map.empty))
  private def protocol(text: String): Protocol = read(text).fold(p => fail(p.mkString("\n")), identity)
  private def problems(text: String): List[String] = read(text).fold(_.map(_.message), _ => Nil)

  test("a node by itself needs nothing said; replicas stand in the result, and say who confirms") {
    assertEquals((protocol("{}").options, protocol("{}").promise.confirmation), (Nil, Confirmation.Broker))
    val three = protocol("{replicas: 3}")
    assertEquals((three.options, three.promise.confirmation), (List("replicas" -> "3"), Confirmation.Replicas))
  }

  test("what JetStream has not is refused") {
    assert(problems("{replicas: 6}").head.contains("a whole number from 1 to 5"))
    assert(problems("{replica: 3}").head.contains("did you mean 'replicas'?"))
  }

  test("the shipped loads run on it") {
    val workloads = QueueSystems.workloads("queue-benchmark/scenarios", Profile.Replicated)
    assert(workloads.nonEmpty)
    assertEquals(workloads.flatMap(protocol("{}").unsupported), Nil)
  }
