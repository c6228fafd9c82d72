package shootout.queue.sqs

import shootout.driver.*
import shootout.yaml.{Fields, Reader}
import shootout.queue.*
import shootout.units.{DeliveryOrder, Endpoint}
import software.amazon.awssdk.auth.credentials.*
import software.amazon.awssdk.awscore.exception.AwsServiceException
import software.amazon.awssdk.core.util.VersionInfo
import software.amazon.awssdk.http.nio.netty.{NettyNioAsyncHttpClient, SdkEventLoopGroup}
import software.amazon.awssdk.regions.Region
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain
import software.amazon.awssdk.services.sqs.SqsAsyncClient
import software.amazon.awssdk.services.sqs.model.*

import java.net.{InetAddress, URI}
import java.time.Duration
import java.util.concurrent.{ConcurrentHashMap, TimeUnit}
import java.util.concurrent.locks.LockSupport
import scala.util.Try
import scala.util.control.Exception.ignoring

/** Amazon SQS, and services that speak its protocol, with standard queues. They promise no order and delivery at least
  * once, even if this service promises more.
  */
final class SqsDriver
    extends QueueDriver("sqs", "SQS", SqsDialect.reader, DeliveryOrder.Unordered):
  def name: String = s"AWS SDK for Java ${VersionInfo.SDK_VERSION}, with Netty"

  override def access: Access =
    val own = "over sqs, the AWS SDK looks for them itself (environment, ~/.aws, the machine's role); leave them out"
    Access(Encryption.BySystem, noLogin = Some(own))

  override def largestBody(dialect: SqsDialect): Int = SqsBody.bytesIn(dialect.largestMessage)
  override def whyNoLarger(dialect: SqsDialect): String =
    s"its largest message has ${dialect.largestMessage} B, in which in Base64 there is room for " +
      s"${largestBody(dialect)} B"

  def refuses(failure: Throwable): Boolean = failure match
    case said: AwsServiceException => said.statusCode == 401 || said.statusCode == 403
    case _ => false

  def open(dialect: SqsDialect, endpoint: Endpoint): Session =
    SqsSession(SqsClient.open(endpoint), SqsClient.isHere(endpoint), dialect.largestMessage)

  override def settings: List[String] = List(
    s"WaitTimeSeconds=${SqsReceiver.WaitS}: requests wait for messages (long polling), but not longer, because a " +
      "receiver that leaves waits for the last request and gives its messages back",
    s"VisibilityTimeout=${SqsSession.VisibilityS}: by default, messages of a dead consumer come again after 30 s, " +
      "longer than any workload waits",
    "Base64: bodies are bytes, but a message of SQS is text, so a third more is sent, and both sides convert it",
    s"maxConcurrency=${SqsClient.MostConnections}: all clients share the connections; with the default of 50, they " +
      "would wait for one"
  )

  def lacks(dialect: SqsDialect): Unsupported =
    QueueUnsupported.noTopics("SQS has queues only") ++
      QueueUnsupported.keepsAll("SQS has one kind of message, which it keeps") ++
      QueueUnsupported.noTransactions("SQS has no transactions") ++
      QueueUnsupported.noSelectors("SQS has no selectors") ++
      QueueUnsupported.noPrefetch("SQS limits unacknowledged messages for a queue (120,000), not for a consumer") ++
      Unsupported(
        "partitions" -> "a standard queue has no partitions",
        "priority" -> "a standard queue has no priorities"
      )

/** The differences between services that speak SQS: the `sqs` section of a `broker.yaml`.
  *
  * @param largestMessage
  *   the largest message that the service accepts, and the most bytes of all messages in a batch
  */
private[queue] final case class SqsDialect(largestMessage: Int) extends QueueDialect

private[queue] object SqsDialect:
  /** The limit of the service itself, since August 2025. */
  private val OneMiB = 1 << 20
  private val Smallest = 1024

  val reader: Reader[SqsDialect] = Fields.reader("an SQS dialect") { (f, _) =>
    Some(SqsDialect(f.getOrElse("largest_message", Reader.int(Smallest, OneMiB))(OneMiB)))
  }

/** The library's client, which all clients of a session share, as its documentation recommends. */
private[sqs] object SqsClient:
  val MostConnections = 5000

  /** It does not end with a session, because that takes two seconds. Its threads end with the process. */
  private lazy val loops = SdkEventLoopGroup.create(io.netty.channel.nio.NioEventLoopGroup(0, daemon))

  private def daemon: java.util.concurrent.ThreadFactory = task =>
    val thread = Thread(task, "sqs")
    thread.setDaemon(true)
    thread

  def open(endpoint: Endpoint): SqsAsyncClient =
    val http = NettyNioAsyncHttpClient.builder().eventLoopGroup(loops).maxConcurrency(MostConnections)
      .connectionAcquisitionTimeout(Duration.ofSeconds(20))
    val scheme = if endpoint.tls.isDefined then "https" else "http"
    SqsAsyncClient.builder()
      .httpClientBuilder(http)
      .endpointOverride(URI(s"$scheme://${endpoint.host}:${endpoint.port}"))
      .region(region(endpoint))
      .credentialsProvider(credentials(endpoint))
      .build()

  /** Whether the service is on this machine, where no account is needed. */
  def isHere(endpoint: Endpoint): Boolean =
    Try(InetAddress.getByName(endpoint.host)).toOption.exists(_.isLoopbackAddress)

  /** The library finds the credentials of the service itself (environment, profile, machine). We keep none. */
  private def credentials(endpoint: Endpoint): AwsCredentialsProvider =
    if isHere(endpoint) then StaticCredentialsProvider.create(AwsBasicCredentials.create("shootout", "shootout"))
    else DefaultCredentialsProvider.builder().build()

  private val inHost = "(?:^|\\.)sqs\\.([a-z0-9-]+)\\.".r

  /** The region in the host's name, or the one that the library finds where it finds credentials. */
  private[sqs] def region(endpoint: Endpoint): Region =
    inHost.findFirstMatchIn(endpoint.host).map(found => Region.of(found.group(1))).getOrElse {
      if isHere(endpoint) then Region.of("local") else DefaultAwsRegionProviderChain().getRegion
    }

/** Queues, and the library's client, whose connections all clients share.
  *
  * @param atOnce
  *   whether a queue may be used as soon as it is made; in the service itself it may be used a second later
  */
private[sqs] final class SqsSession(client: SqsAsyncClient, atOnce: Boolean, largestMessage: Int) extends QueueSession:
  private val urls = ConcurrentHashMap[String, String]()

  override def hello(): Unit =
    ignoring(classOf[QueueDoesNotExistException])(urlOf("shootout_hello"): Unit)

  /** The URL of a queue that this session has made. */
  private def url(name: String): String = urls.get(name).nn

  protected def make(spec: DestinationSpec): Unit =
    val name = spec.name.name
    val attributes = java.util.Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, SqsSession.VisibilityS.toString)
    val asked = CreateQueueRequest.builder().queueName(SqsSession.fitting(name)).attributes(attributes).build()
    urls.put(name, Waiting.answer(client.createQueue(asked)).queueUrl)
    if !atOnce then LockSupport.parkNanos(SqsSession.Making)

  /** Removes a queue with all its messages. A queue that another session has made is found by its name. */
  protected def delete(destination: DestinationName): Unit = ignoring(classOf[QueueDoesNotExistException]) {
    val name = destination.name
    val url = Option(urls.remove(name)).getOrElse(urlOf(SqsSession.fitting(name)))
    Waiting.answer(client.deleteQueue(DeleteQueueRequest.builder().queueUrl(url).build())): Unit
  }

  private def urlOf(queue: String): String =
    Waiting.answer(client.getQueueUrl(GetQueueUrlRequest.builder().queueName(queue).build())).queueUrl

  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection = new QueueConnection(this):
    def sender(send: SendSpec): QueueSender =
      SqsSender(client, send.targets.map(target => url(target.name)).toArray, send, largestMessage, confirmations)
    def receiver(receive: ReceiveSpec): QueueReceiver =
      SqsReceiver(client, url(receive.source.name), receive, confirmations.failed)

  protected def end(): Unit = client.close()

private[sqs] object SqsSession:
  val VisibilityS = 10
  private val Making = TimeUnit.SECONDS.toNanos(1)
  private val LongestName = 80

  /** A name that SQS accepts: at most 80 letters, digits, `-` and `_`. */
  private[sqs] def fitting(name: String): String =
    val plain = name.replaceAll("[^A-Za-z0-9_-]", "_")
    if plain == name && name.length <= LongestName then name
    else
      val flag = f"_${name.hashCode}%08x"
      plain.take(LongestName - flag.length) + flag
