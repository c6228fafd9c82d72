package shootout.jms

import org.hornetq.api.core.TransportConfiguration
import org.hornetq.api.jms.{HornetQJMSClient, HornetQJMSConstants, JMSFactoryType}
import org.hornetq.core.remoting.impl.netty.NettyConnectorFactory
import org.hornetq.jms.client.{HornetQConnection, HornetQConnectionFactory}
import shootout.units.Endpoint

import java.util
import javax.jms.{ConnectionFactory, JMSException}

/** HornetQ's own protocol. */
final class HornetQDriver extends WindowDriver("hornetq", "HornetQ Core", "hornetq-jms-client"):
  def sample: Class[?] = classOf[HornetQJMSClient]

  /** Only Maven's properties file within the jar contains the version. */
  override def version: String =
    val file = sample.getResourceAsStream("/META-INF/maven/org.hornetq/hornetq-jms-client/pom.properties")
    val properties = util.Properties()
    if file != null then
      try properties.load(file)
      finally file.close()
    properties.getProperty("version", "")

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val nodes = endpoint.places.map(transport)
    val made =
      if failsOver(endpoint) then HornetQJMSClient.createConnectionFactoryWithHA(JMSFactoryType.CF, nodes*)
      else HornetQJMSClient.createConnectionFactoryWithoutHA(JMSFactoryType.CF, nodes.head)
    if failsOver(endpoint) then
      made.setReconnectAttempts(ReconnectAttempts)
      made.setRetryInterval(RetryIntervalMs)
    made.setBlockOnDurableSend(wish.confirm)
    made.setBlockOnNonDurableSend(wish.confirm)
    made.setDeserializationWhiteList(trustedPackages.mkString(","))
    wish.bytesAhead(Overhead, NameBytes).foreach(made.setConsumerWindowSize)
    // without a window, a send with a completion listener waits; with one, the broker confirms once per window of bytes
    if wish.pipelined then made.setConfirmationWindowSize(1)
    FactoryOptions.set(made, wish.options)
    made

  private def transport(host: String, port: Int): TransportConfiguration =
    val parameters = util.Map.of[String, Object]("host", host, "port", Integer.valueOf(port))
    TransportConfiguration(classOf[NettyConnectorFactory].getName, parameters)

  override def knows(option: String): Boolean = FactoryOptions.knows(classOf[HornetQConnectionFactory], option)

  override def settings: List[String] = List(
    "confirmationWindowSize=1 where several sends are in flight: without it, a send with a completion listener waits"
  ) ++ windowSettings

  /** Bytes of a delivered message in addition to body and queue name. We counted them at a paused consumer. */
  private val Overhead = 150

  override def wentOver(told: JMSException): Boolean = told.getErrorCode == HornetQConnection.EXCEPTION_FAILOVER

  override def individual: Option[Int] = Some(HornetQJMSConstants.INDIVIDUAL_ACKNOWLEDGE)
