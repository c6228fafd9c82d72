package shootout.queue.kafka

import shootout.queue.NodesContract

/** A cluster of Kafka. */
class KafkaNodesLongIT extends NodesContract("kafka/three")
