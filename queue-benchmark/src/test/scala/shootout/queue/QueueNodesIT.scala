package shootout.queue

/** [[NodesContract]] for a cluster that starts fast. */
class QueueNodesIT extends NodesContract("nats/three")

class KafkaNodesLongIT extends NodesContract("kafka/three")

/** A quorum queue of three nodes. */
class RabbitNodesLongIT extends NodesContract("rabbitmq/quorum")
