package shootout.queue.rocket

import org.apache.rocketmq.client.exception.{MQBrokerException, MQClientException, OffsetNotFoundException}
import org.apache.rocketmq.client.impl.{MQClientAPIImpl, MQClientManager}
import org.apache.rocketmq.client.impl.factory.MQClientInstance
import org.apache.rocketmq.common.{MQVersion, MixAll, TopicConfig}
import org.apache.rocketmq.common.message.MessageQueue
import org.apache.rocketmq.common.topic.TopicValidator
import org.apache.rocketmq.remoting.protocol.ResponseCode
import org.apache.rocketmq.remoting.protocol.header.*
import org.apache.rocketmq.remoting.protocol.subscription.SubscriptionGroupConfig
import shootout.driver.*
import shootout.queue.*
import shootout.units.{DeliveryOrder, Endpoint}

import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** RocketMQ. A queue is a topic with one consumer group, whose members share its message queues. A topic has a consumer
  * group for each subscription. The replicas are slaves of each master that have a message when its send is confirmed.
  * There is no order, because a broker processes the requests of one connection in several threads at a time.
  */
final class RocketDriver
    extends QueueDriver("rocketmq", "RocketMQ", Replicas.reader("RocketMQ", 0 to 100), DeliveryOrder.Unordered):
  def name: String =
    val version = MQVersion.getVersionDesc(MQVersion.CURRENT_VERSION).stripPrefix("V").replace('_', '.')
    s"rocketmq-client $version"

  override def largestBody(replicas: Replicas): Int = RocketSender.LargestBody

  def refuses(failure: Throwable): Boolean = failure match
    case e: MQBrokerException => e.getResponseCode == ResponseCode.NO_PERMISSION
    case _ => false

  def open(replicas: Replicas, endpoint: Endpoint): Session = RocketSession(RocketClient(endpoint), replicas.count)

  override def settings: List[String] = List(
    s"${RocketClient.RebalanceInterval}=20: by default, a consumer notices only after a second that others have " +
      "joined or left",
    s"sendMsgTimeout=${RocketClient.PatienceMs}: by default, a send that takes 3 s is given up and repeated",
    "compressMsgBodyOverHowmuch: nothing is compressed; by default, bodies of 4 KiB and more are, and our filler " +
      "would shrink to nothing",
    "asyncSenderExecutor: sends are handed on in the client's thread; by default, several threads do it, in any order",
    "autoCommit=false: the workload says when it acknowledges; the acknowledgement goes to the broker at once, and " +
      "not after 5 s",
    "consumeFromWhere=CONSUME_FROM_FIRST_OFFSET: set for queues, because messages that wait for the first consumer " +
      "must not be skipped",
    "pullBatchSize: set only if the workload says how many messages it takes at a time",
    "pullThreadNums: one for each message queue of the topic, if there are more than 20, because each waits in a thread"
  )

  def lacks(replicas: Replicas): Unsupported =
    QueueUnsupported.keepsAll("RocketMQ writes every message to its log") ++
      QueueUnsupported.noTransactions(
        "RocketMQ asks the sender later what became of a transaction; this driver sends none"
      ) ++
      QueueUnsupported.noPrefetch("a consumer pulls ahead, whatever the workload asks for or acknowledges") ++
      QueueUnsupported.noSelectors("selectors are off by default (enablePropertyFilter)") ++ Unsupported(
        "ack_individual" -> "a pull consumer acknowledges positions, not messages",
        "priority" -> "messages arrive in the order of their message queue"
      )

/** Topics and groups.
  *
  * @param replicas
  *   number of slaves that each master must have
  */
private final class RocketSession(client: RocketClient, replicas: Int) extends QueueSession:
  import RocketSession.*
  private val shared = CommonConnection[MQClientInstance](open(), _ => true, _.shutdown())

  private def open(): MQClientInstance =
    val instance = MQClientManager.getInstance().getOrCreateMQClientInstance(client.config()).nn
    instance.start()
    instance

  private def library: MQClientAPIImpl = shared.get.getMQClientAPIImpl

  /** Addresses of the masters that the name server knows, by the names of their brokers. */
  private def masters: Map[String, String] =
    val known = library.getBrokerClusterInfo(LimitMs).getBrokerAddrTable
    if known == null then Map.empty
    else
      for (name, broker) <- known.asScala.toMap; master <- Option(broker.getBrokerAddrs.get(MixAll.MASTER_ID))
      yield name -> master

  /** Checks that each master has its slaves. */
  override def hello(): Unit =
    for master <- someMasters() do
      val slaves = library.getBrokerHAStatus(master, LimitMs).getInSyncSlaveNums
      if slaves < replicas then
        throw IllegalStateException(s"$slaves of $replicas slaves are in sync; check that all are running")

  private def someMasters(): Iterable[String] =
    val there = masters.values
    if there.isEmpty then throw IllegalStateException("the name server knows no broker") else there

  protected def make(spec: DestinationSpec): Unit =
    val name = spec.name.name
    if queues(name).isEmpty then
      val there = someMasters()
      val topic = TopicConfig(name, spec.partitionsNeeded, spec.partitionsNeeded)
      for master <- there do library.createTopic(master, TopicValidator.AUTO_CREATE_TOPIC_KEY_TOPIC, topic, LimitMs)
      // the brokers report the topic to the name server
      Waiting.until("the name server did not learn of a topic", LimitMs / 1000, Pause) {
        queues(name).map(_.getBrokerName).distinct.size >= there.size
      }

  /** The message queues of a topic, as the name server knows them; none if it does not know the topic. */
  def queues(topic: String): List[MessageQueue] =
    try
      library.getTopicRouteInfoFromNameServer(topic, LimitMs).getQueueDatas.asScala.toList.flatMap(data =>
        List.tabulate(data.getReadQueueNums)(MessageQueue(topic, data.getBrokerName, _))
      )
    catch case e: MQClientException if e.getResponseCode == ResponseCode.TOPIC_NOT_EXIST => Nil

  /** Lets a new group begin with what arrives from now on. An existing one goes on where it was. */
  def beginAtEnd(topic: String, group: String): Unit =
    val config = SubscriptionGroupConfig()
    config.setGroupName(group)
    val known = masters
    for master <- known.values do library.createSubscriptionGroup(master, config, LimitMs)
    for queue <- queues(topic) do
      val master = known(queue.getBrokerName)
      if isNew(master, queue, group) then
        val end = library.getMaxOffset(master, queue, LimitMs)
        val header = UpdateConsumerOffsetRequestHeader()
        header.setConsumerGroup(group)
        header.setTopic(topic)
        header.setQueueId(queue.getQueueId)
        header.setCommitOffset(end)
        library.updateConsumerOffset(master, header, LimitMs)

  private def isNew(master: String, queue: MessageQueue, group: String): Boolean =
    val header = QueryConsumerOffsetRequestHeader()
    header.setConsumerGroup(group)
    header.setTopic(queue.getTopic)
    header.setQueueId(queue.getQueueId)
    header.setSetZeroIfNotFound(false)
    try library.queryConsumerOffset(master, header, LimitMs) < 0
    catch case _: OffsetNotFoundException => true

  /** Removes a topic, and the group of the same name. */
  protected def delete(destination: DestinationName): Unit =
    removeTopic(destination.name)
    removeGroup(destination.name)

  private def removeTopic(topic: String): Unit =
    for master <- masters.values do library.deleteTopicInBroker(master, topic, LimitMs)
    for server <- client.nameServers do library.deleteTopicInNameServer(server, topic, LimitMs)

  /** Removes a group, and the topic that the broker has made for messages that the group gives back. */
  def removeGroup(group: String): Unit =
    for master <- masters.values do library.deleteSubscriptionGroup(master, group, true, LimitMs)
    removeTopic(MixAll.getRetryTopic(group))

  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection =
    RocketConnection(spec, client, this, confirmations)

  protected def end(): Unit = shared.close()

private object RocketSession:
  private val LimitMs = RocketClient.PatienceMs.toLong
  private val Pause = TimeUnit.MILLISECONDS.toNanos(5)
