package shootout.queue.mongo

import shootout.queue.QueueContract

/** See [[QueueContract]]. */
class MongoContractIT extends QueueContract("mongo")
