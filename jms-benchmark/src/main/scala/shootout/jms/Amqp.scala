package shootout.jms

import org.apache.qpid.jms.JmsConnectionFactory
import org.apache.qpid.jms.util.MetaDataSupport
import org.apache.qpid.jms.policy.JmsDefaultDeserializationPolicy
import shootout.units.Endpoint

import javax.jms.ConnectionFactory

/** AMQP 1.0. */
object Amqp extends Vendor:
  def protocol = "amqp"
  def library = "qpid-jms-client"
  def sample: Class[?] = classOf[JmsConnectionFactory]

  override def version: String = MetaDataSupport.PROVIDER_VERSION

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val send = if wish.confirm then "jms.forceSyncSend" else "jms.forceAsyncSend"
    val prefetch = wish.prefetch.toList.map(n => "jms.prefetchPolicy.all" -> n.toString)
    // else every receive that finds nothing asks the broker whether that is really so
    val local = "jms.receiveLocalOnly" -> "true"
    val made = JmsConnectionFactory(vendorUri("amqp", endpoint, (send -> "true") :: local :: prefetch ++ wish.options))
    val deserialization = JmsDefaultDeserializationPolicy()
    deserialization.setAllowList(trustedPackages.mkString(","))
    made.setDeserializationPolicy(deserialization)
    made

  /** `INDIVIDUAL_ACK` of the library's extensions. */
  override def individual: Option[Int] = Some(IndividualAck)

  private val IndividualAck = 101
