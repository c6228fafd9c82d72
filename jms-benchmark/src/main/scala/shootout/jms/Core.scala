package shootout.jms

import org.apache.activemq.artemis.api.jms.ActiveMQJMSConstants
import org.apache.activemq.artemis.jms.client.{ActiveMQConnection, ActiveMQConnectionFactory}
import org.apache.activemq.artemis.jms.client.ActiveMQJMSConnectionFactory
import shootout.driver.Unsupported
import shootout.units.Endpoint

import javax.jms.{ConnectionFactory, JMSException}

/** Artemis' own protocol. */
object Core extends WindowVendor:
  def protocol = "core"
  def library = "artemis-jms-client"
  def sample: Class[?] = classOf[ActiveMQConnectionFactory]

  def factory(endpoint: Endpoint, wish: Wish): ConnectionFactory =
    val options = (if failsOver(endpoint) then FailOver else Nil) ++ wish.options
    val made = ActiveMQJMSConnectionFactory(vendorUri("tcp", endpoint, options, _.mkString("(", ",", ")")))
    made.setBlockOnDurableSend(wish.confirm)
    made.setBlockOnNonDurableSend(wish.confirm)
    made.setDeserializationAllowList(trustedPackages.mkString(","))
    wish.bytesAhead(Overhead, NameBytes).foreach(made.setConsumerWindowSize)
    // without a window the library calls a completion listener itself, as soon as it has sent
    if wish.pipelined then made.setConfirmationWindowSize(ConfirmationWindowBytes)
    // again: what is set above is meant for those who ask for nothing else
    FactoryOptions.set(made, wish.options)
    made

  override def settings: List[String] = List(
    "confirmationWindowSize=1048576 where several sends are in flight: else the library calls completion listeners itself, " +
      "without any answer of the broker"
  ) ++ windowSettings

  /** For half a minute, as long as the library waits for an answer. */
  private val FailOver =
    List("ha" -> "true", "reconnectAttempts" -> s"$ReconnectAttempts", "retryInterval" -> s"$RetryIntervalMs")

  /** Bytes of a delivered message beside its body and the queue's name, counted at a consumer that stood still. */
  private val Overhead = 222

  /** The broker answers each send by itself. Beyond that it says every so many bytes how far it has come, so that the client
    * forgets what it would send again after a reconnect: 1 MiB, as in the example of Artemis' manual.
    */
  private val ConfirmationWindowBytes = 1024 * 1024

  override def wentOver(told: JMSException): Boolean = told.getErrorCode == ActiveMQConnection.EXCEPTION_FAILOVER

  override def individual: Option[Int] = Some(ActiveMQJMSConstants.INDIVIDUAL_ACKNOWLEDGE)

/** A vendor whose consumers have a window of bytes: HornetQ, and Artemis, which came of it. */
trait WindowVendor extends Vendor:
  protected val ReconnectAttempts = 300
  protected val RetryIntervalMs = 100L

  /** The protocol writes names in UTF-16. */
  protected val NameBytes = 2

  protected def windowSettings: List[String] = List(
    "blockOnDurableSend: true where sends are confirmed, false where they are not",
    "blockOnNonDurableSend: likewise",
    "ha=true where the broker has several nodes: they are one address, and the client learns which one serves",
    s"reconnectAttempts=$ReconnectAttempts where the broker has several nodes: by default a client that loses its node tries none again",
    s"retryInterval=$RetryIntervalMs where the broker has several nodes: by default 2 s pass before the next attempt",
    "consumerWindowSize: where a prefetch is asked for, the bytes of so many messages; what was received makes room, acknowledged or not"
  )

  override def cannot: Unsupported =
    Unsupported("prefetch_any_size" -> "its window counts bytes, and the messages are not all of one size")
