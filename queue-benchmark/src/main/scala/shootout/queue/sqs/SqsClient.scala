package shootout.queue.sqs

import shootout.units.Endpoint
import software.amazon.awssdk.auth.credentials.{
  AwsBasicCredentials,
  AwsCredentialsProvider,
  DefaultCredentialsProvider,
  StaticCredentialsProvider
}
import software.amazon.awssdk.awscore.exception.AwsServiceException
import software.amazon.awssdk.http.nio.netty.{NettyNioAsyncHttpClient, SdkEventLoopGroup}
import software.amazon.awssdk.regions.Region
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain
import software.amazon.awssdk.services.sqs.SqsAsyncClient

import java.net.{InetAddress, URI}
import java.time.Duration
import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit}
import scala.util.Try

/** The library's client, which all clients of a session share, as its documentation wants it. */
private[sqs] object SqsClient:
  val MostConnections = 5000
  private val LimitS = 20L
  private val Forbidden = Set(401, 403)

  /** It is not ended with a session: that takes two seconds. Its threads end with the process. */
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

  /** On this machine, where no account is asked for. */
  def isHere(endpoint: Endpoint): Boolean =
    Try(InetAddress.getByName(endpoint.host)).toOption.exists(_.isLoopbackAddress)

  /** The service's are found where the library looks for them (environment, profile, machine); none is kept here. */
  private def credentials(endpoint: Endpoint): AwsCredentialsProvider =
    if isHere(endpoint) then StaticCredentialsProvider.create(AwsBasicCredentials.create("shootout", "shootout"))
    else DefaultCredentialsProvider.builder().build()

  private val inHost = "(?:^|\\.)sqs\\.([a-z0-9-]+)\\.".r

  /** That of the host's name, or the one that the library finds where it finds credentials. */
  private[sqs] def region(endpoint: Endpoint): Region =
    inHost.findFirstMatchIn(endpoint.host).map(found => Region.of(found.group(1))).getOrElse {
      if isHere(endpoint) then Region.of("local") else DefaultAwsRegionProviderChain().getRegion
    }

  /** What was asked for, when it is there.
    *
    * @throws Throwable
    *   what the service says, if it refuses
    */
  def done[A](future: CompletableFuture[A]): A =
    try future.get(LimitS, TimeUnit.SECONDS)
    catch case e: ExecutionException => throw cause(e)

  /** What the library has wrapped. */
  def cause(failure: Throwable): Throwable = failure match
    case wrapped: (ExecutionException | java.util.concurrent.CompletionException) if wrapped.getCause != null =>
      cause(wrapped.getCause)
    case other => other

  /** Whether the service understood the library and said no. */
  def refuses(failure: Throwable): Boolean = failure match
    case said: AwsServiceException => Forbidden(said.statusCode)
    case _ => false
