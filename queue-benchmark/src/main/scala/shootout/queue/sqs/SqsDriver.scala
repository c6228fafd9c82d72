package shootout.queue.sqs

import shootout.driver.*
import shootout.input.{Node, Problem}
import shootout.scenario.Cell
import shootout.units.{Endpoint, Nanos}
import software.amazon.awssdk.core.util.VersionInfo

import java.util.concurrent.ConcurrentLinkedQueue

/** Amazon SQS, and what speaks its protocol: standard queues. */
final class SqsDriver extends Driver:
  def protocol: String = "sqs"
  def title: String = "SQS"
  def api: String = "queue"
  def name: String = s"AWS SDK for Java ${VersionInfo.SDK_VERSION}, with Netty"
  override def settings: List[String] = SqsProtocol.settings
  def speak(dialect: Node, cannot: Map[String, String]): Either[List[Problem], Protocol] =
    SqsDialect.read(dialect).map(SqsProtocol(_, cannot))

/** SQS as one service speaks it. */
final class SqsProtocol(dialect: SqsDialect, cannot: Map[String, String]) extends Protocol:
  override def effectiveSettings: List[String] = SqsProtocol.settings

  /** Of a standard queue, whatever the one who is asked makes better. */
  override def promise: DeliveryPromise =
    DeliveryPromise(DeliveryOrder.Unordered, Redelivery.AtLeastOnce, Confirmation.Broker)

  override def largestBody: Int = SqsBody.bytesIn(dialect.largestMessage)

  override def removes: Boolean = true
  def unsupported(cell: Cell): Option[String] =
    Needs.of(cell).iterator.flatMap(lack).nextOption().orElse(tooLarge(cell))

  private def tooLarge(cell: Cell): Option[String] =
    Option.when(cell.producers.exists(_.size.largest > largestBody)) {
      s"its largest message has ${dialect.largestMessage} B, in which in Base64 there is room for $largestBody B"
    }

  /** Why a capability is lacking; none: it is there. */
  private[queue] def lack(need: String): Option[String] = cannot.get(need).orElse(SqsProtocol.cannot.get(need))

  def handshake(endpoint: Endpoint, timeout: Nanos): Either[NoService, Unit] =
    Handshake.attempt(open(endpoint), timeout, refuses = SqsClient.refuses)

  def open(endpoint: Endpoint): Session = SqsSession(dialect, endpoint)

object SqsProtocol:
  private[queue] val settings: List[String] = List(
    s"WaitTimeSeconds=${SqsReceiver.WaitS}: requests wait for messages (long polling), but no longer, as one who leaves waits for the last " +
      "of them, and gives back what it brings",
    s"VisibilityTimeout=${SqsQueues.VisibilityS}: by default what a consumer took along into its grave comes again after 30 s, longer than " +
      "any load waits",
    "Base64: bodies are bytes, and a message of SQS is text; so a third more is sent, and both sides convert it",
    s"maxConcurrency=${SqsClient.MostConnections}: all clients share the connections; by default there are 50, for which they would wait"
  )

  private val stored = "SQS has one kind of message, which it keeps"
  private val onlyQueues = "SQS has queues only"
  private val noHeader = "SQS selects no messages"
  private val unsent = "SQS has no transactions"
  private val ahead = "what is delivered and not acknowledged is limited for a queue (120,000), not for a consumer"
  private val onlyText = "this driver sends bytes, in Base64"

  /** What SQS lacks, or this driver. */
  private val cannot: Map[String, String] = Map(
    "topic" -> onlyQueues,
    "unsubscribed_topic" -> onlyQueues,
    "leaving_subscriber" -> onlyQueues,
    "durable" -> onlyQueues,
    "shared" -> onlyQueues,
    "shared_durable" -> onlyQueues,
    "non_persistent" -> stored,
    "confirm_non_persistent" -> stored,
    "request_reply" -> "this driver has no addresses to reply to",
    "temporary_queue" -> "this driver has no addresses to reply to",
    "transaction" -> unsent,
    "rollback_send" -> unsent,
    "rollback_receive" -> unsent,
    "prefetch" -> ahead,
    "prefetch_auto" -> ahead,
    "prefetch_any_size" -> ahead,
    "partitions" -> "a standard queue has none",
    "selector" -> noHeader,
    "selector_queue" -> noHeader,
    "subscription_headers" -> noHeader,
    "priority" -> "a standard queue has no priorities",
    "listener" -> "SQS is asked for messages, and calls nobody back",
    "message_text" -> onlyText,
    "message_map" -> onlyText,
    "message_object" -> onlyText,
    "price_update" -> "it is (de)serialised in the forms of JMS only",
    "small_body" -> s"this driver keeps its stamp of ${Stamp.Bytes} B in the body"
  )

private final class SqsSession(dialect: SqsDialect, endpoint: Endpoint) extends Session:
  private val library = SqsClient.open(endpoint)
  private val queues = SqsQueues(library, SqsClient.isHere(endpoint))
  private val clients = ConcurrentLinkedQueue[PollingClient]()

  override def create(destinations: List[DestinationSpec]): Unit = destinations.foreach(d => queues.url(d.name.name))
  override def remove(destinations: List[DestinationName]): Unit = destinations.foreach(d => queues.remove(d.name))

  def client(spec: ClientSpec, listener: ClientListener): Client =
    val client = PollingClient(spec, listener, SqsLink(spec, library, queues, dialect.largestMessage))
    clients.add(client)
    client

  def close(): Unit =
    clients.forEach(_.giveUp())
    library.close()
