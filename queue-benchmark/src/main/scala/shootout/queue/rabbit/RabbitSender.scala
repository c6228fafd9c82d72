package shootout.queue.rabbit

import com.rabbitmq.client.AMQP.BasicProperties
import com.rabbitmq.client.{Channel, ConfirmListener, MessageProperties}
import shootout.driver.{Confirmations, SendSpec, StampedBody}
import shootout.queue.QueueSender
import shootout.units.DestinationType

import java.io.IOException
import scala.jdk.CollectionConverters.*

/** The sending half of a client. In the client's thread only; confirmations come by the connection's. */
private final class RabbitSender(channel: Channel, send: SendSpec, confirmations: Confirmations) extends QueueSender:
  private val exchanges =
    send.targets.map(to => if to.kind == DestinationType.Topic then to.name else "").toArray
  private val keys = send.targets.map(to => if to.kind == DestinationType.Queue then to.name else "").toArray
  private val properties: BasicProperties =
    val plain = if send.persistent then MessageProperties.MINIMAL_PERSISTENT_BASIC else MessageProperties.MINIMAL_BASIC
    if send.headers.isEmpty then plain
    else plain.builder().headers(send.headers.toMap[String, Object].asJava).build()

  /** A send has written the body to the socket's buffer before it returns. */
  private val bodies = StampedBody(reuse = true)
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

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    val unconfirmed = unconfirmedOrNull
    var n = 0
    while n < count do
      val body = bodies(id, sequence + n, stampNanos, bodyBytes)
      if unconfirmed != null then unconfirmed.add(sequence + n)
      channel.basicPublish(exchanges(target), keys(target), properties, body)
      n += 1

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
