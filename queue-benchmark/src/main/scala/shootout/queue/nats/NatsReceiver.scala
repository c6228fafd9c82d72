package shootout.queue.nats

import io.nats.client.{JetStreamSubscription, Message, PullRequestOptions}
import shootout.driver.ReceiveSpec
import shootout.queue.QueueReceiver
import shootout.scenario.Ack

import java.time.Duration
import java.util.ArrayDeque

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
