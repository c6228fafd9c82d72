package shootout.queue.rabbitstream

import shootout.queue.QueueContract

/** With one node, see [[QueueContract]]. */
class RabbitStreamContractIT extends QueueContract("rabbitmq_stream"):
  override def variation: Option[String] = Some("stream")
