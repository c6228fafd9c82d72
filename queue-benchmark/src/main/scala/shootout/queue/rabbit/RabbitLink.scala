package shootout.queue.rabbit

import shootout.driver.{ClientSpec, Confirmations, PollingLink}
import shootout.units.Endpoint

/** The library's objects for one client: a connection, and a channel each for what is sent and what is received. */
private final class RabbitLink(spec: ClientSpec, endpoint: Endpoint, queues: RabbitQueues) extends PollingLink:
  @volatile private var connectionOrNull: RabbitConnection | Null = null
  private var senderOrNull: RabbitSender | Null = null
  private var receiverOrNull: RabbitReceiver | Null = null

  def open(confirmations: Confirmations): Unit =
    val connection = RabbitConnection(endpoint, spec.name, confirmations.failed)
    connectionOrNull = connection
    for send <- spec.send do
      send.targets.foreach(queues.ensure)
      senderOrNull = RabbitSender(connection.channel(), send, confirmations)
    for receive <- spec.receive do
      queues.ensure(receive.source)
      val channel = connection.channel()
      val receiver = RabbitReceiver(channel, receive, confirmations.failed)
      receiverOrNull = receiver
      RabbitConnection.explained(receiver.subscribe(queues.source(channel, receive)))

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    senderOrNull.nn.send(target, producer, sequence, count, stampNanos, bodyBytes)

  /** The library writes each message to the socket by itself. */
  def flush(): Unit = ()

  def poll(nanos: Long): Int = receiverOrNull.nn.poll(nanos)
  def next(): Array[Byte] = receiverOrNull.nn.next()
  def acknowledge(): Unit = receiverOrNull.nn.acknowledge()

  def close(unsubscribe: Boolean): Unit =
    val (connection, sender, receiver) = (connectionOrNull, senderOrNull, receiverOrNull)
    RabbitConnection.explained {
      if receiver != null then receiver.close(unsubscribe)
      if sender != null then sender.close()
      if connection != null then connection.close()
    }
    forget()

  def cut(): Unit =
    interrupt()
    forget()

  private def forget(): Unit =
    connectionOrNull = null
    senderOrNull = null
    receiverOrNull = null

  def interrupt(): Unit =
    val connection = connectionOrNull
    if connection != null then connection.cut()
