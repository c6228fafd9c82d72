package shootout.queue.rabbit

import shootout.queue.NodesContract

/** A quorum queue of three nodes. */
class RabbitNodesIT extends NodesContract("rabbitmq/quorum")
