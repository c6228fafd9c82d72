package shootout.jms

import org.apache.activemq.{ActiveMQConnectionFactory, ActiveMQMessageProducer, ActiveMQSession, AsyncCallback}
import org.apache.activemq.util.IdGenerator
import shootout.driver.Unsupported
import shootout.units.Endpoint

import javax.jms.{CompletionListener, ConnectionFactory, JMSException, Message, MessageProducer}
import scala.jdk.CollectionConverters.*

/** ActiveMQ Classic's own protocol. */
final class OpenWireDriver extends JmsDriver("openwire", "OpenWire", "activemq-client"):
  def sample: Class[?] = classOf[ActiveMQConnectionFactory]

  // by default, the library listens on all addresses for a moment, to get a port number that makes its ids unique
  for name <- List(IdGenerator.PROPERTY_IDGENERATOR_LOCALPORT) if System.getProperty(name) == null do
    System.setProperty(name, ProcessHandle.current.pid.toString)

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val send = if wish.confirm then "jms.alwaysSyncSend" else "jms.useAsyncSend"
    val prefetch = wish.prefetch.toList.map(n => "jms.prefetchPolicy.all" -> n.toString)
    // a timeout makes every send wait for the broker, so only sends that wait anyway get one
    val limits = ("jms.closeTimeout" -> "10000") :: List("jms.sendTimeout" -> "30000").filter(_ => wish.confirm)
    // advisories about other clients' destinations are no part of the workload
    val quiet = "jms.watchTopicAdvisories" -> "false"
    val all = (send -> "true") :: quiet :: limits ++ prefetch ++ wish.options
    val options =
      if failsOver(endpoint) then FirstNodeFirst :: nested("nested.", all, "transport.", "wireFormat.", "socket.")
      else all
    val made = ActiveMQConnectionFactory(vendorUri("tcp", endpoint, options, _.mkString("failover:(", ",", ")")))
    made.setTrustedPackages(trustedPackages.asJava)
    made

  override def settings: List[String] = List(
    "jms.alwaysSyncSend=true: in workloads with publisher confirms, each send waits for the broker, persistent or not",
    "jms.useAsyncSend=true: in workloads without publisher confirms, no send waits, not even a persistent one",
    "transactions: a batch is sent as one, because the broker otherwise processes the sends of a connection one by one",
    "AsyncCallback: used where several sends are in flight, because the library has no completion listeners",
    "jms.watchTopicAdvisories=false: advisories about other clients' destinations are no part of the workload",
    "jms.sendTimeout=30000 in workloads with publisher confirms: by default, a send waits forever",
    "jms.closeTimeout=10000: the benchmark waits as long for a client to close",
    "failover:(...) where the broker has several nodes, because any of them may serve",
    "randomize=false where the broker has several nodes: by default, half of the clients try the standby node first",
    "jms.prefetchPolicy.all: set only if the workload asks for a prefetch"
  )

  private val FirstNodeFirst = "randomize" -> "false"

  /** Outside a transaction, the broker writes a connection's next message only when the previous one is on its disk. */
  override def commitsBatches: Boolean = true

  override def individual: Option[Int] = Some(ActiveMQSession.INDIVIDUAL_ACKNOWLEDGE)

  override def cannot: Unsupported = Unsupported(
    "shared" -> "the library's createSharedConsumer throws UnsupportedOperationException",
    "shared_durable" -> "the library's createSharedDurableConsumer throws UnsupportedOperationException"
  )

  /** The library has the interface of JMS 2.0, but its own callback instead of completion listeners. */
  override def send(producer: MessageProducer, message: Message, done: CompletionListener): Unit =
    val callback = new AsyncCallback:
      def onSuccess(): Unit = done.onCompletion(message)
      def onException(e: JMSException): Unit = done.onException(message, e)
    producer.asInstanceOf[ActiveMQMessageProducer].send(message, callback)
