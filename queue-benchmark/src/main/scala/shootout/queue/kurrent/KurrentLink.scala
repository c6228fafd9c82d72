package shootout.queue.kurrent

import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}
import shootout.units.{orNone, Endpoint}

/** A connection, and what sends and receives over it. */
private[kurrent] final class KurrentLink(spec: ClientSpec, endpoint: Endpoint, queues: KurrentQueues)
    extends QueueLink(spec, queues):
  private var clientOrNull: KurrentClient | Null = null

  override protected def connect(confirmations: Confirmations): Unit = clientOrNull = KurrentClient.open(endpoint)
  protected def hello(): Unit = clientOrNull.nn.hello()
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    KurrentSender(clientOrNull.nn, send, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    KurrentReceiver(clientOrNull.nn, receive, confirmations.failed)

  override protected def disconnect(): Unit =
    clientOrNull.orNone.foreach(_.close())
    clientOrNull = null
