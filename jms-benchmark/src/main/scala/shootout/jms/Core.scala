package shootout.jms

import org.apache.activemq.artemis.api.jms.ActiveMQJMSConstants
import org.apache.activemq.artemis.jms.client.{ActiveMQConnection, ActiveMQConnectionFactory}
import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory
import shootout.driver.Unsupported
import shootout.units.Endpoint

import javax.jms.{ConnectionFactory, JMSException}

/** Artemis' own protocol. */
final class CoreDriver extends WindowDriver("core", "Core", "artemis-jms-client"):
  def sample: Class[?] = classOf[ActiveMQConnectionFactory]

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val options = (if failsOver(endpoint) then FailOver else Nil) ++ wish.options
    val made = ActiveMQJMSConnectionFactory(vendorUri("tcp", endpoint, options, _.mkString("(", ",", ")")))
    made.setBlockOnDurableSend(wish.confirm)
    made.setBlockOnNonDurableSend(wish.confirm)
    made.setDeserializationAllowList(trustedPackages.mkString(","))
    wish.bytesAhead(Overhead, NameBytes).foreach(made.setConsumerWindowSize)
    // without a window, the library calls completion listeners right after the send, without an answer from the broker
    if wish.pipelined then made.setConfirmationWindowSize(ConfirmationWindowBytes)
    // options of broker.yaml are set again, because they win over the values that are set above
    FactoryOptions.set(made, wish.options)
    made

  override def settings: List[String] = List(
    "confirmationWindowSize=1048576 where several sends are in flight: without it, the library calls completion " +
      "listeners before the broker has answered"
  ) ++ windowSettings

  /** The client tries to reconnect for half a minute. The library waits as long for an answer. */
  private val FailOver =
    List("ha" -> "true", "reconnectAttempts" -> s"$ReconnectAttempts", "retryInterval" -> s"$RetryIntervalMs")

  /** Bytes of a delivered message in addition to body and queue name. We counted them at a paused consumer. */
  private val Overhead = 222

  /** The broker answers each send separately. In addition, it reports its progress each time that this many bytes have
    * arrived. The client then forgets what it would send again after a reconnect. 1 MiB is the value in the example of
    * Artemis' manual.
    */
  private val ConfirmationWindowBytes = 1024 * 1024

  override def wentOver(told: JMSException): Boolean = told.getErrorCode == ActiveMQConnection.EXCEPTION_FAILOVER

  override def individual: Option[Int] = Some(ActiveMQJMSConstants.INDIVIDUAL_ACKNOWLEDGE)

/** A vendor whose consumers have a window of bytes: HornetQ and its successor Artemis. */
abstract class WindowDriver(protocol: String, title: String, library: String)
    extends JmsDriver(protocol, title, library):
  protected val ReconnectAttempts = 300
  protected val RetryIntervalMs = 100L

  /** The protocol writes names in UTF-16. */
  protected val NameBytes = 2

  protected def windowSettings: List[String] = List(
    "blockOnDurableSend: true in workloads with publisher confirms, and false in others, where no send waits",
    "blockOnNonDurableSend: the same value, because non-persistent sends are confirmed in the same workloads",
    "ha=true where the broker has several nodes: they form one address, and the client learns which one serves",
    s"reconnectAttempts=$ReconnectAttempts where the broker has several nodes: by default, a client that loses its " +
      "node does not try any node again",
    s"retryInterval=$RetryIntervalMs where the broker has several nodes: by default, 2 s pass before the next attempt",
    "consumerWindowSize: set only if the workload asks for a prefetch, to the bytes of that many messages; each " +
      "received message makes room, acknowledged or not"
  )

  override def cannot: Unsupported =
    Unsupported("prefetch_any_size" -> "its consumer window counts bytes, and the messages are not all of one size")
