package shootout.queue.kurrent

import shootout.queue.{QueueContract, QueueSystem, QueueSystems}

/** The driver's contract with a [[ScriptedServer]], for a server of KurrentDB cannot be had. See [[shootout.queue.QueueContract]]. */
class KurrentContractIT extends QueueContract("kurrent"):
  override def systems: List[QueueSystem] =
    QueueSystems.read(QueueSystems.home.resolve("queue-benchmark/src/test/brokers"))
