package shootout.queue.mongo

import shootout.driver.{ClientSpec, Confirmations, PollingLink}

/** What one client sends and receives by; the connections are everybody's. */
private[mongo] final class MongoLink(spec: ClientSpec, dialect: MongoDialect, queues: MongoQueues) extends PollingLink:
  private var senderOrNull: MongoSender | Null = null
  private var receiverOrNull: MongoReceiver | Null = null

  def open(confirmations: Confirmations): Unit =
    if spec.send.isEmpty && spec.receive.isEmpty then queues.hello()
    for send <- spec.send do
      val targets = send.targets.map(target => queues.of(target.name).withWriteConcern(dialect.writeConcern)).toArray
      senderOrNull = MongoSender(spec.name, targets, send, dialect.pick, confirmations)
    for receive <- spec.receive do receiverOrNull = MongoReceiver(queues.of(receive.source.name), receive, dialect.pick)

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    senderOrNull.nn.send(target, producer, sequence, count, stampNanos, bodyBytes)

  def flush(): Unit =
    val sender = senderOrNull
    if sender != null then sender.flush()

  def poll(nanos: Long): Int = receiverOrNull.nn.poll(nanos)
  def next(): Array[Byte] = receiverOrNull.nn.next()
  def acknowledge(): Unit = receiverOrNull.nn.acknowledge()

  def close(unsubscribe: Boolean): Unit =
    val (sender, receiver) = (senderOrNull, receiverOrNull)
    if receiver != null then receiver.close()
    receiverOrNull = null
    if sender != null then sender.close()
    senderOrNull = null

  def cut(): Unit =
    val sender = senderOrNull
    senderOrNull = null
    receiverOrNull = null
    if sender != null then sender.cut()

  /** What blocks here is interrupted, see [[shootout.driver.ClientThread]]. */
  def interrupt(): Unit = ()
