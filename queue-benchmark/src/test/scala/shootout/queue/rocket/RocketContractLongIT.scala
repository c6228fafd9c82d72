package shootout.queue.rocket

import shootout.queue.QueueContract

/** See [[QueueContract]]. */
class RocketContractLongIT extends QueueContract("rocketmq")
