package shootout.queue.rabbitstream

import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}

/** What sends and what receives, each over a connection of its own. */
private final class RabbitStreamLink(spec: ClientSpec, streams: RabbitStreams) extends QueueLink(spec, streams):
  protected def hello(): Unit = streams.hello()
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    StreamSender(streams, spec.name, send, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    StreamReceiver(streams, spec.name, receive, confirmations.failed)
