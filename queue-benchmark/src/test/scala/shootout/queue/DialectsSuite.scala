package shootout.queue

import com.mongodb.WriteConcern
import shootout.yaml.{Reader, Yaml}
import shootout.queue.QueueSystems.{drivers, orFail, problems, spoken, workloads}
import shootout.queue.mongo.{MongoDialect, Pick}
import shootout.queue.rabbit.RabbitDialect
import shootout.scenario.{Profile, Workload}
import shootout.units.{Confirmation, DeliveryOrder, Redelivery}

/** Each system's section of `broker.yaml`, its effects, and the shipped loads. */
class DialectsSuite extends munit.FunSuite:
  private val own = workloads("queue-benchmark/scenarios", Profile.Replicated)
  private val others = workloads("stomp-benchmark/scenarios", Profile.Standard)
  private def other(id: String): Workload = others.find(_.id == id).get

  test("a single node needs no options and confirms alone"):
    for driver <- drivers do
      val plain = spoken(driver.protocol, "{}")
      assertEquals((plain.options, plain.promise.confirmation), (Nil, Confirmation.Broker), driver.protocol)

  /** The options in the result, as `name=value`, and who confirms. */
  private def said(protocol: String, section: String, confirmation: Confirmation)(options: String*): Unit =
    test(s"$protocol: the options are in the result: $section"):
      val read = spoken(protocol, section)
      assertEquals(read.options.map((name, value) => s"$name=$value"), options.toList)
      assertEquals(read.promise.confirmation, confirmation)

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
    test(s"$protocol: the section is refused: $section"):
      val found = problems(protocol, section)
      assert(found.headOption.exists(_.contains(because)), found)

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

  test("all contenders run the shipped loads of queues"):
    assertEquals(own.map(_.id), List(1, 5, 25).map(n => s"batch-100b_${n}p_1queue_${n}_b10_ackbatch_take10"))
    for system <- QueueSystems.catalogue do
      assertEquals(own.flatMap(system.protocol.unsupported), Nil, system.spec.name)
      assertEquals(system.protocol.unsupported(other("20b_1p_1queue_1")), None, system.spec.name)

  test("non-persistent messages and topics are refused with the reason"):
    val nonPersistent = other("20b_1a_1queue_1")
    def because(protocol: String, section: String = "{}") = spoken(protocol, section).unsupported(nonPersistent)
    assertEquals(because("kafka"), Some("Kafka writes every message to its log"))
    for protocol <- List("sqs", "rabbitmq_stream") do assert(because(protocol).isDefined, protocol)
    assert(because("amqp091", "{queue_type: quorum}").isDefined)
    assertEquals(because("amqp091"), None)
    val topics = others.filter(_.onTopic)
    assert(topics.nonEmpty)
    for protocol <- List("redis", "postgres", "sqs") do
      assert(topics.map(spoken(protocol, "{}").unsupported).forall(_.exists(_.contains("queues only"))), protocol)

  private def dialect[D](reader: Reader[D], section: String): D =
    Yaml.parse("broker.yaml", section).flatMap(reader.whole).orFail

  test("a quorum queue is requested when it is declared"):
    def arguments(section: String) = dialect(RabbitDialect.reader, section).arguments
    assertEquals(
      arguments("{queue_type: quorum, replicas: 3}"),
      Map[String, Object]("x-queue-type" -> "quorum", "x-quorum-initial-group-size" -> Int.box(3))
    )
    for section <- List("{}", "{replicas: 3}") do assertEquals(arguments(section), Map.empty)

  test("MongoDB confirms by one node or a majority"):
    assertEquals(dialect(MongoDialect.reader, "{}"), MongoDialect(majority = false, Pick.First))
    assertEquals(dialect(MongoDialect.reader, "{write_concern: 1}").writeConcern, WriteConcern.W1)
    assertEquals(dialect(MongoDialect.reader, "{write_concern: majority}").writeConcern, WriteConcern.MAJORITY)

  test("only these contenders confirm by more than one node"):
    val declared = QueueSystems.catalogue.map(s => s.spec.name -> s.protocol.promise.confirmation).toMap
    val replicated = List("kafka/three", "nats/three", "rabbitmq/quorum", "rabbitmq/mirrored", "postgresql/standby") ++
      List("valkey/replica", "kurrentdb/three", "mongo-java-server/majority", "rocketmq/slave")
    assertEquals(
      declared.filter(_._2 != Confirmation.Broker),
      replicated.map(_ -> Confirmation.Replicas).toMap + ("kafka/leader" -> Confirmation.Leader)
    )

  test("each system promises its own order and redelivery"):
    def promised(order: DeliveryOrder, redelivery: Redelivery)(protocol: String, section: String = "{}"): Unit =
      val promise = spoken(protocol, section).promise
      assertEquals((promise.order, promise.redelivery), (order, redelivery), protocol)
    promised(DeliveryOrder.Unordered, Redelivery.AtLeastOnce)("sqs")
    promised(DeliveryOrder.Unordered, Redelivery.AtLeastOnce)("mongo")
    promised(DeliveryOrder.Partition, Redelivery.AtLeastOnce)("kafka")
    promised(DeliveryOrder.Unordered, Redelivery.AtLeastOnce)("kafka", "{group: share}")
    promised(DeliveryOrder.Partition, Redelivery.Unacknowledged)("chronicle")
    promised(DeliveryOrder.Producer, Redelivery.Unacknowledged)("postgres")
