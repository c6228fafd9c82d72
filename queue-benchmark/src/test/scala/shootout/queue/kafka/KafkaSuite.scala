package shootout.queue.kafka

import shootout.driver.{ClientSpec, DestinationName}
import shootout.yaml.Yaml
import shootout.queue.QueueSystems
import shootout.queue.QueueSystems.orFail
import shootout.scenario.Profile
import shootout.units.{DestinationType, Endpoint}

/** The settings of Kafka's library, and the limits of a share group. */
class KafkaSuite extends munit.FunSuite:
  private val share = QueueSystems.spoken("kafka", "{group: share}")

  test("settings of broker.yaml override those of the driver"):
    val section = Yaml.parse("broker.yaml", "{consumer: {session.timeout.ms: 7000}}")
    val some = section.flatMap(KafkaDialect.reader.whole).orFail
    val cluster = Endpoint("127.0.0.1", 1, None, None, None, others = List("127.0.0.1" -> 2))
    val receive = QueueSystems.receives(DestinationName(DestinationType.Queue, "q")).copy(batch = Some(10))
    val settings = KafkaSettings(some, cluster).consumer(ClientSpec("c", None, Some(receive)), receive)
    assertEquals(settings.get("bootstrap.servers"), "127.0.0.1:1,127.0.0.1:2")
    assertEquals(settings.get("session.timeout.ms"), "7000")
    assertEquals((settings.get("group.id"), settings.get("max.poll.records")), ("q", "10"))
    assertEquals((settings.get("enable.auto.commit"), settings.get("auto.offset.reset")), ("false", "earliest"))

  test("a share group acknowledges single messages, but has no topics"):
    assertEquals(share.lack("ack_individual"), None)
    assert(share.lack("topic").exists(_.contains("queues only")))
    val plain = QueueSystems.spoken("kafka", "{}")
    assert(plain.lack("ack_individual").exists(_.contains("kafka/share")))
    assertEquals((plain.lack("message_groups"), share.lack("message_groups").isDefined), (None, true))

  test("a share group refuses loads that acknowledge several messages at once"):
    val workload = QueueSystems.workloads("queue-benchmark/scenarios", Profile.Replicated).head
    val late = workload.copy(consumers = workload.consumers.map(_.copy(batch = None, ackEvery = 10)))
    assert(share.unsupported(late).exists(_.contains("before all that it was given is acknowledged")))
