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

/** The sending half of a client. In the client's thread only; confirmations come by the connection's. */
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

  /** The library has written the body to the socket's buffer before it returns. */
  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit =
    val unconfirmed = unconfirmedOrNull
    if unconfirmed != null then unconfirmed.add(sequence)
    channel.basicPublish(exchanges(target), keys(target), properties, body)

  /** The library writes each message to the socket by itself. */
  def flush(): Unit = ()

  def close(): Unit =
    val unconfirmed = unconfirmedOrNull
    val left = if unconfirmed == null then 0 else unconfirmed.settle(RabbitSender.PatienceMs)
    // what the broker refused was told nobody if nobody waits for confirmations
    for failure <- confirmations.failure do throw failure
    if left > 0 then
      throw IOException(s"the broker has not confirmed $left messages within ${RabbitSender.PatienceMs / 1000} s")
    // it is answered behind all that was sent
    channel.close()

private object RabbitSender:
  private val PatienceMs = 20_000L

/** Sends of a channel whose confirmations have not come: the sequence of each by its delivery tag, which is the number of the send. The
  * client's thread adds, the connection's takes; nothing is allocated, and nobody waits unless [[most]] are on their way.
  *
  * @param most
  *   between the oldest one and the latest; a power of two
  */
private final class Unconfirmed(confirmations: Confirmations, most: Int = Unconfirmed.Most):
  private val mask = most - 1
  private val sequences = AtomicLongArray(Array.fill(most)(Unconfirmed.Gone))
  private val room = Semaphore(most)

  /** The tag of the next send. Written by the client's thread only, behind its sequence. */
  @volatile private var next = 1L

  /** The oldest tag that was not settled. Of the connection's thread. */
  private var oldest = 1L

  /** Before a message is sent. Waits while there are too many. */
  def add(sequence: Long): Unit =
    room.acquire()
    val tag = next
    sequences.set(slot(tag), sequence)
    next = tag + 1

  /** In the connection's thread: the broker has confirmed a message, or all up to it. */
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
    *   how many are not, after the limit
    */
  def settle(limitMs: Long): Int =
    if room.tryAcquire(most, limitMs, TimeUnit.MILLISECONDS) then
      room.release(most)
      0
    else most - room.availablePermits

  /** From any thread: nothing more will be confirmed, and nobody shall wait for it. */
  def giveUp(): Unit = room.release(most)

private object Unconfirmed:
  private val Most = 1 << 14
  private val Gone = -1L
