package shootout.queue

/** See [[QueueContract]]. */
class QueueContractIT extends QueueContract("kafka", "nats", "amqp091")

/** Beside the others. */
class StoreContractIT extends QueueContract("postgres", "redis")
