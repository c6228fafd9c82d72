package shootout.queue.nats

import io.nats.client.*
import io.nats.client.impl.Headers
import shootout.driver.*
import shootout.queue.*
import shootout.units.DestinationType

import java.time.Duration
import java.util.UUID

/** A connection, with what sends and receives over it. */
private final class NatsClient(
    connection: Connection,
    spec: ClientSpec,
    session: NatsSession,
    confirmations: Confirmations
) extends QueueConnection(session):
  private lazy val stream = connection.jetStream(NatsConnection.patient)

  /** The name of the consumer. A queue has one for all receivers; a topic has one for each subscription. */
  private var consumer = ""

  def sender(send: SendSpec): QueueSender = NatsSender(stream, send, confirmations)

  def receiver(receive: ReceiveSpec): QueueReceiver =
    consumer = consumerOf(receive)
    session.consumer(receive.source, consumer)
    val source = receive.source.name
    val receiver = NatsReceiver(stream.subscribe(source, PullSubscribeOptions.bind(source, consumer)), receive)
    // with its answer, the server knows of the subscription
    connection.flush(NatsClient.Patience)
    receiver

  private def consumerOf(receive: ReceiveSpec): String =
    if receive.source.kind == DestinationType.Queue then "work"
    else receive.shared.orElse(receive.durable).getOrElse(s"${spec.name}-${UUID.randomUUID}")

  override def leave(unsubscribe: Boolean): Unit =
    connection.flush(NatsClient.Patience)
    for receive <- spec.receive if receive.source.kind == DestinationType.Topic do
      val lasts = receive.durable.isDefined || receive.shared.isDefined
      if unsubscribe || !lasts then session.removeConsumer(receive.source, consumer)
    super.leave(unsubscribe)

  override def cut(): Unit = connection.close()

private object NatsClient:
  private val Patience = Duration.ofSeconds(10)

/** The sending half of a client. Publisher confirms arrive in a thread of the library. */
private final class NatsSender(stream: JetStream, send: SendSpec, confirmations: Confirmations)
    extends MessageSender(send, reuse = false):
  private val subjects = send.targets.map(_.name).toArray
  private val headers: Headers | Null =
    if send.headers.isEmpty then null
    else send.headers.foldLeft(Headers())((all, header) => all.add(header._1, header._2))

  private val inFlight = InFlight(most = 1024, send, confirmations)

  /** Sends one message. The library keeps its body until it is written to the socket. */
  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit =
    inFlight.begin()
    stream.publishAsync(subjects(target), headers, body).whenComplete { (_, failure) =>
      inFlight.end(sequence, 1, failure)
    }: Unit

  def flush(): Unit = inFlight.flush()
  def close(): Unit = inFlight.settle()

/** The receiving half of a client. It asks for enough messages at a time that the next ones are already on their way.
  */
private final class NatsReceiver(subscription: JetStreamSubscription, receive: ReceiveSpec)
    extends HoldingReceiver[Message](receive):
  private val most = receive.batch.getOrElse(NatsReceiver.Ahead)

  /** The number of messages that were requested and have not arrived. */
  private var asked = 0
  private var askedAt = System.nanoTime()

  def poll(nanos: Long): Int =
    ask(System.nanoTime())
    var message: Message | Null = if nanos > 0 then subscription.nextMessage(Duration.ofNanos(nanos)) else here()
    while message != null do
      asked = math.max(0, asked - 1)
      came.add(message)
      message = if came.size < most then here() else null
    came.size

  /** Requests more messages. It also does so after a while, because a new leader does not know of earlier requests. */
  private def ask(now: Long): Unit =
    if now - askedAt > NatsReceiver.RenewNanos then asked = 0
    if 2 * asked <= most then
      subscription.pull(PullRequestOptions.builder(most - asked).expiresIn(NatsReceiver.Expiry).build())
      asked = most
      askedAt = now

  /** A message that has already arrived, if any. */
  private def here(): Message | Null = subscription.nextMessage(null)

  def next(): Array[Byte] =
    val message = take()
    if automatic then acceptAll()
    message.getData

  protected def accept(message: Message): Unit = message.ack()

  /** Gives what is not acknowledged to other receivers, at once and in its order. It first waits until the server
    * delivers nothing more to this one, because messages would come back here otherwise.
    */
  def close(unsubscribe: Boolean): Unit =
    gather()
    subscription.drain(NatsReceiver.Patience): Unit
    // the library ends the subscription when it has nothing more
    try gather()
    catch case _: IllegalStateException => ()
    unacknowledged.forEach(_.nak())
    came.forEach(_.nak())

  private def gather(): Unit =
    var message = here()
    while message != null do
      came.add(message)
      message = here()

private object NatsReceiver:
  private val Ahead = 100
  private val Expiry = Duration.ofSeconds(10)
  private val RenewNanos = Expiry.toNanos / 2
  private val Patience = Duration.ofSeconds(10)
