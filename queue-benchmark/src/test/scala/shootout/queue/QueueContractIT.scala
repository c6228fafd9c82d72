package shootout.queue

/** [[QueueContract]] for the systems that start fast. */
class QueueContractIT extends QueueContract("kafka", "nats", "amqp091")

class StoreContractIT extends QueueContract("postgres", "redis")

class MongoContractIT extends QueueContract("mongo")

class SqsContractIT extends QueueContract("sqs")

class ChronicleContractIT extends QueueContract("chronicle")

/** Each send is flushed to the disk. */
class ChronicleSyncContractIT extends QueueContract("chronicle"):
  override def variation: Option[String] = Some("sync")

class RabbitStreamContractIT extends QueueContract("rabbitmq_stream"):
  override def variation: Option[String] = Some("stream")

/** With a [[kurrent.ScriptedServer]], because no server of KurrentDB is available. */
class KurrentContractIT extends QueueContract("kurrent"):
  override def systems: List[QueueSystem] =
    QueueSystems.read(QueueSystems.home.resolve("queue-benchmark/src/test/brokers"))

class RocketContractLongIT extends QueueContract("rocketmq")

class KafkaShareContractLongIT extends QueueContract("kafka"):
  override def variation: Option[String] = Some("share")
