package shootout.queue.kurrent

import io.kurrent.dbclient.*
import shootout.driver.{Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{HoldingReceiver, InFlight, MessageSender, Waiting}

import java.io.IOException
import java.util.{ArrayDeque, ArrayList, UUID}
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}

/** The sending half of a client. Publisher confirms arrive in threads of the library, which keeps each body until it is
  * written.
  */
private[kurrent] final class KurrentSender(client: KurrentClient, send: SendSpec, confirmations: Confirmations)
    extends MessageSender(send, reuse = false):
  private val headers: Array[Byte] | Null =
    if send.headers.isEmpty then null else upickle.default.writeToByteArray(send.headers.toMap)

  private val inFlight = InFlight(KurrentSender.Most, send, confirmations)
  private val appenders = send.targets.map(target => KurrentAppender(client, target.name, appended)).toArray

  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit =
    if !inFlight.tryBegin() then
      appenders(target).go()
      inFlight.begin()
    appenders(target).add(sequence, event(body), body.length)

  override protected def together(target: Int): Unit = appenders(target).go()

  private def event(body: Array[Byte]): EventData =
    val event = EventDataBuilder.binary(UUID.randomUUID(), KurrentSender.Kind, body)
    (if headers == null then event else event.metadataAsBytes(headers)).build()

  private def appended(sequences: Array[Long], failure: Throwable | Null): Unit =
    sequences.foreach(inFlight.end(_, 1, failure))

  def flush(): Unit = inFlight.flush()

  def close(): Unit = inFlight.settleWithin(KurrentSender.LimitS)

private[kurrent] object KurrentSender:
  /** An append may have at most 1 MiB, with some 100 B around each message. */
  val LargestBody: Int = (1 << 20) - 4096

  /** The most messages of a client that are in flight. */
  private val Most = 1024
  private val LimitS = 60L

  /** The value that the server stores as the type of an event. */
  private val Kind = "filler"

/** Appends to one stream, in order. It runs one append at a time, and messages that are added meanwhile go with the
  * next one.
  */
private[kurrent] final class KurrentAppender(
    client: KurrentClient,
    stream: String,
    /** called by a thread of the library with the messages that are in the stream, or with the reason why they are not
      */
    appended: (Array[Long], Throwable | Null) => Unit
):
  private final class Message(val sequence: Long, val event: EventData, val bytes: Int)

  private val lock = Object()
  private val gathered = ArrayDeque[Message]()
  private var underWay = false
  private val anyState = AppendToStreamOptions.get().streamState(StreamState.any())

  /** Adds a message, which goes with the next [[go]] or with an append before it. */
  def add(sequence: Long, event: EventData, bytes: Int): Unit =
    lock.synchronized(gathered.add(Message(sequence, event, bytes))): Unit

  def go(): Unit =
    val together = lock.synchronized {
      if underWay || gathered.isEmpty then ArrayList[Message]()
      else
        underWay = true
        next()
    }
    if !together.isEmpty then append(together)

  /** Takes as many messages as one append may have. */
  private def next(): ArrayList[Message] =
    val together = ArrayList[Message]()
    var bytes = 0
    while !gathered.isEmpty && (together.isEmpty || bytes + size(gathered.peek()) <= KurrentAppender.MostBytes) do
      bytes += size(gathered.peek())
      together.add(gathered.poll())
    together

  private def size(message: Message): Int = message.bytes + KurrentAppender.Around

  private def append(together: ArrayList[Message]): Unit =
    val events = ArrayList[EventData](together.size)
    together.forEach(message => events.add(message.event))
    client.streams.appendToStream(stream, anyState, events.iterator).whenComplete { (_, failure) =>
      lock.synchronized { underWay = false }
      // the next append is under way before these publisher confirms are reported
      go()
      val sequences = Array.tabulate(together.size)(together.get(_).sequence)
      appended(sequences, if failure == null then null else Waiting.cause(failure))
    }: Unit

private[kurrent] object KurrentAppender:
  /** The most bytes of an append that the server accepts. */
  private val MostBytes = (1 << 20) - 1024

  /** Bytes for the identity, type and metadata of an event. */
  private val Around = 256

/** The receiving half of a client: a subscriber, to which the server delivers a number of events ahead. Events
  * arrive in threads of the library.
  *
  * @param failed
  *   called when the server has ended the subscription
  */
private[kurrent] final class KurrentReceiver(client: KurrentClient, receive: ReceiveSpec, failed: Throwable => Unit)
    extends HoldingReceiver[ResolvedEvent](receive):
  private val stream = receive.source.name
  private val most = receive.batch.getOrElse(Int.MaxValue)
  private val ahead = receive.prefetch.getOrElse(math.max(KurrentReceiver.Ahead, receive.batch.getOrElse(0)))

  /** Events on their way from the library's threads to the client's. */
  private val delivered = LinkedBlockingQueue[ResolvedEvent]()
  private var subscriptionOrNull: PersistentSubscription | Null = null

  private object Incoming extends PersistentSubscriptionListener:
    override def onEvent(subscription: PersistentSubscription, retryCount: Int, event: ResolvedEvent): Unit =
      delivered.add(event): Unit
    override def onCancelled(subscription: PersistentSubscription, failure: Throwable): Unit =
      if failure != null then failed(IOException(s"the server ended the subscription: ${failure.getMessage}", failure))

  override def join(): Unit =
    val options = SubscribePersistentSubscriptionOptions.get().bufferSize(ahead)
    val subscribed = client.subscriptions.subscribeToStream(stream, KurrentSession.Group, options, Incoming)
    subscriptionOrNull = Waiting.answer(subscribed)

  def poll(nanos: Long): Int =
    if came.isEmpty then
      val first = delivered.poll(nanos, TimeUnit.NANOSECONDS)
      if first != null then
        came.add(first)
        delivered.drainTo(came, most - 1): Unit
    came.size

  def next(): Array[Byte] =
    val event = take()
    if automatic && (came.isEmpty || unacknowledged.size >= KurrentReceiver.Together) then acceptAll()
    event.getEvent.getEventData

  protected def accept(event: ResolvedEvent): Unit = subscriptionOrNull.nn.ack(event)

  /** Acknowledges without waiting, because the server answers no acknowledgement. */
  override protected def acceptAll(): Unit =
    while !unacknowledged.isEmpty do
      val together = Array.fill(math.min(unacknowledged.size, KurrentReceiver.Together))(unacknowledged.poll())
      subscriptionOrNull.nn.ack(together*)

  /** Gives what is not acknowledged to others at once: the server redelivers the events of a subscriber that is gone.
    */
  def close(unsubscribe: Boolean): Unit =
    if automatic then acceptAll()
    // the server processes a connection in order, so with this answer it has the acknowledgements too
    Waiting.answer(client.subscriptions.getInfoToStream(stream, KurrentSession.Group)): Unit
    cut()

  override def cut(): Unit =
    val subscription = subscriptionOrNull
    subscriptionOrNull = null
    if subscription != null then subscription.stop()

private[kurrent] object KurrentReceiver:
  /** The most events that a subscriber has and has not acknowledged, unless the workload sets a prefetch. */
  val Ahead = 100

  /** The most events that are acknowledged with one request. The server accepts 2,000. */
  private val Together = 500
