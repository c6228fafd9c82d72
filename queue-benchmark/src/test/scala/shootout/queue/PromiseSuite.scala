package shootout.queue

import shootout.units.Confirmation


/** What a confirmed send means in each contender. */
class PromiseSuite extends munit.FunSuite:
  test("what a confirmed send means is declared") {
    val declared = QueueSystems.catalogue.map(s => s.spec.name -> s.protocol.promise.confirmation)
    assertEquals(
      declared.toMap,
      Map(
        "kafka" -> Confirmation.Broker,
        "kafka/share" -> Confirmation.Broker,
        "kafka/three" -> Confirmation.Replicas,
        "kafka/leader" -> Confirmation.Leader,
        "nats" -> Confirmation.Broker,
        "nats/three" -> Confirmation.Replicas,
        "rabbitmq" -> Confirmation.Broker,
        "rabbitmq/v2" -> Confirmation.Broker,
        "rabbitmq/quorum" -> Confirmation.Replicas,
        "rabbitmq/mirrored" -> Confirmation.Replicas,
        "rabbitmq/stream" -> Confirmation.Broker,
        "postgresql" -> Confirmation.Broker,
        "postgresql/async" -> Confirmation.Broker,
        "postgresql/standby" -> Confirmation.Replicas,
        "valkey" -> Confirmation.Broker,
        "valkey/always" -> Confirmation.Broker,
        "valkey/replica" -> Confirmation.Replicas,
        "chronicle" -> Confirmation.Broker,
        "chronicle/sync" -> Confirmation.Broker,
        "elasticmq" -> Confirmation.Broker,
        "kurrentdb" -> Confirmation.Broker,
        "kurrentdb/three" -> Confirmation.Replicas,
        "mongo-java-server" -> Confirmation.Broker,
        "mongo-java-server/random" -> Confirmation.Broker,
        "mongo-java-server/majority" -> Confirmation.Replicas,
        "rocketmq" -> Confirmation.Broker,
        "rocketmq/sync" -> Confirmation.Broker,
        "rocketmq/slave" -> Confirmation.Replicas
      )
    )
  }
