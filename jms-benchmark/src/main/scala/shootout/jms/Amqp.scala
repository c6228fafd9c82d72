package shootout.jms

import org.apache.qpid.jms.JmsConnectionFactory
import org.apache.qpid.jms.policy.JmsDefaultDeserializationPolicy
import org.apache.qpid.jms.util.MetaDataSupport
import shootout.driver.Access
import shootout.units.Endpoint

import javax.jms.ConnectionFactory

/** AMQP 1.0. */
final class AmqpDriver extends JmsDriver("amqp", "AMQP 1.0", "qpid-jms-client"):
  def sample: Class[?] = classOf[JmsConnectionFactory]

  override def version: String = MetaDataSupport.PROVIDER_VERSION
  override def access: Access = Access(virtualHosts = true)

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val send = if wish.confirm then "jms.forceSyncSend" else "jms.forceAsyncSend"
    val prefetch = wish.prefetch.toList.map(n => "jms.prefetchPolicy.all" -> n.toString)
    val limits = List("jms.requestTimeout" -> "30000", "jms.sendTimeout" -> "30000", "jms.closeTimeout" -> "10000")
    // by default, every receive that finds nothing asks the broker whether that is so
    val local = List("jms.receiveLocalOnly" -> "true", "jms.receiveNoWaitLocalOnly" -> "true")
    val host = endpoint.virtualHost.toList.map("amqp.vhost" -> _)
    val all = (send -> "true") :: local ::: limits ++ prefetch ++ host ++ wish.options
    val options = if failsOver(endpoint) then nested("failover.nested.", all, "amqp.", "transport.") else all
    val made = JmsConnectionFactory(vendorUri("amqp", endpoint, options, _.mkString("failover:(", ",", ")")))
    val deserialization = JmsDefaultDeserializationPolicy()
    deserialization.setAllowList(trustedPackages.mkString(","))
    made.setDeserializationPolicy(deserialization)
    made

  override def settings: List[String] = List(
    "jms.forceSyncSend=true: in workloads with publisher confirms, each send waits for the broker, persistent or not",
    "jms.forceAsyncSend=true: in workloads without publisher confirms, no send waits, not even a persistent one",
    "jms.receiveLocalOnly=true: by default, every receive that finds nothing asks the broker whether that is so",
    "jms.receiveNoWaitLocalOnly=true: by default, receiveNoWait asks the broker too; it takes the messages of a batch",
    "failover:(...) where the broker has several nodes, because any of them may serve",
    "jms.requestTimeout=30000: by default, a request waits forever",
    "jms.sendTimeout=30000: by default, a send waits forever",
    "jms.closeTimeout=10000: the benchmark waits as long for a client to close",
    "jms.prefetchPolicy.all: set only if the workload asks for a prefetch"
  )

  /** `JmsMessageConsumer.resumeAfterRollback` lets its queue run although the session is stopped. `start` then hands
    * nothing over, because it does so only if the queue does not run yet.
    */
  override def strandsRolledBack: Boolean = true

  /** The library calls this mode `INDIVIDUAL_ACK` in its extensions. */
  override def individual: Option[Int] = Some(IndividualAck)

  private val IndividualAck = 101
