package shootout.queue.kafka

import shootout.driver.{ClientSpec, DestinationName, ReceiveSpec}
import shootout.yaml.Yaml
import shootout.queue.QueueSystems
import shootout.scenario.{Ack, Profile}
import shootout.units.{DestinationType, Endpoint}

/** What the library of Kafka is told, and what a share group cannot do. */
class KafkaSuite extends munit.FunSuite:
  private val share = QueueSystems.spoken("kafka", "{group: share}")

  test("what is said wins over what the driver sets") {
    val some = Yaml.parse("broker.yaml", "{consumer: {session.timeout.ms: 7000}}").flatMap(KafkaDialect.reader.whole)
      .fold(p => fail(p.mkString("\n")), identity)
    val cluster = Endpoint("127.0.0.1", 1, None, None, None, others = List("127.0.0.1" -> 2))
    val receive =
      ReceiveSpec(DestinationName(DestinationType.Queue, "q"), Ack.Client, None, None, None, Nil, batch = Some(10))
    val settings = KafkaSettings(some, cluster).consumer(ClientSpec("c", None, Some(receive)), receive)
    assertEquals(settings.get("bootstrap.servers"), "127.0.0.1:1,127.0.0.1:2")
    assertEquals(settings.get("session.timeout.ms"), "7000")
    assertEquals((settings.get("group.id"), settings.get("max.poll.records")), ("q", "10"))
    assertEquals((settings.get("enable.auto.commit"), settings.get("auto.offset.reset")), ("false", "earliest"))
  }

  test("a share group acknowledges messages one by one, and makes no topics") {
    assertEquals(share.lack("ack_individual"), None)
    assert(share.lack("topic").exists(_.contains("queues only")))
    val plain = QueueSystems.spoken("kafka", "{}")
    assert(plain.lack("ack_individual").exists(_.contains("kafka/share")))
    assertEquals((plain.lack("message_groups"), share.lack("message_groups").isDefined), (None, true))
  }

  test("a receiver of a share group is not kept waiting for what it may not get") {
    val workload = QueueSystems.workloads("queue-benchmark/scenarios", Profile.Replicated).head
    val late = workload.copy(consumers = workload.consumers.map(_.copy(batch = None, ackEvery = 10)))
    assert(share.unsupported(late).exists(_.contains("before all that it was given is acknowledged")))
  }
