package shootout.queue.rocket

import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer
import org.apache.rocketmq.client.consumer.store.ReadOffsetType
import org.apache.rocketmq.client.exception.MQBrokerException
import org.apache.rocketmq.client.impl.MQClientManager
import org.apache.rocketmq.client.impl.factory.MQClientInstance
import org.apache.rocketmq.common.message.{MessageExt, MessageQueue}
import org.apache.rocketmq.remoting.protocol.ResponseCode
import shootout.driver.ReceiveSpec
import shootout.queue.{QueueReceiver, Waiting}

import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal

/** The receiving half of a client: a member of a consumer group. Only the client's thread may use it.
  *
  * @param queues
  *   number of message queues of the topic
  */
private final class RocketReceiver(consumer: DefaultLitePullConsumer, receive: ReceiveSpec, queues: Int)
    extends QueueReceiver:
  private val topic = receive.source.name
  private val group = consumer.getConsumerGroup
  private val most = receive.batch.getOrElse(Int.MaxValue)
  private val automatic = receive.ack.isAutomatic
  private var instanceOrNull: MQClientInstance | Null = null

  /** The messages that arrived together, all of one message queue. */
  private var came: java.util.List[MessageExt] = java.util.List.of()
  private var at = 0
  private var sourceOrNull: MessageQueue | Null = null

  /** The offset after the latest message that was taken and is not acknowledged, by message queue. */
  private val taken = java.util.HashMap[MessageQueue, java.lang.Long]()

  /** Returns when the consumer is a member of the group, and has the message queues that are left for it. */
  override def join(): Unit =
    consumer.subscribe(topic, "*")
    consumer.start()
    val instance = MQClientManager.getInstance().getOrCreateMQClientInstance(consumer).nn
    instanceOrNull = instance
    instance.sendHeartbeatToAllBrokerWithLock(): Unit
    Waiting.until("the group did not accept a consumer", RocketReceiver.JoinLimitS, RocketReceiver.JoinStep) {
      val member = isMember(instance)
      if !member then instance.rebalanceImmediately()
      member
    }

  /** Whether this is a member. The first members have at least one message queue each; the others have none. */
  private def isMember(instance: MQClientInstance): Boolean =
    !consumer.assignment().isEmpty || {
      val members = Option(instance.findConsumerIdList(topic, group)).map(_.asScala.sorted).getOrElse(Nil)
      members.indexOf(instance.getClientId) >= queues
    }

  def poll(nanos: Long): Int =
    if at == came.size then
      note()
      if automatic then commit(atOnce = false)
      came = consumer.poll(TimeUnit.NANOSECONDS.toMillis(nanos + RocketReceiver.RoundUp))
      at = 0
      sourceOrNull =
        if came.isEmpty then null
        else
          val first = came.get(0)
          MessageQueue(topic, first.getBrokerName, first.getQueueId)
    math.min(most, came.size - at)

  def next(): Array[Byte] =
    at += 1
    val body = came.get(at - 1).getBody
    if body == null then Array.emptyByteArray else body

  private def note(): Unit =
    val source = sourceOrNull
    if source != null && at > 0 then taken.put(source, came.get(at - 1).getQueueOffset + 1)

  /** Acknowledges all that was taken. It sends this to the broker, and waits for no answer. */
  def acknowledge(): Unit = if !automatic then
    note()
    commit(atOnce = true)

  /** Acknowledges what was taken, except for message queues that belong to another member by now. */
  private def commit(atOnce: Boolean): Unit = if !taken.isEmpty then
    consumer.commit(taken, false)
    if atOnce then taken.keySet.forEach(consumer.getOffsetStore.persist(_))
    taken.clear()

  /** Returns when the broker has the acknowledgements. What was not acknowledged is redelivered. */
  def close(unsubscribe: Boolean): Unit =
    if automatic then
      note()
      commit(atOnce = false)
    val store = consumer.getOffsetStore
    for queue <- consumer.assignment().asScala do
      val acknowledged = store.readOffset(queue, ReadOffsetType.READ_FROM_MEMORY)
      if acknowledged >= 0 then
        try store.updateConsumeOffsetToBroker(queue, acknowledged, false)
        catch
          // another member has ended the subscription
          case e: MQBrokerException if e.getResponseCode == ResponseCode.SUBSCRIPTION_GROUP_NOT_EXIST => ()
    consumer.shutdown()

  /** Ends the connections first, so that the shutdown waits for no answer. */
  override def cut(): Unit =
    try
      val instance = instanceOrNull
      if instance != null then instance.getMQClientAPIImpl.shutdown()
      consumer.shutdown()
    catch case NonFatal(_) => ()

private object RocketReceiver:
  private val JoinLimitS = 25L
  private val JoinStep = TimeUnit.MILLISECONDS.toNanos(5)

  /** Rounds up, because the library counts in milliseconds. */
  private val RoundUp = TimeUnit.MILLISECONDS.toNanos(1) - 1
