package shootout.queue.chronicle

import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}

/** The appenders and tailers of one client. */
private final class ChronicleLink(spec: ClientSpec, queues: ChronicleQueues, dialect: ChronicleDialect)
    extends QueueLink(spec, queues):
  /** There is nothing to stay connected to; that the process answers is all there is to see. */
  override protected def connect(confirmations: Confirmations): Unit = queues.folder(): Unit
  protected def hello(): Unit = ()

  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    ChronicleSender(queues, send, dialect.sync, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    ChronicleReceiver(queues, receive)
