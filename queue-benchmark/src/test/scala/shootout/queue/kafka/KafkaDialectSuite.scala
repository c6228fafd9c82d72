package shootout.queue.kafka

import shootout.driver.{ClientSpec, DestinationName, ReceiveSpec}
import shootout.yaml.Yaml
import shootout.queue.QueueSystems
import shootout.scenario.{Ack, Profile}
import shootout.units.{Confirmation, DeliveryOrder, DestinationType, Endpoint, Redelivery}

/** The `kafka` section of a `broker.yaml`, what follows from it, and the loads that are shipped for it. */
class KafkaDialectSuite extends munit.FunSuite:
  private def read(text: String) = Yaml.parse("broker.yaml", text).flatMap(KafkaDialect.reader.whole)
  private def dialect(text: String): KafkaDialect = read(text).fold(p => fail(p.mkString("\n")), identity)
  private def problems(text: String): List[String] = read(text).fold(_.map(_.message), _ => Nil)

  test("a node by itself needs nothing said") {
    val plain = dialect("{}")
    assertEquals((plain.replicas, plain.acks, plain.options), (1, "all", Nil))
  }

  test("what is said stands in the result, and wins over what the driver sets") {
    val some = dialect(
      "{replicas: 3, producer: {acks: 1}, consumer: {session.timeout.ms: 7000}, topic: {min.insync.replicas: 2}}"
    )
    assertEquals(
      some.options,
      List(
        "producer.acks" -> "1",
        "consumer.session.timeout.ms" -> "7000",
        "topic.min.insync.replicas" -> "2",
        "replicas" -> "3"
      )
    )
    val cluster = Endpoint("127.0.0.1", 1, None, None, None, others = List("127.0.0.1" -> 2))
    val receive =
      ReceiveSpec(DestinationName(DestinationType.Queue, "q"), Ack.Client, None, None, None, Nil, batch = Some(10))
    val settings = KafkaSettings(some, cluster).consumer(ClientSpec("c", None, Some(receive)), receive)
    assertEquals(settings.get("bootstrap.servers"), "127.0.0.1:1,127.0.0.1:2")
    assertEquals(settings.get("session.timeout.ms"), "7000")
    assertEquals((settings.get("group.id"), settings.get("max.poll.records")), ("q", "10"))
    assertEquals((settings.get("enable.auto.commit"), settings.get("auto.offset.reset")), ("false", "earliest"))
  }

  test("a share group acknowledges messages one by one, promises no order, and makes no topics") {
    val share = KafkaProtocol(dialect("{group: share}"), Map.empty)
    assertEquals(share.options, List("group" -> "share"))
    assertEquals((share.promise.order, share.promise.redelivery), (DeliveryOrder.Unordered, Redelivery.AtLeastOnce))
    assertEquals(share.lack("ack_individual"), None)
    assert(share.lack("topic").exists(_.contains("queues only")))
    assert(KafkaProtocol(dialect("{}"), Map.empty).lack("ack_individual").exists(_.contains("kafka/share")))
    assert(problems("{group: shared}").head.contains("expected one of consumer, share"))
  }

  test("a receiver of a share group is not kept waiting for what it may not get") {
    val workload = QueueSystems.workloads("queue-benchmark/scenarios", Profile.Replicated).head
    val share = KafkaProtocol(dialect("{group: share}"), Map.empty)
    assertEquals(share.unsupported(workload), None)
    val late = workload.copy(consumers = workload.consumers.map(_.copy(batch = None, ackEvery = 10)))
    assert(share.unsupported(late).exists(_.contains("before all that it was given is acknowledged")))
  }

  test("what the library would pass over in silence is refused") {
    assert(problems("{producer: {ack: all}}").head.contains("no setting 'ack'; did you mean 'acks'?"))
    assert(problems("{consumer: {max.pol.records: 1}}").head.contains("did you mean 'max.poll.records'?"))
    assert(problems("{producer: {acks: 0}}").head.contains("acks: 0 confirms nothing"))
    assert(problems("{replicas: 0}").head.contains("a whole number from 1"))
    assert(problems("{replica: 3}").head.contains("did you mean 'replicas'?"))
  }

  test("what a confirmed send means follows from replicas and acks") {
    def confirmation(text: String) = KafkaProtocol(dialect(text), Map.empty).promise.confirmation
    assertEquals(confirmation("{}"), Confirmation.Broker)
    assertEquals(confirmation("{replicas: 3}"), Confirmation.Replicas)
    assertEquals(confirmation("{replicas: 3, producer: {acks: 1}}"), Confirmation.Leader)
  }

  test("the shipped loads run on it; what keeps nothing, or asks for single acknowledgements, does not") {
    val kafka = KafkaProtocol(dialect("{}"), Map.empty)
    val own = QueueSystems.workloads("queue-benchmark/scenarios", Profile.Replicated)
    assertEquals(own.map(_.id), List(1, 5, 25).map(n => s"batch-100b_${n}p_1queue_${n}_b10_ackbatch_take10"))
    assertEquals(own.flatMap(kafka.unsupported), Nil)
    val others = QueueSystems.workloads("stomp-benchmark/scenarios", Profile.Standard)
    def reason(id: String) = kafka.unsupported(others.find(_.id == id).get)
    assertEquals(reason("20b_1p_1queue_1"), None)
    assertEquals(reason("20b_1a_1queue_1"), Some("Kafka writes every message to its log"))
  }
