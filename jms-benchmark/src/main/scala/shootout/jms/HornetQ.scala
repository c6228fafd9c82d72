package shootout.jms

import org.hornetq.api.core.TransportConfiguration
import org.hornetq.api.jms.{HornetQJMSClient, HornetQJMSConstants, JMSFactoryType}
import org.hornetq.jms.client.{HornetQConnection, HornetQConnectionFactory}
import org.hornetq.core.remoting.impl.netty.NettyConnectorFactory
import shootout.driver.Lacks
import shootout.units.Endpoint

import java.util
import javax.jms.{ConnectionFactory, JMSException}

/** HornetQ's own protocol. */
object HornetQ extends Vendor:
  def protocol = "hornetq"
  def library = "hornetq-jms-client"
  def sample: Class[?] = classOf[HornetQJMSClient]

  /** Only Maven's own file within the jar tells it. */
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
    // without a window a send with a completion listener waits; with one the broker confirms every so many bytes
    if wish.pipelined then made.setConfirmationWindowSize(1)
    FactoryOptions.set(made, wish.options)
    made

  private def transport(host: String, port: Int): TransportConfiguration =
    val parameters = util.Map.of[String, Object]("host", host, "port", Integer.valueOf(port))
    TransportConfiguration(classOf[NettyConnectorFactory].getName, parameters)

  override def knows(option: String): Boolean = FactoryOptions.knows(classOf[HornetQConnectionFactory], option)

  override def settings: List[String] = List(
    "blockOnDurableSend: true where sends are confirmed, false where they are not",
    "blockOnNonDurableSend: likewise",
    "confirmationWindowSize=1 where several sends are in flight: else a send with a completion listener waits",
    "ha=true where the broker has several nodes: they are one address, and the client learns which one serves",
    "reconnectAttempts=300 where the broker has several nodes: by default a client that loses its node tries none again",
    "retryInterval=100 where the broker has several nodes: by default 2 s pass before the next attempt",
    "consumerWindowSize: where a prefetch is asked for, the bytes of so many messages; what was received makes room, acknowledged or not"
  )

  /** For half a minute, as long as the library waits for an answer. */
  private val ReconnectAttempts = 300
  private val RetryIntervalMs = 100L

  /** Bytes of a delivered message beside its body and the queue's name, counted at a consumer that stood still. */
  private val Overhead = 150

  /** The protocol writes names in UTF-16. */
  private val NameBytes = 2

  override def wentOver(told: JMSException): Boolean = told.getErrorCode == HornetQConnection.EXCEPTION_FAILOVER

  override def individual: Option[Int] = Some(HornetQJMSConstants.INDIVIDUAL_ACKNOWLEDGE)
  override def cannot: Lacks =
    Lacks("prefetch_any_size" -> "its window counts bytes, and the messages are not all of one size")
