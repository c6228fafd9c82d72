package shootout.queue.rocket

import org.apache.rocketmq.client.exception.MQBrokerException
import org.apache.rocketmq.remoting.protocol.ResponseCode
import shootout.driver.{Session, Unsupported}
import shootout.yaml.Reader
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported, Replicas}
import shootout.units.{DeliveryOrder, Endpoint, Redelivery}

/** RocketMQ. A queue is a topic with one consumer group, whose members share its message queues. A topic has a consumer
  * group for each subscription.
  */
final class RocketDriver extends QueueDriver("rocketmq", "RocketMQ", RocketProtocol.replicas, RocketProtocol(_, _)):
  def name: String = s"rocketmq-client ${RocketClient.libraryVersion}"
  override def settings: List[String] = RocketClient.settings

/** RocketMQ as brokers with a name server speak it.
  *
  * @param replicas
  *   number of slaves of each master that have a message when its send is confirmed
  */
final class RocketProtocol(replicas: Replicas, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      RocketProtocol.lacks,
      // a broker processes the requests of one connection in several threads at a time
      replicas.promise(DeliveryOrder.Unordered, Redelivery.AtLeastOnce),
      RocketClient.settings,
      replicas.options
    ):
  override def largestBody: Int = RocketProtocol.LargestBody

  protected def refuses(failure: Throwable): Boolean = failure match
    case e: MQBrokerException => e.getResponseCode == ResponseCode.NO_PERMISSION
    case _ => false

  def open(endpoint: Endpoint): Session =
    val client = RocketClient(endpoint)
    val topics = RocketTopics(client, replicas.count)
    QueueSession(topics, RocketLink(_, client, topics))

object RocketProtocol:
  /** The default limit of the library and of the broker (`maxMessageSize`). */
  private[rocket] val LargestBody = 4 * 1024 * 1024

  /** Reads the section of a `broker.yaml`. */
  private[queue] val replicas: Reader[Replicas] = Replicas.reader("RocketMQ", alone = 0, most = 100)

  /** What RocketMQ or this driver lacks. */
  private val lacks: Unsupported =
    QueueUnsupported.keepsAll("RocketMQ writes every message to its log") ++
      QueueUnsupported.noTransactions(
        "RocketMQ asks the sender later what became of a transaction; this driver sends none"
      ) ++
      QueueUnsupported.noPrefetch("a consumer pulls ahead, whatever the workload asks for or acknowledges") ++
      QueueUnsupported.noSelectors("selectors are off by default (enablePropertyFilter)") ++ Unsupported(
        "ack_individual" -> "a pull consumer acknowledges positions, not messages",
        "priority" -> "messages arrive in the order of their message queue",
        "listener" -> "the library's pull consumer delivers only on request, and has no callbacks"
      )
