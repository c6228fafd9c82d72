package shootout.queue

/** A cluster of NATS: the one that starts within a second. */
class QueueNodesIT extends NodesContract("nats/three")
