package shootout.queue

/** See [[QueueContract]]. */
class QueueContractIT extends QueueContract("kafka", "nats")
