package shootout.queue.sqs

import shootout.queue.QueueContract

/** See [[QueueContract]]. */
class SqsContractIT extends QueueContract("sqs")
