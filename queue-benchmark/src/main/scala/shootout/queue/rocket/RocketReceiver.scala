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

/** The receiving half of a client: a member of a consumer group. In the client's thread only.
  *
  * @param queues
  *   message queues of the topic
  */
private final class RocketReceiver(consumer: DefaultLitePullConsumer, receive: ReceiveSpec, queues: Int)
    extends QueueReceiver:
  private val topic = receive.source.name
  private val group = consumer.getConsumerGroup
  private val most = receive.batch.getOrElse(Int.MaxValue)
  private val automatic = receive.ack.isAutomatic
  private var instanceOrNull: MQClientInstance | Null = null

  /** What came together, of one message queue. */
  private var came: java.util.List[MessageExt] = java.util.List.of()
  private var at = 0
  private var sourceOrNull: MessageQueue | Null = null

  /** By message queue: where what was taken and is not acknowledged ends. */
  private val taken = java.util.HashMap[MessageQueue, java.lang.Long]()

  /** Returns when the group has taken it in, and it has the message queues that are left for it. */
  override def join(): Unit =
    consumer.subscribe(topic, "*")
    consumer.start()
    val instance = MQClientManager.getInstance().getOrCreateMQClientInstance(consumer).nn
    instanceOrNull = instance
    instance.sendHeartbeatToAllBrokerWithLock(): Unit
    Waiting.until("the group did not take in a consumer", RocketReceiver.JoinLimitS, RocketReceiver.JoinStep) {
      val member = isMember(instance)
      if !member then instance.rebalanceImmediately()
      member
    }

  /** The first ones have the message queues, one each at least. */
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

  /** All that was taken; the broker is told, and not waited for. */
  def acknowledge(): Unit = if !automatic then
    note()
    commit(atOnce = true)

  /** What belongs to another member by now is not acknowledged here. */
  private def commit(atOnce: Boolean): Unit = if !taken.isEmpty then
    consumer.commit(taken, false)
    if atOnce then taken.keySet.forEach(consumer.getOffsetStore.persist(_))
    taken.clear()

  /** Returns when the broker has what was acknowledged; what was not comes again. */
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

  /** Its connections end first, so that nobody waits for an answer. */
  override def cut(): Unit =
    try
      val instance = instanceOrNull
      if instance != null then instance.getMQClientAPIImpl.shutdown()
      consumer.shutdown()
    catch case NonFatal(_) => ()

private object RocketReceiver:
  private val JoinLimitS = 25L
  private val JoinStep = TimeUnit.MILLISECONDS.toNanos(5)

  /** The library counts in milliseconds. */
  private val RoundUp = TimeUnit.MILLISECONDS.toNanos(1) - 1
