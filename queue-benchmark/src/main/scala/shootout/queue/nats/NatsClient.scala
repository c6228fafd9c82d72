package shootout.queue.nats

import io.nats.client.{Connection, JetStream, JetStreamSubscription, Message, PullRequestOptions}
import io.nats.client.PullSubscribeOptions
import io.nats.client.impl.Headers
import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec, StampedBody}
import shootout.queue.{QueueLink, QueueReceiver, QueueSender}
import shootout.scenario.Ack
import shootout.units.{DestinationType, Endpoint}

import java.time.Duration
import java.util.{ArrayDeque, UUID}
import java.util.concurrent.Semaphore

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

/** The sending half of a client. In the client's thread only; confirmations come by a thread of the library's. */
private final class NatsSender(stream: JetStream, send: SendSpec, confirmations: Confirmations) extends QueueSender:
  private val subjects = send.targets.map(_.name).toArray
  private val waits = send.confirm && !send.pipelined

  /** The library keeps a body until it is written to the socket. */
  private val bodies = StampedBody(reuse = false)
  private val headers: Headers | Null =
    if send.headers.isEmpty then null
    else send.headers.foldLeft(Headers())((all, header) => all.add(header._1, header._2))

  /** Who is not waited for must not run ahead without end. */
  private val inFlight = Semaphore(NatsSender.Most)

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    var n = 0
    while n < count do
      one(subjects(target), sequence + n, bodies(id, sequence + n, stampNanos, bodyBytes))
      n += 1

  private def one(subject: String, sequence: Long, body: Array[Byte]): Unit =
    inFlight.acquire()
    stream.publishAsync(subject, headers, body).whenComplete { (_, failure) =>
      inFlight.release()
      if failure != null then confirmations.failed(failure)
      else if send.confirm then confirmations.confirmed(sequence)
    }

  /** A send that is waited for: its confirmation is there when this returns. */
  def flush(): Unit = if waits then settle()

  private def settle(): Unit =
    inFlight.acquire(NatsSender.Most)
    inFlight.release(NatsSender.Most)

  def close(): Unit =
    settle()

private object NatsSender:
  private val Most = 1024

/** The receiving half of a client: asks for so many messages at a time that the next ones are on their way. In its thread only. */
private final class NatsReceiver(subscription: JetStreamSubscription, receive: ReceiveSpec) extends QueueReceiver:
  private val most = receive.batch.getOrElse(NatsReceiver.Ahead)
  private val automatic = receive.ack.isAutomatic

  /** Messages that were asked for and have not come. */
  private var asked = 0
  private var askedAt = System.nanoTime()
  private val came = ArrayDeque[Message]()
  private val unacknowledged = ArrayDeque[Message]()

  /** @return how many [[next]] will give */
  def poll(nanos: Long): Int =
    ask(System.nanoTime())
    var message: Message | Null = if nanos > 0 then subscription.nextMessage(Duration.ofNanos(nanos)) else here()
    while message != null do
      asked = math.max(0, asked - 1)
      came.add(message)
      message = if came.size < most then here() else null
    came.size

  /** Anew too after a while: where another node has taken the lead, nobody knows of what was asked. */
  private def ask(now: Long): Unit =
    if now - askedAt > NatsReceiver.RenewNanos then asked = 0
    if 2 * asked <= most then
      subscription.pull(PullRequestOptions.builder(most - asked).expiresIn(NatsReceiver.Expiry).build())
      asked = most
      askedAt = now

  /** One that has come already. */
  private def here(): Message | Null = subscription.nextMessage(null)

  def next(): Array[Byte] =
    val message = came.poll()
    if automatic then message.ack() else unacknowledged.add(message)
    message.getData

  def acknowledge(): Unit =
    if receive.ack == Ack.Individual then
      val latest = unacknowledged.pollLast()
      if latest != null then latest.ack()
    else
      unacknowledged.forEach(_.ack())
      unacknowledged.clear()

  /** What is not acknowledged is for others, at once and in its order; but only when the server gives this one nothing more, or it would
    * come here again.
    */
  def close(unsubscribe: Boolean): Unit =
    gather()
    subscription.drain(NatsReceiver.Patience): Unit
    // once it has nothing more, the library ends it
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
