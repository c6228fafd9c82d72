package shootout.jms

import org.apache.activemq.{ActiveMQConnectionFactory, ActiveMQMessageProducer, ActiveMQSession, AsyncCallback}
import org.apache.activemq.artemis.api.jms.ActiveMQJMSConstants
import org.apache.activemq.artemis.jms.client as artemis
import org.apache.qpid.jms.JmsConnectionFactory
import org.fusesource.stomp.jms.StompJmsConnectionFactory
import org.hornetq.api.core.TransportConfiguration
import org.hornetq.api.jms.{HornetQJMSClient, HornetQJMSConstants, JMSFactoryType}
import org.hornetq.core.remoting.impl.netty.NettyConnectorFactory
import shootout.units.Endpoint

import java.util
import javax.jms.{CompletionListener, ConnectionFactory, JMSException, Message, MessageProducer}

private def uri(scheme: String, endpoint: Endpoint, options: List[(String, String)]): String =
  val query = options.map((name, value) => s"$name=$value").mkString("&")
  s"$scheme://${endpoint.host}:${endpoint.port}" + (if query.isEmpty then "" else s"?$query")

/** ActiveMQ Classic's own protocol. */
object OpenWire extends Vendor:
  def protocol = "openwire"
  def library = "activemq-client"
  def sample: Class[?] = classOf[ActiveMQConnectionFactory]

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val send = if wish.confirm then "jms.alwaysSyncSend" else "jms.useAsyncSend"
    val prefetch = wish.prefetch.toList.map(n => "jms.prefetchPolicy.all" -> n.toString)
    // advisories about other clients' destinations are no part of the load
    val quiet = "jms.watchTopicAdvisories" -> "false"
    ActiveMQConnectionFactory(uri("tcp", endpoint, (send -> "true") :: quiet :: prefetch ++ wish.options))

  override def individual: Option[Int] = Some(ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE)

  /** The library has the interface of JMS 2.0, but a call-back of its own instead of completion listeners. */
  override def send(producer: MessageProducer, message: Message, done: CompletionListener): Unit =
    val callback = new AsyncCallback:
      def onSuccess(): Unit = done.onCompletion(message)
      def onException(e: JMSException): Unit = done.onException(message, e)
    producer.asInstanceOf[ActiveMQMessageProducer].send(message, callback)

/** AMQP 1.0. */
object Amqp extends Vendor:
  def protocol = "amqp"
  def library = "qpid-jms-client"
  def sample: Class[?] = classOf[JmsConnectionFactory]

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val send = if wish.confirm then "jms.forceSyncSend" else "jms.forceAsyncSend"
    val prefetch = wish.prefetch.toList.map(n => "jms.prefetchPolicy.all" -> n.toString)
    // else every receive that finds nothing asks the broker whether that is really so
    val local = "jms.receiveLocalOnly" -> "true"
    JmsConnectionFactory(uri("amqp", endpoint, (send -> "true") :: local :: prefetch ++ wish.options))

  /** `INDIVIDUAL_ACK` of the library's extensions. */
  override def individual: Option[Int] = Some(101)

/** Artemis' own protocol. */
object Core extends Vendor:
  def protocol = "core"
  def library = "artemis-jms-client"
  def sample: Class[?] = classOf[artemis.ActiveMQConnectionFactory]

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val made = artemis.ActiveMQJMSConnectionFactory(uri("tcp", endpoint, wish.options))
    made.setBlockOnDurableSend(wish.confirm)
    made.setBlockOnNonDurableSend(wish.confirm)
    made

  override def individual: Option[Int] = Some(ActiveMQJMSConstants.INDIVIDUAL_ACKNOWLEDGE)
  override def cannot: Map[String, String] = Map("prefetch" -> "its window counts bytes, not messages")

/** HornetQ's own protocol. */
object HornetQ extends Vendor:
  def protocol = "hornetq"
  def library = "hornetq-jms-client"
  def sample: Class[?] = classOf[HornetQJMSClient]

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val parameters = util.Map.of[String, Object]("host", endpoint.host, "port", Integer.valueOf(endpoint.port))
    val transport = TransportConfiguration(classOf[NettyConnectorFactory].getName, parameters)
    val made = HornetQJMSClient.createConnectionFactoryWithoutHA(JMSFactoryType.CF, transport)
    made.setBlockOnDurableSend(wish.confirm)
    made.setBlockOnNonDurableSend(wish.confirm)
    made

  override def individual: Option[Int] = Some(HornetQJMSConstants.INDIVIDUAL_ACKNOWLEDGE)
  override def cannot: Map[String, String] = Map("prefetch" -> "its window counts bytes, not messages")

/** STOMP by a JMS library, beside the project's own driver. */
object StompJms extends Vendor:
  def protocol = "stomp_jms"
  def library = "stompjms-client"
  def sample: Class[?] = classOf[StompJmsConnectionFactory]

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val made = StompJmsConnectionFactory()
    made.setBrokerURI(uri("tcp", endpoint, Nil))
    made.setForceAsyncSend(!wish.confirm)
    for (name, value) <- wish.options do
      name match
        case "queue_prefix" => made.setQueuePrefix(value)
        case "topic_prefix" => made.setTopicPrefix(value)
        case _ => throw IllegalArgumentException(s"$library has no option '$name'")
    made

  override def cannot: Map[String, String] = Map("prefetch" -> "the library has no such setting")
