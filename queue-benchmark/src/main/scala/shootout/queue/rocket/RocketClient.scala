package shootout.queue.rocket

import org.apache.rocketmq.client.ClientConfig
import org.apache.rocketmq.client.consumer.DefaultLitePullConsumer
import org.apache.rocketmq.client.producer.DefaultMQProducer
import org.apache.rocketmq.common.MQVersion
import org.apache.rocketmq.common.consumer.ConsumeFromWhere
import shootout.driver.ReceiveSpec
import shootout.units.{Endpoint, EpochMillis}

import java.util.concurrent.atomic.AtomicLong

/** Makes the library's objects, with what differs from its defaults. Each has connections of its own. */
private final class RocketClient(endpoint: Endpoint):
  val nameServers: List[String] = endpoint.addresses.map((host, port) => s"$host:$port")

  /** What all of them are told. */
  private def told[C <: ClientConfig](config: C): C =
    RocketClient.wakeSooner()
    config.setNamesrvAddr(nameServers.mkString(";"))
    // members of a group share its queues in the order of their names: who comes later gets the later ones, and the rest stay where they are
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
    *   of its topic
    */
  def consumer(group: String, receive: ReceiveSpec, queues: Int): DefaultLitePullConsumer =
    val consumer = told(DefaultLitePullConsumer(group))
    consumer.setAutoCommit(false)
    consumer.setConsumeFromWhere(ConsumeFromWhere.CONSUME_FROM_FIRST_OFFSET)
    consumer.setPullThreadNums(math.max(consumer.getPullThreadNums, queues))
    for most <- receive.batch do consumer.setPullBatchSize(most)
    consumer

private object RocketClient:
  /** For everything that waits for a broker or a name server. */
  val PatienceMs = 20_000

  private val Senders = "shootout"
  private val started = EpochMillis.now().value
  private val made = AtomicLong()

  def libraryVersion: String = MQVersion.getVersionDesc(MQVersion.CURRENT_VERSION).stripPrefix("V").replace('_', '.')

  /** The library reads it once. What somebody has set wins. */
  private def wakeSooner(): Unit =
    if System.getProperty(RebalanceInterval) == null then System.setProperty(RebalanceInterval, "20"): Unit

  private val RebalanceInterval = "rocketmq.client.rebalance.minInterval"

  val settings: List[String] = List(
    s"$RebalanceInterval=20: by default a consumer heeds only after a second that others have come or gone",
    s"sendMsgTimeout=$PatienceMs: by default a send that takes 3 s is given up, and made again",
    "compressMsgBodyOverHowmuch: nothing is compressed; by default bodies of 4 KiB and more are, and ours are filler, which shrinks to nothing",
    "asyncSenderExecutor: sends are handed on in the client's thread; by default several threads do it, in any order",
    "autoCommit=false: the load says when it acknowledges; that goes to the broker at once, and not after 5 s",
    "consumeFromWhere=CONSUME_FROM_FIRST_OFFSET: of queues, for what waits for its first consumer must not be skipped",
    "pullBatchSize: where the load says how many it takes at a time",
    "pullThreadNums: as many as the topic has message queues, if these are more than 20, for each waits in a thread"
  )
