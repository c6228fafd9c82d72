package shootout.queue.kafka

import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}

/** A producer, a consumer, or both. */
private final class KafkaLink(spec: ClientSpec, settings: KafkaSettings, topics: KafkaTopics)
    extends QueueLink(spec, topics):
  protected def hello(): Unit = topics.hello()
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    KafkaSender(settings.producer(spec), send, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    if settings.shares then
      KafkaShareReceiver(
        settings.member(spec, receive),
        receive,
        () => topics.hasMember(receive.source.name, spec.name)
      )
    else KafkaReceiver(settings.consumer(spec, receive), receive)
  override protected def leave(unsubscribe: Boolean): Unit =
    if unsubscribe then spec.receive.flatMap(_.durable).foreach(topics.removeGroup)
