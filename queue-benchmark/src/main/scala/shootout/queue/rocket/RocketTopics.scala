package shootout.queue.rocket

import org.apache.rocketmq.client.exception.{MQClientException, OffsetNotFoundException}
import org.apache.rocketmq.client.impl.{MQClientAPIImpl, MQClientManager}
import org.apache.rocketmq.client.impl.factory.MQClientInstance
import org.apache.rocketmq.common.{MixAll, TopicConfig}
import org.apache.rocketmq.common.message.MessageQueue
import org.apache.rocketmq.common.topic.TopicValidator
import org.apache.rocketmq.remoting.protocol.ResponseCode
import org.apache.rocketmq.remoting.protocol.header.QueryConsumerOffsetRequestHeader
import org.apache.rocketmq.remoting.protocol.header.UpdateConsumerOffsetRequestHeader
import org.apache.rocketmq.remoting.protocol.subscription.SubscriptionGroupConfig
import shootout.driver.{DestinationName, DestinationSpec}
import shootout.queue.{CommonConnection, QueueAdmin, Waiting}

import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** Makes and removes topics and groups for all clients of a session. Any thread may call it, and every call waits for
  * the name server or the broker.
  *
  * @param replicas
  *   number of slaves that each master must have
  */
private final class RocketTopics(client: RocketClient, replicas: Int) extends QueueAdmin:
  import RocketTopics.*
  private val shared = CommonConnection[MQClientInstance](open(), _ => true, _.shutdown())

  private def open(): MQClientInstance =
    val instance = MQClientManager.getInstance().getOrCreateMQClientInstance(client.config()).nn
    instance.start()
    instance

  private def library: MQClientAPIImpl = shared.get.getMQClientAPIImpl

  /** Addresses of the masters that the name server knows. */
  private def masters: List[String] =
    val known = library.getBrokerClusterInfo(LimitMs).getBrokerAddrTable
    if known == null then Nil
    else known.values.asScala.toList.flatMap(broker => Option(broker.getBrokerAddrs.get(MixAll.MASTER_ID)))

  /** Checks that each master has its slaves. */
  override def hello(): Unit =
    for master <- someMasters() do
      val slaves = library.getBrokerHAStatus(master, LimitMs).getInSyncSlaveNums
      if slaves < replicas then
        throw IllegalStateException(s"$slaves of $replicas slaves are in sync; check that all are running")

  private def someMasters(): List[String] =
    val there = masters
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
    for master <- masters do library.createSubscriptionGroup(master, config, LimitMs)
    for queue <- queues(topic) do
      val master = masterOf(queue)
      if isNew(master, queue, group) then
        val end = library.getMaxOffset(master, queue, LimitMs)
        val header = UpdateConsumerOffsetRequestHeader()
        header.setConsumerGroup(group)
        header.setTopic(topic)
        header.setQueueId(queue.getQueueId)
        header.setCommitOffset(end)
        library.updateConsumerOffset(master, header, LimitMs)

  private def masterOf(queue: MessageQueue): String =
    library.getBrokerClusterInfo(
      LimitMs
    ).getBrokerAddrTable.get(queue.getBrokerName).nn.getBrokerAddrs.get(MixAll.MASTER_ID).nn

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
    for master <- masters do library.deleteTopicInBroker(master, topic, LimitMs)
    for server <- client.nameServers do library.deleteTopicInNameServer(server, topic, LimitMs)

  /** Removes a group, and the topic that the broker has made for messages that the group gives back. */
  def removeGroup(group: String): Unit =
    for master <- masters do library.deleteSubscriptionGroup(master, group, true, LimitMs)
    removeTopic(MixAll.getRetryTopic(group))

  def close(): Unit = shared.close()

private object RocketTopics:
  private val LimitMs = RocketClient.PatienceMs.toLong
  private val Pause = TimeUnit.MILLISECONDS.toNanos(5)
