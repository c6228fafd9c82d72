package shootout.queue.kurrent

import io.grpc.Status
import io.kurrent.dbclient.{CreatePersistentSubscriptionToStreamOptions, KurrentDBClient, KurrentDBClientSettings}
import io.kurrent.dbclient.KurrentDBPersistentSubscriptionsClient
import shootout.driver.{ClientSpec, Confirmations, DestinationName, DestinationSpec, ReceiveSpec, SendSpec}
import shootout.queue.{CommonConnection, ConnectedLink, QueueAdmin, QueueReceiver, QueueSender, Waiting}
import shootout.units.{Endpoint, Trust}

import java.time.Duration
import java.util.concurrent.CompletableFuture

/** A connection, with what sends and receives over it. */
private[kurrent] final class KurrentLink(spec: ClientSpec, endpoint: Endpoint, queues: KurrentQueues)
    extends ConnectedLink[KurrentClient](spec, queues):
  protected def connected(confirmations: Confirmations): KurrentClient = KurrentClient.open(endpoint)
  override protected def hello(): Unit = connection.hello()
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    KurrentSender(connection, send, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    KurrentReceiver(connection, receive, confirmations.failed)

  protected def end(client: KurrentClient): Unit = client.close()

/** One connection, which the library opens when it is first needed. Any thread may use it. */
private[kurrent] final class KurrentClient(settings: KurrentDBClientSettings):
  private val client = KurrentDBClient.create(settings)
  val streams: KurrentDBClient = client
  val subscriptions: KurrentDBPersistentSubscriptionsClient = KurrentDBPersistentSubscriptionsClient.from(client)

  /** Returns when the server has answered. */
  def hello(): Unit = Waiting.answer(client.getServerVersion): Unit

  /** Ends the connection at once. It throws nothing. */
  def close(): Unit =
    try Waiting.answer(client.shutdown()): Unit
    catch case _: Exception => ()

private[kurrent] object KurrentClient:
  /** @throws IllegalArgumentException
    *   if the library cannot trust a server in the way that the endpoint asks for
    */
  def open(endpoint: Endpoint): KurrentClient =
    val settings = KurrentDBClientSettings.builder().tls(endpoint.tls.isDefined)
    for (host, port) <- endpoint.addresses do settings.addHost(host, port)
    for login <- endpoint.login do settings.defaultCredentials(login, endpoint.passcode.getOrElse(""))
    endpoint.tls match
      case Some(Trust.Ca(pem)) => settings.tlsCaFile(pem.toString)
      case Some(Trust.Store(file, _)) =>
        throw IllegalArgumentException(s"the library cannot read the key store $file; give it a PEM file instead")
      case Some(Trust.System) | None => ()
    KurrentClient(settings.buildConnectionSettings())

  /** Waits for the answer. The given status counts as success too, because nothing is left to do then. */
  def unless(said: Status.Code)(future: CompletableFuture[?]): Unit =
    try Waiting.answer(future): Unit
    catch case e: Throwable if Status.fromThrowable(e).getCode == said => ()

  /** The version, which only the name of the library's archive contains. */
  def libraryVersion: String =
    val archive = classOf[KurrentDBClient].getProtectionDomain.getCodeSource.getLocation.getPath
    archive.drop(archive.lastIndexOf('/') + 1).stripPrefix("kurrentdb-client-").stripSuffix(".jar")

/** Makes and removes subscriptions, with their streams, for all clients of a session. Any thread may call it, and every
  * call waits for the server.
  */
private[kurrent] final class KurrentQueues(endpoint: Endpoint) extends QueueAdmin:
  private val client = CommonConnection[KurrentClient](KurrentClient.open(endpoint), !_.streams.isShutdown, _.close())

  protected def make(spec: DestinationSpec): Unit =
    val options = CreatePersistentSubscriptionToStreamOptions.get().fromStart()
      .messageTimeout(Duration.ofSeconds(KurrentQueues.TimeoutS)).maxRetryCount(Int.MaxValue)
    val made = client.get.subscriptions.createToStream(spec.name.name, KurrentQueues.Group, options)
    KurrentClient.unless(Status.Code.ALREADY_EXISTS)(made)

  /** Removes a stream. A new stream of the same name begins after the events of the old one. */
  protected def delete(destination: DestinationName): Unit =
    val name = destination.name
    KurrentClient.unless(Status.Code.NOT_FOUND)(client.get.subscriptions.deleteToStream(name, KurrentQueues.Group))
    KurrentClient.unless(Status.Code.NOT_FOUND)(client.get.streams.deleteStream(name))

  def close(): Unit = client.close()

private[kurrent] object KurrentQueues:
  /** The group of all receivers of a queue. */
  val Group = "work"
  val TimeoutS = 10L
