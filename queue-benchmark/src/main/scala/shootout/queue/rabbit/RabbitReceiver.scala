package shootout.queue.rabbit

import com.rabbitmq.client.{Channel, DefaultConsumer, Envelope}
import com.rabbitmq.client.AMQP.BasicProperties
import shootout.driver.ReceiveSpec
import shootout.queue.QueueReceiver
import shootout.scenario.Ack

import java.io.IOException
import java.util.concurrent.locks.LockSupport

/** The receiving half of a client. Only the client's thread may use it, except for the methods that the library calls.
  *
  * @param lost
  *   called when the broker ends the subscription
  */
private final class RabbitReceiver(
    channel: Channel,
    queues: RabbitQueues,
    receive: ReceiveSpec,
    lost: Throwable => Unit
) extends DefaultConsumer(channel), QueueReceiver:
  private val most = receive.batch.getOrElse(Int.MaxValue)
  private val automatic = receive.ack.isAutomatic
  private val deliveries = Deliveries(Thread.currentThread)
  private var queue = ""

  /** The delivery tags of the latest message that was taken, and of the latest that was acknowledged. */
  private var taken = 0L
  private var acknowledged = 0L

  override def join(): Unit = RabbitConnection.explained {
    queue = queues.source(channel, receive)
    channel.basicQos(receive.prefetch.getOrElse(RabbitReceiver.Ahead))
    channel.basicConsume(queue, false, this): Unit
  }

  // the connection's thread calls it
  override def handleDelivery(
      consumer: String,
      envelope: Envelope,
      properties: BasicProperties,
      body: Array[Byte]
  ): Unit =
    deliveries.add(envelope.getDeliveryTag, body)

  override def handleCancel(consumer: String): Unit =
    lost(IOException("the broker has ended the subscription: the queue, or the node that had it, is gone"))

  def poll(nanos: Long): Int =
    if automatic then acknowledge()
    math.min(most, deliveries.await(nanos))

  def next(): Array[Byte] =
    taken = deliveries.tag
    deliveries.take()

  /** Acknowledges all that was taken, or the latest message alone. */
  def acknowledge(): Unit = if taken > acknowledged then
    acknowledged = taken
    channel.basicAck(taken, receive.ack != Ack.Individual)

  /** Leaves what was not acknowledged to other receivers: the broker requeues it when the channel ends. */
  def close(unsubscribe: Boolean): Unit =
    channel.basicCancel(getConsumerTag)
    if automatic then acknowledge()
    if unsubscribe && receive.durable.isDefined then channel.queueDelete(queue)
    channel.close()

private object RabbitReceiver:
  private val Ahead = 1000

/** Messages on their way from the connection's thread to the client's. They need no allocation in steady state, and a
  * lock for a few instructions only.
  *
  * @param reader
  *   the client's thread
  */
private final class Deliveries(reader: Thread):
  private final class Block:
    private var bodies = new Array[Array[Byte]](Deliveries.FirstSize)
    private var tags = new Array[Long](Deliveries.FirstSize)
    var size = 0

    def add(tag: Long, body: Array[Byte]): Unit =
      if size == tags.length then
        bodies = java.util.Arrays.copyOf(bodies, 2 * size)
        tags = java.util.Arrays.copyOf(tags, 2 * size)
      bodies(size) = body
      tags(size) = tag
      size += 1

    def tag(at: Int): Long = tags(at)

    def take(at: Int): Array[Byte] =
      val body = bodies(at)
      // no other reference may keep the body from being garbage-collected
      bodies(at) = Deliveries.Taken
      body

  private val lock = Object()
  private var incoming = Block()
  private var outgoing = Block()
  private var at = 0

  /** Adds a message. Only the connection's thread may call it. */
  def add(tag: Long, body: Array[Byte]): Unit =
    val first = lock.synchronized {
      incoming.add(tag, body)
      incoming.size == 1
    }
    if first then LockSupport.unpark(reader)

  /** Waits for at most this time, and may return earlier without a message. Only the client's thread may call it and
    * the methods below.
    *
    * @return
    *   how many messages [[take]] will return
    */
  def await(nanos: Long): Int =
    if at == outgoing.size then swap()
    if at == outgoing.size && nanos > 0 then
      LockSupport.parkNanos(this, nanos)
      swap()
    outgoing.size - at

  private def swap(): Unit =
    val empty = outgoing
    empty.size = 0
    lock.synchronized {
      outgoing = incoming
      incoming = empty
    }
    at = 0

  /** The delivery tag of the next message. */
  def tag: Long = outgoing.tag(at)

  /** Takes the next message. @return its body */
  def take(): Array[Byte] =
    val body = outgoing.take(at)
    at += 1
    body

private object Deliveries:
  private val Taken = Array.emptyByteArray
  private val FirstSize = 256
