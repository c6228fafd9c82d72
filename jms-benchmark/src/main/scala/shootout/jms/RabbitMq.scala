package shootout.jms

import com.rabbitmq.jms.admin.RMQConnectionFactory
import com.rabbitmq.jms.client.RMQSession
import shootout.units.Endpoint

import java.util.concurrent.CompletableFuture
import javax.jms.{CompletionListener, ConnectionFactory, Message, MessageConsumer, MessageProducer, Session}
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
    // the library sends JMSReplyTo as an object of its own
    made.setTrustedPackages(("com.rabbitmq.jms" :: trustedPackages).asJava)
    // else whoever answers declares the requester's temporary queue anew, which RabbitMQ forbids
    made.setDeclareReplyToDestination(false)
    // what nobody has taken when a consumer is closed goes back to the broker
    made.setRequeueOnMessageListenerException(true)
    for n <- wish.prefetch do made.setChannelsQos(n)
    made

  override def individual: Option[Int] = Some(RMQSession.CLIENT_INDIVIDUAL_ACKNOWLEDGE)

  override def cannot: Map[String, String] = Map(
    "selector_queue" -> "the library's createConsumer for a queue throws UnsupportedOperationException if there is a selector",
    "shared" -> "of two consumers of one shared subscription each got every message"
  )

  /** The library's own `receive` asks the broker ten times a second, or once in each shorter `receive`. But in a
    * transaction there is no other: what a listener was given counts only when it has returned.
    */
  override def consumer(session: Session, made: MessageConsumer): MessageConsumer =
    if session.getTransacted then made else Pushed(made)

  /** A plain send of this library waits for nothing, not even of a persistent message. */
  override def sendAndWait(producer: MessageProducer, message: Message): Unit =
    val confirmed = CompletableFuture[Unit]()
    val done = new CompletionListener:
      def onCompletion(message: Message): Unit = confirmed.complete(())
      def onException(message: Message, e: Exception): Unit = confirmed.completeExceptionally(e)
    producer.send(message, done)
    confirmed.get()
