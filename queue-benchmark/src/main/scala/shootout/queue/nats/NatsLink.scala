package shootout.queue.nats

import io.nats.client.{Connection, JetStream, PullSubscribeOptions}
import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}
import shootout.units.{DestinationType, Endpoint}

import java.time.Duration
import java.util.UUID

/** A connection, and what sends and receives over it. */
private final class NatsLink(spec: ClientSpec, endpoint: Endpoint, streams: NatsStreams)
    extends QueueLink(spec, streams):
  private var connectionOrNull: Connection | Null = null
  private def connection: Connection = connectionOrNull.nn
  private def stream: JetStream = connection.jetStream(NatsConnection.patient)

  /** Of a queue there is one for all; of a topic, one for each subscription. */
  private var consumer = ""

  override protected def connect(confirmations: Confirmations): Unit =
    connectionOrNull = NatsConnection.open(endpoint, spec.name, confirmations.failed)

  protected def hello(): Unit = streams.hello()
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    NatsSender(stream, send, confirmations)

  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    consumer = consumerOf(receive)
    streams.consumer(receive.source, consumer)
    val source = receive.source.name
    val receiver = NatsReceiver(stream.subscribe(source, PullSubscribeOptions.bind(source, consumer)), receive)
    // the server knows of the subscription
    connection.flush(NatsLink.Patience)
    receiver

  private def consumerOf(receive: ReceiveSpec): String =
    if receive.source.kind == DestinationType.Queue then "work"
    else receive.shared.orElse(receive.durable).getOrElse(s"${spec.name}-${UUID.randomUUID}")

  override protected def leave(unsubscribe: Boolean): Unit =
    connection.flush(NatsLink.Patience)
    for receive <- spec.receive if receive.source.kind == DestinationType.Topic do
      val lasts = receive.durable.isDefined || receive.shared.isDefined
      if unsubscribe || !lasts then streams.removeConsumer(receive.source, consumer)
    disconnect()

  override protected def disconnect(): Unit =
    val connection = connectionOrNull
    connectionOrNull = null
    if connection != null then
      try connection.close()
      catch case _: InterruptedException => ()

private object NatsLink:
  private val Patience = Duration.ofSeconds(10)
