package shootout.queue.rabbit

import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}
import shootout.units.Endpoint

/** A connection, and a channel each for what is sent and what is received. */
private final class RabbitLink(spec: ClientSpec, endpoint: Endpoint, queues: RabbitQueues)
    extends QueueLink(spec, queues):
  @volatile private var connectionOrNull: RabbitConnection | Null = null

  override protected def connect(confirmations: Confirmations): Unit =
    connectionOrNull = RabbitConnection(endpoint, spec.name, confirmations.failed)

  /** The connection is its answer. */
  protected def hello(): Unit = ()
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    RabbitSender(connectionOrNull.nn.channel(), send, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    RabbitReceiver(connectionOrNull.nn.channel(), queues, receive, confirmations.failed)

  override def close(unsubscribe: Boolean): Unit = RabbitConnection.explained(super.close(unsubscribe))

  override protected def leave(unsubscribe: Boolean): Unit =
    connectionOrNull.nn.close()
    connectionOrNull = null

  override protected def disconnect(): Unit =
    interrupt()
    connectionOrNull = null

  override def interrupt(): Unit =
    val connection = connectionOrNull
    if connection != null then connection.cut()
