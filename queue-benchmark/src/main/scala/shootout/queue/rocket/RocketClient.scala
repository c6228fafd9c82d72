package shootout.queue.rocket

import org.apache.rocketmq.client.ClientConfig
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer
import org.apache.rocketmq.client.producer.{DefaultMQProducer, SendCallback, SendResult, SendStatus}
import org.apache.rocketmq.common.MQVersion
import org.apache.rocketmq.common.consumer.ConsumeFromWhere
import org.apache.rocketmq.common.message.Message
import shootout.driver.{ClientSpec, Confirmations, ReceiveSpec, SendSpec, StampedBody}
import shootout.queue.{CallersThread, InFlight, QueueLink, QueueReceiver, QueueSender}
import shootout.units.{DestinationType, Endpoint, EpochMillis}

import java.io.IOException
import java.util.{ArrayList, UUID}
import java.util.concurrent.atomic.AtomicLong

/** What one client uses: a producer, a consumer, or both. */
private final class RocketLink(spec: ClientSpec, client: RocketClient, topics: RocketTopics)
    extends QueueLink(spec, topics):
  /** The name of the consumer group. A queue has one; a topic has one for each subscription. */
  private val group = spec.receive.fold("")(groupOf)

  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    RocketSender(client.producer(), send, confirmations)

  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    if receive.source.kind == DestinationType.Topic then topics.beginAtEnd(receive.source.name, group)
    val queues = topics.queues(receive.source.name).size
    RocketReceiver(client.consumer(group, receive, queues), receive, queues)

  private def groupOf(receive: ReceiveSpec): String =
    val topic = receive.source.name
    if receive.source.kind == DestinationType.Queue then topic
    else s"$topic-${RocketLink.word(receive.shared.orElse(receive.durable).getOrElse(UUID.randomUUID.toString))}"

  override protected def leave(unsubscribe: Boolean): Unit =
    for receive <- spec.receive if receive.source.kind == DestinationType.Topic do
      val lasts = receive.durable.isDefined || receive.shared.isDefined
      if unsubscribe || !lasts then topics.removeGroup(group)

private object RocketLink:
  /** Replaces the characters that a group's name must not have. */
  private def word(name: String): String = name.replaceAll("[^A-Za-z0-9_-]", "_")

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

  def libraryVersion: String = MQVersion.getVersionDesc(MQVersion.CURRENT_VERSION).stripPrefix("V").replace('_', '.')

  /** Shortens the interval, which the library reads once. A value that somebody has set wins. */
  private def wakeSooner(): Unit =
    if System.getProperty(RebalanceInterval) == null then System.setProperty(RebalanceInterval, "20"): Unit

  private val RebalanceInterval = "rocketmq.client.rebalance.minInterval"

  val settings: List[String] = List(
    s"$RebalanceInterval=20: by default, a consumer notices only after a second that others have joined or left",
    s"sendMsgTimeout=$PatienceMs: by default, a send that takes 3 s is given up and repeated",
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

/** The sending half of a client. Only the client's thread may use it. Publisher confirms arrive in threads of the
  * library.
  */
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
    val most = if send.batched then math.max(1, RocketSender.BatchBytes / (bodyBytes + RocketSender.Overhead)) else 1
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

  override def cut(): Unit =
    try producer.shutdown()
    catch case _: RuntimeException => ()

private object RocketSender:
  /** Bytes of a message in a batch, in addition to its body and headers. */
  private val Overhead = 200

  /** The most bytes of a batch, which may have no more than a message. */
  private val BatchBytes = RocketProtocol.LargestBody
