package shootout.queue.kurrent

import io.kurrent.dbclient.{PersistentSubscription, PersistentSubscriptionListener, ResolvedEvent}
import io.kurrent.dbclient.SubscribePersistentSubscriptionOptions
import shootout.driver.ReceiveSpec
import shootout.queue.{HoldingReceiver, Waiting}

import java.io.IOException
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}

/** The receiving half of a client: a subscriber, to whom the server gives so many events ahead. In the client's thread; events come by
  * threads of the library's.
  *
  * @param failed
  *   is told that the server has ended the subscription
  */
private[kurrent] final class KurrentReceiver(client: KurrentClient, receive: ReceiveSpec, failed: Throwable => Unit)
    extends HoldingReceiver[ResolvedEvent](receive):
  private val stream = receive.source.name
  private val most = receive.batch.getOrElse(Int.MaxValue)
  private val ahead = receive.prefetch.getOrElse(math.max(KurrentReceiver.Ahead, receive.batch.getOrElse(0)))

  /** From the library's threads to this one. */
  private val delivered = LinkedBlockingQueue[ResolvedEvent]()
  private var subscriptionOrNull: PersistentSubscription | Null = null

  private object Incoming extends PersistentSubscriptionListener:
    override def onEvent(subscription: PersistentSubscription, retryCount: Int, event: ResolvedEvent): Unit =
      delivered.add(event): Unit
    override def onCancelled(subscription: PersistentSubscription, failure: Throwable): Unit =
      if failure != null then failed(IOException(s"the subscription has ended: ${failure.getMessage}", failure))

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

  /** The server answers no acknowledgement. */
  override protected def acceptAll(): Unit =
    while !unacknowledged.isEmpty do
      val together = Array.fill(math.min(unacknowledged.size, KurrentReceiver.Together))(unacknowledged.poll())
      subscriptionOrNull.nn.ack(together*)

  /** What is not acknowledged is for others, at once: the server gives them what a subscriber had that is gone. */
  def close(unsubscribe: Boolean): Unit =
    if automatic then acceptAll()
    // it works off what comes over a connection in order, so with this answer it has the acknowledgements too
    Waiting.answer(client.subscriptions.getInfoToStream(stream, KurrentQueues.Group)): Unit
    cut()

  override def cut(): Unit =
    val subscription = subscriptionOrNull
    subscriptionOrNull = null
    if subscription != null then subscription.stop()

private[kurrent] object KurrentReceiver:
  /** Events that a subscriber may have and has not acknowledged, if the load does not say. */
  val Ahead = 100

  /** Acknowledged with one request; the server takes 2,000. */
  private val Together = 500
