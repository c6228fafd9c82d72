package shootout.queue.rabbit

import shootout.queue.NodesContract

/** A quorum queue of three nodes. */
class RabbitNodesLongIT extends NodesContract("rabbitmq/quorum")
