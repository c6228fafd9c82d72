package shootout.jms

import com.rabbitmq.jms.admin.RMQConnectionFactory
import com.rabbitmq.jms.client.RMQSession
import shootout.driver.{Access, Unsupported}
import shootout.units.Endpoint

import java.util.concurrent.{CompletableFuture, TimeUnit, TimeoutException}
import javax.jms.{CompletionListener, ConnectionFactory, JMSException, Message, MessageConsumer, MessageProducer}
import scala.jdk.CollectionConverters.*

/** RabbitMQ's own protocol, AMQP 0-9-1. */
object RabbitMq extends Vendor:
  def protocol = "rabbitmq"
  def library = "rabbitmq-jms"
  def sample: Class[?] = classOf[RMQConnectionFactory]
  override def access: Access = Access(virtualHosts = true)

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val made = RMQConnectionFactory()
    made.setHost(endpoint.host)
    made.setPort(endpoint.port)
    endpoint.virtualHost.foreach(made.setVirtualHost)
    // the library sends JMSReplyTo as an object of its own
    made.setTrustedPackages(("com.rabbitmq.jms" :: trustedPackages).asJava)
    // else whoever answers declares the requester's temporary queue anew, which RabbitMQ forbids
    made.setDeclareReplyToDestination(false)
    // what nobody has taken when a consumer is closed goes back to the broker
    made.setRequeueOnMessageListenerException(true)
    for n <- wish.prefetch do made.setChannelsQos(n)
    FactoryOptions.set(made, wish.options)
    made

  override def knows(option: String): Boolean = FactoryOptions.knows(classOf[RMQConnectionFactory], option)

  override def settings: List[String] = List(
    "CompletionListener: where sends are confirmed, for the library's send waits for nothing",
    "MessageListener for every consumer: the library's own receive asks for each message, and ten times a second where there is none; but in " +
      "transactions it has to",
    "channelsQos: where a prefetch is asked for",
    "declareReplyToDestination=false: else whoever answers declares the requester's temporary queue anew",
    "requeueOnMessageListenerException=true: what nobody has taken goes back to the broker"
  )

  override def individual: Option[Int] = Some(RMQSession.CLIENT_INDIVIDUAL_ACKNOWLEDGE)

  override def cannot: Unsupported = Unsupported(
    "selector_queue" -> "the library's createConsumer for a queue throws UnsupportedOperationException if there is a selector",
    "listener_transaction" -> "what a listener was given counts only when it has returned, so a commit from within leaves that message out",
    "receive_batch" -> "the library's own receive asks the broker for each message",
    "shared" -> "of two consumers of one shared subscription each got every message"
  )

  /** The library's own `receive` asks the broker ten times a second, or once in each shorter `receive`. But in a
    * transaction there is no other: what a listener was given counts only when it has returned.
    */
  override def prefersListener(transacted: Boolean): Boolean = !transacted

  /** The connection would wait for the listener. */
  override def release(consumer: MessageConsumer): Unit = consumer.close()

  /** A plain send of this library waits for nothing, not even of a persistent message. */
  override def sendAndWait(producer: MessageProducer, message: Message): Unit =
    val confirmed = CompletableFuture[Unit]()
    val done = new CompletionListener:
      def onCompletion(message: Message): Unit = confirmed.complete(())
      def onException(message: Message, e: Exception): Unit = confirmed.completeExceptionally(e)
    producer.send(message, done)
    // the library completes nothing when the connection breaks
    try confirmed.get(ConfirmLimitS, TimeUnit.SECONDS)
    catch case _: TimeoutException => throw JMSException(s"no confirmation within $ConfirmLimitS s")

  private val ConfirmLimitS = 30L
