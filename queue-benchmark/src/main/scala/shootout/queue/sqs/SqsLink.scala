package shootout.queue.sqs

import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}
import software.amazon.awssdk.services.sqs.SqsAsyncClient

/** What one client sends and receives by; the connections are everybody's. */
private[sqs] final class SqsLink(spec: ClientSpec, library: SqsAsyncClient, queues: SqsQueues, largestMessage: Int)
    extends QueueLink(spec, queues):
  protected def hello(): Unit = queues.hello()
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    val urls = send.targets.map(target => queues.url(target.name)).toArray
    SqsSender(library, urls, send, largestMessage, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    SqsReceiver(library, queues.url(receive.source.name), receive, confirmations.failed)
