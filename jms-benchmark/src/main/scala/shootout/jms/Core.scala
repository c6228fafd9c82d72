package shootout.jms

import org.apache.activemq.artemis.api.jms.ActiveMQJMSConstants
import org.apache.activemq.artemis.jms.client.{ActiveMQConnectionFactory, ActiveMQJMSConnectionFactory}
import shootout.units.Endpoint

import javax.jms.ConnectionFactory

/** Artemis' own protocol. */
object Core extends Vendor:
  def protocol = "core"
  def library = "artemis-jms-client"
  def sample: Class[?] = classOf[ActiveMQConnectionFactory]

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val made = ActiveMQJMSConnectionFactory(vendorUri("tcp", endpoint, wish.options))
    made.setBlockOnDurableSend(wish.confirm)
    made.setBlockOnNonDurableSend(wish.confirm)
    made.setDeserializationAllowList(trustedPackages.mkString(","))
    made

  override def individual: Option[Int] = Some(ActiveMQJMSConstants.INDIVIDUAL_ACKNOWLEDGE)
  override def cannot: Map[String, String] = Map("prefetch" -> "its window counts bytes, not messages")
