package shootout.queue

import com.mongodb.WriteConcern
import shootout.driver.Encryption
import shootout.yaml.{Reader, Yaml}
import shootout.queue.QueueSystems.{drivers, problems, spoken, workloads}
import shootout.queue.mongo.{MongoDialect, Pick}
import shootout.queue.rabbit.RabbitDialect
import shootout.scenario.{Profile, Workload}
import shootout.units.{Confirmation, DeliveryOrder, Redelivery}

/** Each system's section of a `broker.yaml`, what follows from it, and the loads that are shipped for it. */
class DialectsSuite extends munit.FunSuite:
  private val own = workloads("queue-benchmark/scenarios", Profile.Replicated)
  private val others = workloads("stomp-benchmark/scenarios", Profile.Standard)
  private def other(id: String): Workload = others.find(_.id == id).get

  test("a node by itself needs nothing said, and confirms alone") {
    for driver <- drivers do
      val plain = spoken(driver.protocol, "{}")
      assertEquals((plain.options, plain.promise.confirmation), (Nil, Confirmation.Broker), driver.protocol)
  }

  /** What stands in the result, in the form `name=value`, and who confirms. */
  private def said(protocol: String, section: String, confirmation: Confirmation)(options: String*): Unit =
    test(s"$protocol: what is said stands in the result: $section") {
      val read = spoken(protocol, section)
      assertEquals(read.options.map((name, value) => s"$name=$value"), options.toList)
      assertEquals(read.promise.confirmation, confirmation)
    }

  for protocol <- List("redis", "postgres", "rocketmq") do
    said(protocol, "{replicas: 1}", Confirmation.Replicas)("replicas=1")
  for protocol <- List("nats", "kurrent") do said(protocol, "{replicas: 3}", Confirmation.Replicas)("replicas=3")
  said("amqp091", "{queue_type: quorum, replicas: 3}", Confirmation.Replicas)("queue_type=quorum", "replicas=3")
  said("amqp091", "{replicas: 3}", Confirmation.Replicas)("replicas=3")
  said("mongo", "{write_concern: majority, pick: random}", Confirmation.Replicas)(
    "write_concern=majority",
    "pick=random"
  )
  said("mongo", "{write_concern: 1}", Confirmation.Broker)()
  said("chronicle", "{sync: true}", Confirmation.Broker)("sync=true")
  said("kafka", "{group: share}", Confirmation.Broker)("group=share")
  said("kafka", "{replicas: 3, producer: {acks: 1}, topic: {min.insync.replicas: 2}}", Confirmation.Leader)(
    "producer.acks=1",
    "topic.min.insync.replicas=2",
    "replicas=3"
  )

  private def refused(protocol: String, section: String, because: String): Unit =
    test(s"$protocol: what makes no sense, or the library would pass over in silence, is refused: $section") {
      val found = problems(protocol, section)
      assert(found.headOption.exists(_.contains(because)), found)
    }

  for protocol <- List("redis", "postgres") do refused(protocol, "{replicas: -1}", "a whole number from 0")
  refused("nats", "{replicas: 6}", "a whole number from 1 to 5")
  refused("amqp091", "{replicas: 0}", "a whole number from 1 to 99")
  refused("kafka", "{replicas: 0}", "a whole number from 1")
  for protocol <- List("redis", "postgres", "nats", "amqp091", "kafka") do
    refused(protocol, "{replica: 1}", "did you mean 'replicas'?")
  refused("amqp091", "{queue_type: qorum}", "found 'qorum', expected one of classic, quorum")
  refused("kafka", "{group: shared}", "expected one of consumer, share")
  refused("kafka", "{producer: {ack: all}}", "no setting 'ack'; did you mean 'acks'?")
  refused("kafka", "{consumer: {max.pol.records: 1}}", "did you mean 'max.poll.records'?")
  refused("kafka", "{producer: {acks: 0}}", "acks: 0 confirms nothing")
  refused("mongo", "{write_concern: 0}", "majority")
  refused("mongo", "{pick: last}", "random")
  refused("mongo", "{write: 1}", "write")
  refused("chronicle", "{sync: perhaps}", "true or false")
  refused("chronicle", "{snyc: true}", "did you mean 'sync'?")
  refused("sqs", "{largest_message: 2000000}", "a whole number from 1024 to 1048576")
  refused("sqs", "{largest: 1024}", "largest")

  test("the shipped loads of queues run on all contenders, and other persistent messages too") {
    assertEquals(own.map(_.id), List(1, 5, 25).map(n => s"batch-100b_${n}p_1queue_${n}_b10_ackbatch_take10"))
    for system <- QueueSystems.catalogue do
      assertEquals(own.flatMap(system.protocol.unsupported), Nil, system.spec.name)
      assertEquals(system.protocol.unsupported(other("20b_1p_1queue_1")), None, system.spec.name)
  }

  test("what need not be kept is refused where everything is kept; topics where there are only queues") {
    val nonPersistent = other("20b_1a_1queue_1")
    def because(protocol: String, section: String = "{}") = spoken(protocol, section).unsupported(nonPersistent)
    assertEquals(because("kafka"), Some("Kafka writes every message to its log"))
    assertEquals(because("sqs"), Some("SQS has one kind of message, which it keeps"))
    assertEquals(because("rabbitmq_stream"), Some("a stream writes every message to its log"))
    assertEquals(because("amqp091", "{queue_type: quorum}"), Some("a quorum queue writes every message to its log"))
    assertEquals(because("amqp091"), None)
    val topics = others.filter(_.onTopic)
    assert(topics.nonEmpty)
    for protocol <- List("redis", "postgres", "sqs") do
      assert(topics.map(spoken(protocol, "{}").unsupported).forall(_.exists(_.contains("queues only"))), protocol)
  }

  private def dialect[D](reader: Reader[D], section: String): D =
    Yaml.parse("broker.yaml", section).flatMap(reader.whole).fold(p => fail(p.mkString("\n")), identity)

  test("quorum queues are asked for when a queue is declared, mirrored ones are the broker's policy") {
    def arguments(section: String) = dialect(RabbitDialect.reader, section).arguments
    assertEquals(
      arguments("{queue_type: quorum, replicas: 3}"),
      Map[String, Object]("x-queue-type" -> "quorum", "x-quorum-initial-group-size" -> Int.box(3))
    )
    for section <- List("{}", "{replicas: 3}") do assertEquals(arguments(section), Map.empty)
  }

  test("one node confirms, or a majority does; the first message that is due is taken, or a random one") {
    assertEquals(dialect(MongoDialect.reader, "{}"), MongoDialect(majority = false, Pick.First))
    assertEquals(dialect(MongoDialect.reader, "{write_concern: 1}").writeConcern, WriteConcern.W1)
    assertEquals(dialect(MongoDialect.reader, "{write_concern: majority}").writeConcern, WriteConcern.MAJORITY)
  }

  test("what a confirmed send means is declared: more than one node has it only in these contenders") {
    val declared = QueueSystems.catalogue.map(s => s.spec.name -> s.protocol.promise.confirmation).toMap
    val replicated = List("kafka/three", "nats/three", "rabbitmq/quorum", "rabbitmq/mirrored", "postgresql/standby") ++
      List("valkey/replica", "kurrentdb/three", "mongo-java-server/majority", "rocketmq/slave")
    assertEquals(
      declared.filter(_._2 != Confirmation.Broker),
      replicated.map(_ -> Confirmation.Replicas).toMap + ("kafka/leader" -> Confirmation.Leader)
    )
  }

  test("order and redelivery are promised as the systems do") {
    def promise(protocol: String, section: String = "{}") =
      val promised = spoken(protocol, section).promise
      (promised.order, promised.redelivery)
    assertEquals(promise("sqs"), (DeliveryOrder.Unordered, Redelivery.AtLeastOnce))
    assertEquals(promise("mongo"), (DeliveryOrder.Unordered, Redelivery.AtLeastOnce))
    assertEquals(promise("kafka"), (DeliveryOrder.Partition, Redelivery.AtLeastOnce))
    assertEquals(promise("kafka", "{group: share}"), (DeliveryOrder.Unordered, Redelivery.AtLeastOnce))
    assertEquals(promise("chronicle"), (DeliveryOrder.Partition, Redelivery.Unacknowledged))
    assertEquals(promise("postgres"), (DeliveryOrder.Producer, Redelivery.Unacknowledged))
  }

  test("TLS, virtual hosts, and a login that is none of ours") {
    assertEquals(drivers.filter(_.access.encryption == Encryption.BySystem).map(_.protocol), List("sqs", "mongo"))
    assertEquals(drivers.filter(_.access.virtualHosts).map(_.protocol), List("amqp091", "rabbitmq_stream"))
    val own = for driver <- drivers; why <- driver.access.noLogin yield driver.protocol -> why
    assertEquals(own.map(_._1), List("sqs"))
    assert(own.head._2.contains("AWS SDK"))
  }
