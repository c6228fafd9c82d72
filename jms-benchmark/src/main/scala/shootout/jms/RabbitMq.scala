package shootout.jms

import com.rabbitmq.jms.admin.RMQConnectionFactory
import com.rabbitmq.jms.client.RMQSession
import shootout.driver.{Access, Unsupported}
import shootout.units.Endpoint

import java.util.concurrent.{CompletableFuture, TimeUnit, TimeoutException}
import javax.jms.{CompletionListener, ConnectionFactory, JMSException, Message, MessageConsumer, MessageProducer}
import scala.jdk.CollectionConverters.*

/** RabbitMQ's own protocol, AMQP 0-9-1. */
final class RabbitMqDriver extends JmsDriver("rabbitmq", "AMQP 0-9-1", "rabbitmq-jms"):
  def sample: Class[?] = classOf[RMQConnectionFactory]
  override def access: Access = Access(virtualHosts = true)

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val made = RMQConnectionFactory()
    made.setHost(endpoint.host)
    made.setPort(endpoint.port)
    endpoint.virtualHost.foreach(made.setVirtualHost)
    // the library sends JMSReplyTo as an object of its own class
    made.setTrustedPackages(("com.rabbitmq.jms" :: trustedPackages).asJava)
    // by default, a replier declares the requester's temporary queue again, which RabbitMQ forbids
    made.setDeclareReplyToDestination(false)
    // messages that a closing consumer has not taken go back to the broker
    made.setRequeueOnMessageListenerException(true)
    for n <- wish.prefetch do made.setChannelsQos(n)
    FactoryOptions.set(made, wish.options)
    made

  override def knows(option: String): Boolean = FactoryOptions.knows(classOf[RMQConnectionFactory], option)

  override def settings: List[String] = List(
    "CompletionListener: used in workloads with publisher confirms, because the library's send waits for nothing",
    "MessageListener for every consumer outside transactions: the library's own receive asks for each message, and " +
      "ten times a second if there is none; transactions have to use it",
    "channelsQos: set only if the workload asks for a prefetch",
    "declareReplyToDestination=false: by default, a replier declares the requester's temporary queue again, which " +
      "RabbitMQ forbids",
    "requeueOnMessageListenerException=true: messages that a consumer has not taken go back to the broker"
  )

  override def individual: Option[Int] = Some(RMQSession.CLIENT_INDIVIDUAL_ACKNOWLEDGE)

  override def cannot: Unsupported = Unsupported(
    "selector_queue" -> "the library's createConsumer for a queue throws UnsupportedOperationException if there is a selector",
    "listener_transaction" -> "a message counts as received only when the listener returns, so a commit within it leaves that message out",
    "receive_batch" -> "the library's own receive asks the broker for each message",
    "shared" -> "each of two consumers of one shared subscription got every message"
  )

  /** The library's own `receive` asks the broker ten times a second, or once in each shorter `receive`. Transactions
    * still have to use it, because a message counts as received only when the listener returns.
    */
  override def prefersListener(transacted: Boolean): Boolean = !transacted

  /** Closes the consumer first, because the close of the connection would wait for the listener. */
  override def release(consumer: MessageConsumer): Unit = consumer.close()

  /** Uses a completion listener, because a plain send of this library waits for nothing, not even with a persistent
    * message.
    */
  override def sendAndWait(producer: MessageProducer, message: Message): Unit =
    val confirmed = CompletableFuture[Unit]()
    val done = new CompletionListener:
      def onCompletion(message: Message): Unit = confirmed.complete(())
      def onException(message: Message, e: Exception): Unit = confirmed.completeExceptionally(e)
    producer.send(message, done)
    // the library calls no listener when the connection breaks, so the wait has a limit
    try confirmed.get(ConfirmLimitS, TimeUnit.SECONDS)
    catch case _: TimeoutException => throw JMSException(s"the broker did not confirm within $ConfirmLimitS s")

  private val ConfirmLimitS = 30L
