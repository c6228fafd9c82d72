package shootout.queue.rocket

import org.apache.rocketmq.client.ClientConfig
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer
import org.apache.rocketmq.client.consumer.store.ReadOffsetType
import org.apache.rocketmq.client.exception.MQBrokerException
import org.apache.rocketmq.client.impl.MQClientManager
import org.apache.rocketmq.client.impl.factory.MQClientInstance
import org.apache.rocketmq.client.producer.{DefaultMQProducer, SendCallback, SendResult, SendStatus}
import org.apache.rocketmq.common.consumer.ConsumeFromWhere
import org.apache.rocketmq.common.message.{Message, MessageExt, MessageQueue}
import org.apache.rocketmq.remoting.protocol.ResponseCode
import shootout.driver.*
import shootout.queue.*
import shootout.units.{DestinationType, Endpoint, EpochMillis}

import java.io.IOException
import java.util.{ArrayList, UUID}
import java.util.concurrent.TimeUnit
import java.util.concurrent.atomic.AtomicLong
import scala.jdk.CollectionConverters.*

/** What one client uses: a producer, a consumer, or both. */
private final class RocketConnection(
    spec: ClientSpec,
    client: RocketClient,
    session: RocketSession,
    confirmations: Confirmations
) extends QueueConnection(session):
  /** The name of the consumer group. A queue has one; a topic has one for each subscription. */
  private val group = spec.receive.fold("")(groupOf)

  def sender(send: SendSpec): QueueSender =
    RocketSender(client.producer(), send, confirmations)

  def receiver(receive: ReceiveSpec): QueueReceiver =
    if receive.source.kind == DestinationType.Topic then session.beginAtEnd(receive.source.name, group)
    val queues = session.queues(receive.source.name).size
    RocketReceiver(client.consumer(group, receive, queues), receive, queues)

  private def groupOf(receive: ReceiveSpec): String =
    val topic = receive.source.name
    if receive.source.kind == DestinationType.Queue then topic
    else s"$topic-${plain(receive.shared.orElse(receive.durable).getOrElse(UUID.randomUUID.toString))}"

  /** Replaces the characters that a group's name must not have. */
  private def plain(name: String): String = name.replaceAll("[^A-Za-z0-9_-]", "_")

  override def leave(unsubscribe: Boolean): Unit =
    for receive <- spec.receive if receive.source.kind == DestinationType.Topic do
      val lasts = receive.durable.isDefined || receive.shared.isDefined
      if unsubscribe || !lasts then session.removeGroup(group)

/** Makes the library's objects, with what differs from its defaults. Each object has connections of its own. */
private final class RocketClient(endpoint: Endpoint):
  val nameServers: List[String] = endpoint.addresses.map((host, port) => s"$host:$port")

  /** Sets what all objects have in common. */
  private def told[C <: ClientConfig](config: C): C =
    RocketClient.wakeSooner()
    config.setNamesrvAddr(nameServers.mkString(";"))
    // members of a group share its queues in the order of their names: a newcomer gets the last ones, and the rest stay
    // where they are
    config.setInstanceName(f"${RocketClient.started}%013d-${RocketClient.made.incrementAndGet()}%09d")
    config

  def config(): ClientConfig = told(ClientConfig())

  def producer(): DefaultMQProducer =
    val producer = told(DefaultMQProducer(RocketClient.Senders))
    producer.setSendMsgTimeout(RocketClient.PatienceMs)
    producer.setCompressMsgBodyOverHowmuch(Int.MaxValue)
    producer.setAsyncSenderExecutor(CallersThread())
    producer

  /** @param queues
    *   number of message queues of its topic
    */
  def consumer(group: String, receive: ReceiveSpec, queues: Int): DefaultLitePullConsumer =
    val consumer = told(DefaultLitePullConsumer(group))
    consumer.setAutoCommit(false)
    consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET)
    consumer.setPullThreadNums(math.max(consumer.getPullThreadNums, queues))
    for most <- receive.batch do consumer.setPullBatchSize(most)
    consumer

private object RocketClient:
  /** The limit of each wait for a broker or a name server. */
  val PatienceMs = 20_000

  private val Senders = "shootout"
  private val started = EpochMillis.now().value
  private val made = AtomicLong()

  /** Shortens the interval, which the library reads once. A value that somebody has set wins. */
  private def wakeSooner(): Unit =
    if System.getProperty(RebalanceInterval) == null then System.setProperty(RebalanceInterval, "20"): Unit

  val RebalanceInterval = "rocketmq.client.rebalance.minInterval"

/** The sending half of a client. Publisher confirms arrive in threads of the library. */
private final class RocketSender(producer: DefaultMQProducer, send: SendSpec, confirmations: Confirmations)
    extends QueueSender:
  private val topics = send.targets.map(_.name).toArray

  /** Bodies are not reused, because the library keeps each until it is written to the socket. */
  private val bodies = StampedBody(reuse = false)

  private val inFlight = InFlight(most = 1024, send, confirmations)

  /** The callback of one message, or of all in a batch, which is stored as a whole. */
  private final class Sent(first: Long, count: Int) extends SendCallback:
    def onSuccess(result: SendResult): Unit =
      val status = result.getSendStatus
      val failure = if status == SendStatus.SEND_OK then null else IOException(s"a send ended with $status")
      inFlight.end(first, count, failure)

    def onException(failure: Throwable): Unit = inFlight.end(first, count, failure)

  /** Returns when the producer knows where the topics are. */
  override def begin(): Unit =
    producer.start()
    topics.foreach(producer.fetchPublishMessageQueues)

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    val most = if send.batched then math.max(1, RocketSender.LargestBody / (bodyBytes + RocketSender.Overhead)) else 1
    var sent = 0
    while sent < count do
      val part = math.min(most, count - sent)
      inFlight.begin()
      val first = sequence + sent
      if part == 1 then producer.send(message(target, id, first, stampNanos, bodyBytes), Sent(first, 1))
      else
        val batch = ArrayList[Message](part)
        var n = 0
        while n < part do
          batch.add(message(target, id, first + n, stampNanos, bodyBytes))
          n += 1
        producer.send(batch, Sent(first, part))
      sent += part

  private def message(target: Int, id: Int, sequence: Long, stampNanos: Long, bodyBytes: Int): Message =
    val message = Message(topics(target), bodies(id, sequence, stampNanos, bodyBytes))
    for (name, value) <- send.headers do message.putUserProperty(name, value)
    message

  def flush(): Unit = inFlight.flush()

  def close(): Unit =
    inFlight.settle()
    producer.shutdown()

  override def cut(): Unit = producer.shutdown()

private object RocketSender:
  /** Bytes of a message in a batch, in addition to its body and headers. */
  private val Overhead = 200

  /** The default limit of the library and of the broker (`maxMessageSize`), also for a batch. */
  val LargestBody: Int = 4 * 1024 * 1024

/** The receiving half of a client: a member of a consumer group.
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
    val instance = instanceOrNull
    if instance != null then instance.getMQClientAPIImpl.shutdown()
    consumer.shutdown()

private object RocketReceiver:
  private val JoinLimitS = 25L
  private val JoinStep = TimeUnit.MILLISECONDS.toNanos(5)

  /** Rounds up, because the library counts in milliseconds. */
  private val RoundUp = TimeUnit.MILLISECONDS.toNanos(1) - 1
