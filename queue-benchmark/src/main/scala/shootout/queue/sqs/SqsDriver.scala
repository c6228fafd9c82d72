package shootout.queue.sqs

import shootout.driver.{Access, DeliveryPromise, Encryption, Session, Unsupported}
import shootout.yaml.{Fields, Reader}
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported}
import shootout.units.{Confirmation, DeliveryOrder, Endpoint, Redelivery}
import software.amazon.awssdk.core.util.VersionInfo

/** Amazon SQS, and services that speak its protocol, with standard queues. */
final class SqsDriver extends QueueDriver("sqs", "SQS", SqsDialect.reader, SqsProtocol(_, _)):
  def name: String = s"AWS SDK for Java ${VersionInfo.SDK_VERSION}, with Netty"
  override def settings: List[String] = SqsProtocol.settings
  override def access: Access = Access(Encryption.BySystem, noLogin = Some(SqsDriver.own))

object SqsDriver:
  private val own =
    "over sqs, the AWS SDK looks for them itself (environment, ~/.aws, the machine's role); leave them out"

/** SQS as one service speaks it. */
final class SqsProtocol(dialect: SqsDialect, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      SqsProtocol.lacks,
      // a standard queue promises this, even if this service promises more
      DeliveryPromise(DeliveryOrder.Unordered, Redelivery.AtLeastOnce, Confirmation.Broker),
      SqsProtocol.settings
    ):
  override def largestBody: Int = SqsBody.bytesIn(dialect.largestMessage)
  override protected def whyNoLarger: String =
    s"its largest message has ${dialect.largestMessage} B, in which in Base64 there is room for $largestBody B"

  protected def refuses(failure: Throwable): Boolean = SqsClient.refuses(failure)

  def open(endpoint: Endpoint): Session =
    val library = SqsClient.open(endpoint)
    val queues = SqsQueues(library, SqsClient.isHere(endpoint))
    QueueSession(queues, SqsLink(_, library, queues, dialect.largestMessage))

object SqsProtocol:
  private[queue] val settings: List[String] = List(
    s"WaitTimeSeconds=${SqsReceiver.WaitS}: requests wait for messages (long polling), but not longer, because a " +
      "receiver that leaves waits for the last request and gives its messages back",
    s"VisibilityTimeout=${SqsQueues.VisibilityS}: by default, messages of a dead consumer come again after 30 s, " +
      "longer than any workload waits",
    "Base64: bodies are bytes, but a message of SQS is text, so a third more is sent, and both sides convert it",
    s"maxConcurrency=${SqsClient.MostConnections}: all clients share the connections; with the default of 50, they " +
      "would wait for one"
  )

  /** What SQS or this driver lacks. */
  private val lacks: Unsupported =
    QueueUnsupported.noTopics("SQS has queues only") ++ QueueUnsupported.keepsAll(
      "SQS has one kind of message, which it keeps"
    ) ++
      QueueUnsupported.noTransactions("SQS has no transactions") ++ QueueUnsupported.noSelectors(
        "SQS has no selectors"
      ) ++
      QueueUnsupported.noPrefetch(
        "SQS limits unacknowledged messages for a queue (120,000), not for a consumer"
      ) ++ Unsupported(
        "partitions" -> "a standard queue has no partitions",
        "priority" -> "a standard queue has no priorities",
        "listener" -> "SQS delivers messages only on request, and has no callbacks"
      )

/** The differences between services that speak SQS: the `sqs` section of a `broker.yaml`.
  *
  * @param largestMessage
  *   the largest message that the service accepts, and the most bytes of all messages in a batch
  */
final case class SqsDialect(largestMessage: Int)

object SqsDialect:
  /** The limit of the service itself, since August 2025. */
  private val OneMiB = 1 << 20
  private val Smallest = 1024

  val reader: Reader[SqsDialect] = Fields.reader("an SQS dialect") { (f, _) =>
    Some(SqsDialect(f.getOrElse("largest_message", Reader.int(Smallest, OneMiB))(OneMiB)))
  }
