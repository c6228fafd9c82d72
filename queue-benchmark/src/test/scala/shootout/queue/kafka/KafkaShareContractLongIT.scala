package shootout.queue.kafka

import shootout.queue.QueueContract

/** With a share group, see [[QueueContract]]. */
class KafkaShareContractLongIT extends QueueContract("kafka"):
  override def variation: Option[String] = Some("share")
