package shootout.jms

import org.apache.activemq.{ActiveMQConnectionFactory, ActiveMQMessageProducer, ActiveMQSession, AsyncCallback}
import org.apache.activemq.util.IdGenerator
import shootout.driver.{ProtocolSignature, Unsupported}
import shootout.units.Endpoint

import javax.jms.{CompletionListener, ConnectionFactory, JMSException, Message, MessageProducer}
import scala.jdk.CollectionConverters.*

/** ActiveMQ Classic's own protocol. */
object OpenWire extends Vendor:
  def protocol = "openwire"
  def library = "activemq-client"
  def sample: Class[?] = classOf[ActiveMQConnectionFactory]
  override def signs: List[ProtocolSignature] = List(ProtocolSignature("ActiveMQ", "OpenWire", anywhere = true))

  // else the library listens on all addresses for a moment, for a port number that makes the ids of this process its own
  for name <- List(IdGenerator.PROPERTY_IDGENERATOR_LOCALPORT) if System.getProperty(name) == null do
    System.setProperty(name, ProcessHandle.current.pid.toString)

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val send = if wish.confirm then "jms.alwaysSyncSend" else "jms.useAsyncSend"
    val prefetch = wish.prefetch.toList.map(n => "jms.prefetchPolicy.all" -> n.toString)
    // with a time-out every send waits for the broker, so that only those get one which wait anyway
    val limits = ("jms.closeTimeout" -> "10000") :: List("jms.sendTimeout" -> "30000").filter(_ => wish.confirm)
    // advisories about other clients' destinations are no part of the load
    val quiet = "jms.watchTopicAdvisories" -> "false"
    val all = (send -> "true") :: quiet :: limits ++ prefetch ++ wish.options
    val options =
      if failsOver(endpoint) then FirstNodeFirst :: nested("nested.", all, "transport.", "wireFormat.", "socket.")
      else all
    val made = ActiveMQConnectionFactory(vendorUri("tcp", endpoint, options, _.mkString("failover:(", ",", ")")))
    made.setTrustedPackages(trustedPackages.asJava)
    made

  override def settings: List[String] = List(
    "jms.alwaysSyncSend=true: where sends are confirmed each waits for the broker, whether persistent or not",
    "jms.useAsyncSend=true: where sends are not confirmed none waits, not even a persistent one",
    "transactions: of the messages of a batch, for the broker deals with the sends of a connection one by one",
    "AsyncCallback: with several sends in flight, for the library has no completion listeners",
    "jms.watchTopicAdvisories=false: advisories about other clients' destinations are no part of the load",
    "jms.sendTimeout=30000 where sends are confirmed: by default a send waits for ever",
    "jms.closeTimeout=10000: as long as whoever measures waits for a client to close",
    "failover:(...) where the broker has several nodes, of which any may serve",
    "randomize=false where the broker has several nodes: else half of the clients begin with the one that waits",
    "jms.prefetchPolicy.all: where a prefetch is asked for"
  )

  private val FirstNodeFirst = "randomize" -> "false"

  /** Outside a transaction the broker writes a connection's next message when the one before is on its disk. */
  override def commitsBatches: Boolean = true

  override def individual: Option[Int] = Some(ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE)

  override def cannot: Unsupported = Unsupported(
    "shared" -> "the library's createSharedConsumer throws UnsupportedOperationException",
    "shared_durable" -> "the library's createSharedDurableConsumer throws UnsupportedOperationException"
  )

  /** The library has the interface of JMS 2.0, but a call-back of its own instead of completion listeners. */
  override def send(producer: MessageProducer, message: Message, done: CompletionListener): Unit =
    val callback = new AsyncCallback:
      def onSuccess(): Unit = done.onCompletion(message)
      def onException(e: JMSException): Unit = done.onException(message, e)
    producer.asInstanceOf[ActiveMQMessageProducer].send(message, callback)
