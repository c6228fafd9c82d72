package shootout.queue.sqs

import shootout.driver.{Access, DeliveryPromise, Encryption, Session, Unsupported}
import shootout.yaml.{Fields, Reader}
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported}
import shootout.units.{Confirmation, DeliveryOrder, Endpoint, Redelivery}
import software.amazon.awssdk.core.util.VersionInfo

/** Amazon SQS, and what speaks its protocol: standard queues. */
final class SqsDriver extends QueueDriver("sqs", "SQS", SqsDialect.reader, SqsProtocol(_, _)):
  def name: String = s"AWS SDK for Java ${VersionInfo.SDK_VERSION}, with Netty"
  override def settings: List[String] = SqsProtocol.settings
  override def access: Access = Access(Encryption.BySystem, noLogin = Some(SqsDriver.own))

object SqsDriver:
  private val own =
    "over sqs they come from where the AWS SDK looks for them (environment, ~/.aws, the machine's role); leave them out"

/** SQS as one service speaks it. */
final class SqsProtocol(dialect: SqsDialect, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      SqsProtocol.lacks,
      // of a standard queue, even if this service promises more
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
    s"WaitTimeSeconds=${SqsReceiver.WaitS}: requests wait for messages (long polling), but no longer, as one who leaves waits for the last " +
      "of them, and gives back what it brings",
    s"VisibilityTimeout=${SqsQueues.VisibilityS}: by default what a consumer took along into its grave comes again after 30 s, longer than " +
      "any load waits",
    "Base64: bodies are bytes, and a message of SQS is text; so a third more is sent, and both sides convert it",
    s"maxConcurrency=${SqsClient.MostConnections}: all clients share the connections; by default there are 50, for which they would wait"
  )

  /** What SQS lacks, or this driver. */
  private val lacks: Unsupported =
    QueueUnsupported.noTopics("SQS has queues only") ++ QueueUnsupported.keepsAll(
      "SQS has one kind of message, which it keeps"
    ) ++
      QueueUnsupported.noTransactions("SQS has no transactions") ++ QueueUnsupported.noSelectors(
        "SQS selects no messages"
      ) ++
      QueueUnsupported.noPrefetch(
        "what is delivered and not acknowledged is limited for a queue (120,000), not for a consumer"
      ) ++ Unsupported(
        "partitions" -> "a standard queue has none",
        "priority" -> "a standard queue has no priorities",
        "listener" -> "SQS is asked for messages, and calls nobody back"
      )

/** What differs between services that speak SQS: the `sqs` section of a `broker.yaml`.
  *
  * @param largestMessage
  *   that it takes, and the most of all messages in a batch, in bytes
  */
final case class SqsDialect(largestMessage: Int)

object SqsDialect:
  /** Of the service itself, since August 2025. */
  private val OneMiB = 1 << 20
  private val Smallest = 1024

  val reader: Reader[SqsDialect] = Fields.reader("an SQS dialect") { (f, _) =>
    Some(SqsDialect(f.getOrElse("largest_message", Reader.int(Smallest, OneMiB))(OneMiB)))
  }
