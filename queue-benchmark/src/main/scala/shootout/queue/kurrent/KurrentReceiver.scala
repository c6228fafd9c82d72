package shootout.queue.kurrent

import io.kurrent.dbclient.{PersistentSubscription, PersistentSubscriptionListener, ResolvedEvent}
import io.kurrent.dbclient.SubscribePersistentSubscriptionOptions
import shootout.driver.ReceiveSpec
import shootout.queue.{HoldingReceiver, Waiting}

import java.io.IOException
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}

/** The receiving half of a client: a subscriber, to which the server delivers a number of events ahead. Only the
  * client's thread may use it. Events arrive in threads of the library.
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
    val subscribed = client.subscriptions.subscribeToStream(stream, KurrentQueues.Group, options, Incoming)
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
    Waiting.answer(client.subscriptions.getInfoToStream(stream, KurrentQueues.Group)): Unit
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
