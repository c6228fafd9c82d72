package shootout.queue.rabbit

import com.rabbitmq.client.{Channel, ConfirmListener, MessageProperties}
import com.rabbitmq.client.AMQP.BasicProperties
import shootout.driver.{Confirmations, SendSpec}
import shootout.queue.MessageSender
import shootout.units.DestinationType

import java.io.IOException
import java.util.concurrent.{Semaphore, TimeUnit}
import java.util.concurrent.atomic.AtomicLongArray
import scala.jdk.CollectionConverters.*

/** The sending half of a client. Only the client's thread may use it. Publisher confirms arrive in the connection's
  * thread.
  */
private final class RabbitSender(channel: Channel, send: SendSpec, confirmations: Confirmations)
    extends MessageSender(send, reuse = true):
  private val exchanges =
    send.targets.map(to => if to.kind == DestinationType.Topic then to.name else "").toArray
  private val keys = send.targets.map(to => if to.kind == DestinationType.Queue then to.name else "").toArray
  private val properties: BasicProperties =
    val plain = if send.persistent then MessageProperties.MINIMAL_PERSISTENT_BASIC else MessageProperties.MINIMAL_BASIC
    if send.headers.isEmpty then plain
    else plain.builder().headers(send.headers.toMap[String, Object].asJava).build()

  private val unconfirmedOrNull: Unconfirmed | Null = if send.confirm then confirming() else null

  private def confirming(): Unconfirmed =
    val unconfirmed = Unconfirmed(confirmations)
    channel.addConfirmListener(new ConfirmListener:
      def handleAck(tag: Long, multiple: Boolean): Unit = unconfirmed.confirmed(tag, multiple)
      def handleNack(tag: Long, multiple: Boolean): Unit =
        confirmations.failed(IOException("the broker refused a message (basic.nack)")))
    channel.addShutdownListener(_ => unconfirmed.giveUp())
    channel.confirmSelect()
    unconfirmed

  /** Sends one message. When it returns, the library has written the body to the socket's buffer. */
  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit =
    val unconfirmed = unconfirmedOrNull
    if unconfirmed != null then unconfirmed.add(sequence)
    channel.basicPublish(exchanges(target), keys(target), properties, body)

  /** Does nothing, because the library writes each message to the socket on its own. */
  def flush(): Unit = ()

  def close(): Unit =
    val unconfirmed = unconfirmedOrNull
    val left = if unconfirmed == null then 0 else unconfirmed.settle(RabbitSender.PatienceMs)
    // a refusal is not reported yet if the client waits for no publisher confirms
    for failure <- confirmations.failure do throw failure
    if left > 0 then
      throw IOException(s"the broker has not confirmed $left messages within ${RabbitSender.PatienceMs / 1000} s")
    // the broker answers this after all that was sent
    channel.close()

private object RabbitSender:
  private val PatienceMs = 20_000L

/** The sends of a channel that are not confirmed yet: the sequence of each by its delivery tag, which is the number of
  * the send. The client's thread adds, and the connection's thread takes. Nothing is allocated, and no thread waits
  * unless [[most]] sends are in flight.
  *
  * @param most
  *   the largest distance between the oldest send and the latest; a power of two
  */
private final class Unconfirmed(confirmations: Confirmations, most: Int = Unconfirmed.Most):
  private val mask = most - 1
  private val sequences = AtomicLongArray(Array.fill(most)(Unconfirmed.Gone))
  private val room = Semaphore(most)

  /** The tag of the next send. Only the client's thread writes it, after the sequence of the send. */
  @volatile private var next = 1L

  /** The oldest tag that is not settled. Only the connection's thread uses it. */
  private var oldest = 1L

  /** Waits while too many sends are in flight. It is called before each send. */
  def add(sequence: Long): Unit =
    room.acquire()
    val tag = next
    sequences.set(slot(tag), sequence)
    next = tag + 1

  /** Reports that the broker has confirmed a message, or all up to it. Only the connection's thread may call it. */
  def confirmed(tag: Long, multiple: Boolean): Unit =
    val before = oldest
    if multiple then
      var each = before
      while each <= tag do
        take(each)
        each += 1
    else take(tag)
    val end = next
    while oldest < end && sequences.get(slot(oldest)) == Unconfirmed.Gone do oldest += 1
    if oldest > before then room.release((oldest - before).toInt)

  private def take(tag: Long): Unit =
    val sequence = sequences.getAndSet(slot(tag), Unconfirmed.Gone)
    if sequence != Unconfirmed.Gone then confirmations.confirmed(sequence)

  private def slot(tag: Long): Int = (tag & mask).toInt

  /** Waits until all are confirmed.
    *
    * @return
    *   how many are still unconfirmed after the limit
    */
  def settle(limitMs: Long): Int =
    if room.tryAcquire(most, limitMs, TimeUnit.MILLISECONDS) then
      room.release(most)
      0
    else most - room.availablePermits

  /** Reports that nothing more will be confirmed, so that no thread waits for it. Any thread may call it. */
  def giveUp(): Unit = room.release(most)

private object Unconfirmed:
  private val Most = 1 << 14
  private val Gone = -1L
