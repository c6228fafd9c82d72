package shootout.queue.rabbit

import com.rabbitmq.client.AMQP.BasicProperties
import com.rabbitmq.client.{Channel, DefaultConsumer, Envelope}
import shootout.driver.ReceiveSpec
import shootout.queue.QueueReceiver
import shootout.scenario.Ack

import java.io.IOException

/** The receiving half of a client. In the client's thread only, but for what the library calls.
  *
  * @param lost
  *   is told when the broker ends the subscription
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

  /** Delivery tags, of the latest message that was taken and the latest that was acknowledged. */
  private var taken = 0L
  private var acknowledged = 0L

  override def join(): Unit = RabbitConnection.explained {
    queue = queues.source(channel, receive)
    channel.basicQos(receive.prefetch.getOrElse(RabbitReceiver.Ahead))
    channel.basicConsume(queue, false, this): Unit
  }

  // in the connection's thread
  override def handleDelivery(
      consumer: String,
      envelope: Envelope,
      properties: BasicProperties,
      body: Array[Byte]
  ): Unit =
    deliveries.add(envelope.getDeliveryTag, body)

  override def handleCancel(consumer: String): Unit =
    lost(IOException("the broker has ended the subscription: the queue, or the node that had it, is gone"))

  /** @return how many [[next]] will give */
  def poll(nanos: Long): Int =
    if automatic then acknowledge()
    math.min(most, deliveries.await(nanos))

  def next(): Array[Byte] =
    taken = deliveries.tag
    deliveries.take()

  /** All that was taken, or the latest alone. */
  def acknowledge(): Unit = if taken > acknowledged then
    acknowledged = taken
    channel.basicAck(taken, receive.ack != Ack.Individual)

  /** What was not acknowledged is for others: the broker gives it back when the channel ends. */
  def close(unsubscribe: Boolean): Unit =
    channel.basicCancel(getConsumerTag)
    if automatic then acknowledge()
    if unsubscribe && receive.durable.isDefined then channel.queueDelete(queue)
    channel.close()

private object RabbitReceiver:
  private val Ahead = 1000
