package shootout.queue.rocket

import shootout.queue.QueueContract

/** See [[QueueContract]]. */
class RocketContractIT extends QueueContract("rocketmq")
