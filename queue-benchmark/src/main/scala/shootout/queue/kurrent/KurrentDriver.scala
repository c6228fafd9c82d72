package shootout.queue.kurrent

import io.grpc.Status
import io.kurrent.dbclient.*
import shootout.driver.*
import shootout.queue.*
import shootout.units.{DeliveryOrder, Endpoint}

import java.time.Duration
import java.util.concurrent.CompletableFuture

/** KurrentDB, formerly EventStoreDB. A queue is a stream with one persistent subscription from its beginning. The
  * replicas are nodes of the cluster, most of which have an event when its append is confirmed. Persistent
  * subscriptions keep no order, because what is given back comes later.
  */
final class KurrentDriver
    extends QueueDriver("kurrent", "KurrentDB", Replicas.reader("KurrentDB", 1 to 9), DeliveryOrder.Unordered):
  /** Only the name of the library's archive contains the version. */
  def name: String =
    val archive = classOf[KurrentDBClient].getProtectionDomain.getCodeSource.getLocation.getPath
    archive.drop(archive.lastIndexOf('/') + 1).replace("kurrentdb-client-", "kurrentdb-client ").stripSuffix(".jar")

  override def largestBody(nodes: Replicas): Int = KurrentSender.LargestBody
  override def whyNoLarger(nodes: Replicas): String =
    s"an append may have at most 1 MiB including its frames, and so a message at most ${largestBody(nodes)} B"

  def refuses(failure: Throwable): Boolean = Status.fromThrowable(failure).getCode match
    case Status.Code.UNAUTHENTICATED | Status.Code.PERMISSION_DENIED => true
    case _ => false

  def open(nodes: Replicas, endpoint: Endpoint): Session = KurrentSession(endpoint)

  override def settings: List[String] = List(
    s"bufferSize=${KurrentReceiver.Ahead}, or the workload's prefetch: by default, a subscriber has at most 10 " +
      "events that it has not acknowledged",
    s"messageTimeout=${KurrentSession.TimeoutS} s: by default, events of a dead consumer are redelivered after 30 s, " +
      "longer than any workload waits",
    "maxRetryCount: unlimited; by default, an event that was given back ten times is put aside",
    "one append at a time for each sender and stream: the library would run several in any order; messages that " +
      "are sent meanwhile go with the next append"
  )

  def lacks(nodes: Replicas): Unsupported =
    QueueUnsupported.noTopics("this driver uses streams as queues, with one persistent subscription each") ++
      QueueUnsupported.keepsAll("KurrentDB writes every event to its log") ++
      QueueUnsupported.noTransactions("an append is a transaction of its own, and acknowledgements are in none") ++
      QueueUnsupported.noSelectors("a persistent subscription to a stream has no selectors") ++ Unsupported(
        "partitions" -> "a stream has no partitions",
        "priority" -> "a stream has no priorities"
      )

/** Subscriptions, with their streams. */
private[kurrent] final class KurrentSession(endpoint: Endpoint) extends QueueSession:
  private val client = CommonConnection[KurrentClient](open(), !_.streams.isShutdown, _.close())

  private def open(): KurrentClient =
    val settings = KurrentDBClientSettings.builder().tls(false)
    for (host, port) <- endpoint.addresses do settings.addHost(host, port)
    for login <- endpoint.login do settings.defaultCredentials(login, endpoint.passcode.getOrElse(""))
    KurrentClient(KurrentDBClient.create(settings.buildConnectionSettings()))

  protected def make(spec: DestinationSpec): Unit =
    val options = CreatePersistentSubscriptionToStreamOptions.get().fromStart()
      .messageTimeout(Duration.ofSeconds(KurrentSession.TimeoutS)).maxRetryCount(Int.MaxValue)
    val made = client.get.subscriptions.createToStream(spec.name.name, KurrentSession.Group, options)
    unless(Status.Code.ALREADY_EXISTS)(made)

  /** Removes a stream. A new stream of the same name begins after the events of the old one. */
  protected def delete(destination: DestinationName): Unit =
    val name = destination.name
    unless(Status.Code.NOT_FOUND)(client.get.subscriptions.deleteToStream(name, KurrentSession.Group))
    unless(Status.Code.NOT_FOUND)(client.get.streams.deleteStream(name))

  /** Waits for the answer. The given status counts as success too, because nothing is left to do then. */
  private def unless(said: Status.Code)(future: CompletableFuture[?]): Unit =
    try Waiting.answer(future): Unit
    catch case e: Throwable if Status.fromThrowable(e).getCode == said => ()

  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection = new QueueConnection(this):
    private val client = open()
    override def hello(): Unit = Waiting.answer(client.streams.getServerVersion): Unit
    def sender(send: SendSpec): QueueSender = KurrentSender(client, send, confirmations)
    def receiver(receive: ReceiveSpec): QueueReceiver = KurrentReceiver(client, receive, confirmations.failed)
    override def cut(): Unit = client.close()

  protected def end(): Unit = client.close()

private[kurrent] object KurrentSession:
  /** The group of all receivers of a queue. */
  val Group = "work"
  val TimeoutS = 10L

/** One connection, which the library opens when it is first needed. Any thread may use it. */
private[kurrent] final class KurrentClient(val streams: KurrentDBClient):
  val subscriptions: KurrentDBPersistentSubscriptionsClient = KurrentDBPersistentSubscriptionsClient.from(streams)

  /** Ends the connection at once. It throws nothing. */
  def close(): Unit =
    try Waiting.answer(streams.shutdown()): Unit
    catch case _: Exception => ()
