package shootout.queue.kurrent

import io.grpc.Status
import io.kurrent.dbclient.{KurrentDBClient, KurrentDBClientSettings, KurrentDBPersistentSubscriptionsClient}
import shootout.units.{Endpoint, Trust}

import java.util.concurrent.{CompletableFuture, ExecutionException, TimeUnit}

/** One connection, which the library opens when it is first needed. From any thread. */
private[kurrent] final class KurrentClient(settings: KurrentDBClientSettings):
  private val client = KurrentDBClient.create(settings)
  val streams: KurrentDBClient = client
  val subscriptions: KurrentDBPersistentSubscriptionsClient = KurrentDBPersistentSubscriptionsClient.from(client)

  /** Returns when the server has answered. */
  def hello(): Unit = KurrentClient.done(client.getServerVersion): Unit

  /** Ends it at once. Throws nothing. */
  def close(): Unit =
    try KurrentClient.done(client.shutdown()): Unit
    catch case _: Exception => ()

private[kurrent] object KurrentClient:
  private val LimitS = 20L

  /** @throws IllegalArgumentException
    *   if the library cannot trust a server as the endpoint says
    */
  def open(endpoint: Endpoint): KurrentClient =
    val settings = KurrentDBClientSettings.builder().tls(endpoint.tls.isDefined)
    for (host, port) <- endpoint.addresses do settings.addHost(host, port)
    for login <- endpoint.login do settings.defaultCredentials(login, endpoint.passcode.getOrElse(""))
    endpoint.tls match
      case Some(Trust.Ca(pem)) => settings.tlsCaFile(pem.toString)
      case Some(Trust.Store(file, _)) =>
        throw IllegalArgumentException(s"the library reads no key store like $file; give it certificates in a PEM file")
      case Some(Trust.System) | None => ()
    KurrentClient(settings.buildConnectionSettings())

  /** What was asked for, when it is there.
    *
    * @throws Throwable
    *   what the server says, if it refuses
    */
  def done[A](future: CompletableFuture[A]): A =
    try future.get(LimitS, TimeUnit.SECONDS)
    catch case e: ExecutionException => throw cause(e)

  /** What the library has wrapped. */
  def cause(failure: Throwable): Throwable = failure match
    case wrapped: (ExecutionException | java.util.concurrent.CompletionException) if wrapped.getCause != null =>
      cause(wrapped.getCause)
    case other => other

  /** As [[done]], where the server may say that it is so already. */
  def unless(said: Status.Code)(future: CompletableFuture[?]): Unit =
    try done(future): Unit
    catch case e: Throwable if Status.fromThrowable(e).getCode == said => ()

  /** Only the name of its archive says it. */
  def libraryVersion: String =
    val archive = classOf[KurrentDBClient].getProtectionDomain.getCodeSource.getLocation.getPath
    archive.drop(archive.lastIndexOf('/') + 1).stripPrefix("kurrentdb-client-").stripSuffix(".jar")
