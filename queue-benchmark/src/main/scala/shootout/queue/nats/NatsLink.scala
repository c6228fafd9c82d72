package shootout.queue.nats

import io.nats.client.{Connection, PullSubscribeOptions}
import shootout.driver.{ClientSpec, Confirmations, PollingLink, ReceiveSpec}
import shootout.scenario.DestinationType
import shootout.units.Endpoint

import java.time.Duration
import java.util.UUID

/** The library's objects for one client: a connection, and what sends and receives over it. */
private final class NatsLink(spec: ClientSpec, endpoint: Endpoint, streams: NatsStreams) extends PollingLink:
  private var connectionOrNull: Connection | Null = null
  private var senderOrNull: NatsSender | Null = null
  private var receiverOrNull: NatsReceiver | Null = null

  /** Of a queue there is one for all; of a topic, one for each subscription. */
  private var consumer = ""

  def open(confirmations: Confirmations): Unit =
    val connection = NatsConnection.open(endpoint, spec.name, confirmations.failed)
    connectionOrNull = connection
    if spec.send.isEmpty && spec.receive.isEmpty then streams.hello()
    for send <- spec.send do
      send.targets.foreach(streams.ensure)
      senderOrNull = NatsSender(connection.jetStream(NatsConnection.patient), send, confirmations)
    for receive <- spec.receive do
      streams.ensure(receive.source)
      consumer = consumerOf(receive)
      streams.consumer(receive.source, consumer)
      val stream = receive.source.name
      val options = PullSubscribeOptions.bind(stream, consumer)
      receiverOrNull = NatsReceiver(connection.jetStream(NatsConnection.patient).subscribe(stream, options), receive)
    // the server knows of the subscription
    connection.flush(NatsLink.Patience)

  private def consumerOf(receive: ReceiveSpec): String =
    if receive.source.kind == DestinationType.Queue then "work"
    else receive.shared.orElse(receive.durable).getOrElse(s"${spec.name}-${UUID.randomUUID}")

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    senderOrNull.nn.send(target, producer, sequence, count, stampNanos, bodyBytes)

  def flush(): Unit =
    val sender = senderOrNull
    if sender != null then sender.flush()

  def poll(nanos: Long): Int = receiverOrNull.nn.poll(nanos)
  def next(): Array[Byte] = receiverOrNull.nn.next()
  def acknowledge(): Unit = receiverOrNull.nn.acknowledge()

  def close(unsubscribe: Boolean): Unit =
    val (connection, sender, receiver) = (connectionOrNull, senderOrNull, receiverOrNull)
    if receiver != null then receiver.close()
    if sender != null then sender.close()
    if connection != null then connection.flush(NatsLink.Patience)
    for receive <- spec.receive if receive.source.kind == DestinationType.Topic do
      val lasts = receive.durable.isDefined || receive.shared.isDefined
      if unsubscribe || !lasts then streams.removeConsumer(receive.source, consumer)
    cut()

  def cut(): Unit =
    val connection = connectionOrNull
    connectionOrNull = null
    senderOrNull = null
    receiverOrNull = null
    if connection != null then
      try connection.close()
      catch case _: InterruptedException => ()

  /** What blocks here is interrupted, see [[shootout.driver.ClientThread]]. */
  def interrupt(): Unit = ()

private object NatsLink:
  private val Patience = Duration.ofSeconds(10)
