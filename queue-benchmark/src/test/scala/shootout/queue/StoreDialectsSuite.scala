package shootout.queue

import shootout.driver.{DeliveryPromise, Protocol}
import shootout.yaml.Yaml
import shootout.queue.postgres.PostgresDriver
import shootout.queue.redis.RedisDriver
import shootout.scenario.Profile
import shootout.units.Confirmation

/** The `redis` and `postgres` sections of a `broker.yaml`, what follows from them, and the loads that are shipped for them. */
class StoreDialectsSuite extends munit.FunSuite:
  for driver <- List(RedisDriver(), PostgresDriver()) do
    val name = driver.protocol
    def read(text: String) = Yaml.parse("broker.yaml", text).flatMap(driver.speak(_, Map.empty))
    def protocol(text: String): Protocol = read(text).fold(p => fail(p.mkString("\n")), identity)
    def promise(text: String): DeliveryPromise = protocol(text).promise
    def problems(text: String): List[String] = read(text).fold(_.map(_.message), _ => Nil)

    test(s"$name: a node by itself needs nothing said; replicas stand in the result, and say who confirms") {
      assertEquals((protocol("{}").options, promise("{}").confirmation), (Nil, Confirmation.Broker))
      assertEquals(protocol("{replicas: 1}").options, List("replicas" -> "1"))
      assertEquals(promise("{replicas: 1}").confirmation, Confirmation.Replicas)
    }

    test(s"$name: what makes no sense is refused") {
      assert(problems("{replicas: -1}").head.contains("a whole number from 0"))
      assert(problems("{replica: 1}").head.contains("did you mean 'replicas'?"))
    }

    test(s"$name: the shipped loads of queues run on it; topics are refused with the reason") {
      val own = QueueSystems.workloads("queue-benchmark/scenarios", Profile.Replicated)
      assert(own.nonEmpty)
      assertEquals(own.flatMap(protocol("{}").unsupported), Nil)
      val others = QueueSystems.workloads("stomp-benchmark/scenarios", Profile.Standard)
      assertEquals(protocol("{}").unsupported(others.find(_.id == "20b_1p_1queue_1").get), None)
      val topics = others.filter(_.onTopic)
      assert(topics.nonEmpty)
      assert(topics.map(protocol("{}").unsupported).forall(_.exists(_.contains("queues only"))))
    }
