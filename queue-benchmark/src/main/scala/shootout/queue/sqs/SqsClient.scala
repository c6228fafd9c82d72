package shootout.queue.sqs

import shootout.driver.{ClientSpec, Confirmations, DestinationName, DestinationSpec, ReceiveSpec, SendSpec}
import shootout.queue.{QueueAdmin, QueueLink, QueueReceiver, QueueSender, Waiting}
import shootout.units.Endpoint
import software.amazon.awssdk.auth.credentials.{AwsBasicCredentials, AwsCredentialsProvider}
import software.amazon.awssdk.auth.credentials.{DefaultCredentialsProvider, StaticCredentialsProvider}
import software.amazon.awssdk.awscore.exception.AwsServiceException
import software.amazon.awssdk.http.nio.netty.{NettyNioAsyncHttpClient, SdkEventLoopGroup}
import software.amazon.awssdk.regions.Region
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain
import software.amazon.awssdk.services.sqs.SqsAsyncClient
import software.amazon.awssdk.services.sqs.model.{CreateQueueRequest, DeleteQueueRequest, GetQueueUrlRequest}
import software.amazon.awssdk.services.sqs.model.{QueueAttributeName, QueueDoesNotExistException}

import java.net.{InetAddress, URI}
import java.time.Duration
import java.util.concurrent.{ConcurrentHashMap, TimeUnit}
import java.util.concurrent.locks.LockSupport
import scala.util.Try

/** What one client uses to send and receive. All clients share the connections. */
private[sqs] final class SqsLink(spec: ClientSpec, library: SqsAsyncClient, queues: SqsQueues, largestMessage: Int)
    extends QueueLink(spec, queues):
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    val urls = send.targets.map(target => queues.url(target.name)).toArray
    SqsSender(library, urls, send, largestMessage, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    SqsReceiver(library, queues.url(receive.source.name), receive, confirmations.failed)

/** The library's client, which all clients of a session share, as its documentation recommends. */
private[sqs] object SqsClient:
  val MostConnections = 5000
  private val LimitS = 20L
  private val Forbidden = Set(401, 403)

  /** It does not end with a session, because that takes two seconds. Its threads end with the process. */
  private lazy val loops = SdkEventLoopGroup.create(io.netty.channel.nio.NioEventLoopGroup(0, daemon))

  private def daemon: java.util.concurrent.ThreadFactory = task =>
    val thread = Thread(task, "sqs")
    thread.setDaemon(true)
    thread

  def open(endpoint: Endpoint): SqsAsyncClient =
    val http = NettyNioAsyncHttpClient.builder().eventLoopGroup(loops).maxConcurrency(MostConnections)
      .connectionAcquisitionTimeout(Duration.ofSeconds(LimitS))
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

  /** Whether the service understood the library and refused it. */
  def refuses(failure: Throwable): Boolean = failure match
    case said: AwsServiceException => Forbidden(said.statusCode)
    case _ => false

/** Makes and removes queues for all clients of a session. Any thread may call it, and every call waits for the service.
  *
  * @param atOnce
  *   whether a queue may be used as soon as it is made; in the service itself it may be used a second later
  */
private[sqs] final class SqsQueues(client: SqsAsyncClient, atOnce: Boolean) extends QueueAdmin:
  private val urls = ConcurrentHashMap[String, String]()

  override def hello(): Unit =
    val asked = GetQueueUrlRequest.builder().queueName("shootout_hello").build()
    unlessGone(Waiting.answer(client.getQueueUrl(asked)): Unit)

  /** The URL of the queue of this name, which is made if it does not exist. */
  def url(name: String): String = urls.computeIfAbsent(name, made)

  protected def make(spec: DestinationSpec): Unit = url(spec.name.name): Unit

  private def made(name: String): String =
    val attributes = java.util.Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, SqsQueues.VisibilityS.toString)
    val asked = CreateQueueRequest.builder().queueName(SqsQueues.fitting(name)).attributes(attributes).build()
    val url = Waiting.answer(client.createQueue(asked)).queueUrl
    if !atOnce then LockSupport.parkNanos(SqsQueues.Making)
    url

  /** Removes a queue with all its messages. A queue that another session has made is found by its name. */
  protected def delete(destination: DestinationName): Unit = unlessGone {
    val name = destination.name
    val asked = GetQueueUrlRequest.builder().queueName(SqsQueues.fitting(name)).build()
    val url = Option(urls.remove(name)).getOrElse(Waiting.answer(client.getQueueUrl(asked)).queueUrl)
    Waiting.answer(client.deleteQueue(DeleteQueueRequest.builder().queueUrl(url).build())): Unit
  }

  private def unlessGone(step: => Unit): Unit =
    try step
    catch case _: QueueDoesNotExistException => ()

  def close(): Unit = client.close()

private[sqs] object SqsQueues:
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
