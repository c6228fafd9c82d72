package shootout.jms

import com.rabbitmq.jms.admin.RMQConnectionFactory
import com.rabbitmq.jms.client.RMQSession
import shootout.units.Endpoint

import java.util.concurrent.CompletableFuture
import javax.jms.{CompletionListener, ConnectionFactory, Message, MessageProducer}
import scala.jdk.CollectionConverters.*

/** RabbitMQ's own protocol, AMQP 0-9-1. */
object RabbitMq extends Vendor:
  def protocol = "rabbitmq"
  def library = "rabbitmq-jms"
  def sample: Class[?] = classOf[RMQConnectionFactory]

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val made = RMQConnectionFactory()
    made.setHost(endpoint.host)
    made.setPort(endpoint.port)
    made.setTrustedPackages(trustedPackages.asJava)
    for n <- wish.prefetch do made.setChannelsQos(n)
    made

  override def individual: Option[Int] = Some(RMQSession.CLIENT_INDIVIDUAL_ACKNOWLEDGE)

  /** A plain send of this library waits for nothing, not even of a persistent message. */
  override def sendAndWait(producer: MessageProducer, message: Message): Unit =
    val confirmed = CompletableFuture[Unit]()
    val done = new CompletionListener:
      def onCompletion(message: Message): Unit = confirmed.complete(())
      def onException(message: Message, e: Exception): Unit = confirmed.completeExceptionally(e)
    producer.send(message, done)
    confirmed.get()
