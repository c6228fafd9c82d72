package shootout.queue.mongo

import com.mongodb.WriteConcern
import shootout.yaml.Yaml
import shootout.queue.QueueSystems
import shootout.scenario.Profile
import shootout.units.{Confirmation, DeliveryOrder, Redelivery}

/** The `mongo` section of a `broker.yaml`, what follows from it, and the loads that are shipped for it. */
class MongoDialectSuite extends munit.FunSuite:
  private def read(text: String) = Yaml.parse("broker.yaml", text).flatMap(MongoDialect.reader.whole)
  private def dialect(text: String): MongoDialect = read(text).fold(p => fail(p.mkString("\n")), identity)
  private def protocol(text: String): MongoProtocol = MongoProtocol(dialect(text), Map.empty)
  private def problems(text: String): List[String] = read(text).fold(_.map(_.message), _ => Nil)

  test("nothing need be said: one node confirms, and the first message that is due is taken") {
    assertEquals((dialect("{}").writeConcern, dialect("{}").pick), (WriteConcern.W1, Pick.First))
    assertEquals(protocol("{}").options, Nil)
    val promise = protocol("{}").promise
    assertEquals((promise.order, promise.redelivery), (DeliveryOrder.Unordered, Redelivery.AtLeastOnce))
    assertEquals(promise.confirmation, Confirmation.Broker)
  }

  test("what is said stands in the result, and says who confirms") {
    val other = protocol("{write_concern: majority, pick: random}")
    assertEquals(other.options, List("write_concern" -> "majority", "pick" -> "random"))
    assertEquals(other.promise.confirmation, Confirmation.Replicas)
    assertEquals(dialect("{write_concern: majority}").writeConcern, WriteConcern.MAJORITY)
    assertEquals(dialect("{write_concern: 1}").writeConcern, WriteConcern.W1)
  }

  test("what it does not know is refused") {
    assert(problems("{write_concern: 0}").head.contains("majority"))
    assert(problems("{pick: last}").head.contains("random"))
    assert(problems("{write: 1}").head.contains("write"))
  }

  test("the shipped loads run on it") {
    val workloads = QueueSystems.workloads("queue-benchmark/scenarios", Profile.Replicated)
    assert(workloads.nonEmpty)
    assertEquals(workloads.flatMap(protocol("{}").unsupported), Nil)
  }
