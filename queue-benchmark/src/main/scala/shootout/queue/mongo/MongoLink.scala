package shootout.queue.mongo

import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}

/** What one client sends and receives by; the connections are everybody's. */
private[mongo] final class MongoLink(spec: ClientSpec, dialect: MongoDialect, queues: MongoQueues)
    extends QueueLink(spec, queues):
  protected def hello(): Unit = queues.hello()
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    val targets = send.targets.map(target => queues.of(target.name).withWriteConcern(dialect.writeConcern)).toArray
    MongoSender(spec.name, targets, send, dialect.pick, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    MongoReceiver(queues.of(receive.source.name), receive, dialect.pick)
