package shootout.queue.nats

import io.nats.client.*
import io.nats.client.api.*
import shootout.driver.*
import shootout.queue.*
import shootout.units.{DeliveryOrder, DestinationType, Endpoint}

import java.io.IOException
import java.time.Duration
import java.util.concurrent.ConcurrentHashMap

/** NATS JetStream. A queue is a stream that forgets acknowledged messages (a work queue), with one pull consumer. A
  * topic is a stream that keeps messages as long as one of its consumers wants them. The replicas are copies of each
  * stream, at most five.
  */
final class NatsDriver
    extends QueueDriver("nats", "NATS JetStream", Replicas.reader("NATS", 1 to 5), DeliveryOrder.Producer):
  def name: String = s"jnats ${Nats.CLIENT_VERSION}"
  def refuses(failure: Throwable): Boolean = failure.isInstanceOf[AuthenticationException]
  def open(replicas: Replicas, endpoint: Endpoint): Session = NatsSession(replicas.count, endpoint)

  override def settings: List[String] = List(
    "noReconnect: a lost connection is reported, and not silently restored",
    "ackWait=10 s: by default, messages of a dead consumer are redelivered after 30 s, longer than any workload waits",
    "requestTimeout=20 s: by default, a cluster has 2 s to make a stream"
  )

  def lacks(replicas: Replicas): Unsupported =
    QueueUnsupported.keepsAll("JetStream stores every message") ++
      QueueUnsupported.noTransactions("JetStream has no transactions") ++
      QueueUnsupported.noPrefetch(
        "the limit for messages delivered ahead (max_ack_pending) covers all consumers of a queue together"
      ) ++
      QueueUnsupported.noSelectors("a consumer selects by subject, not by header") ++ Unsupported(
        "partitions" -> "a stream has no partitions",
        "priority" -> "messages arrive in the order of their stream"
      )

/** Connects to one of the nodes of an endpoint, whichever answers. */
private object NatsConnection:
  /** The options for all requests to JetStream. */
  val patient: JetStreamOptions = JetStreamOptions.builder().requestTimeout(Duration.ofSeconds(20)).build()

  /** @param lost
    *   called by a thread of the library when the connection ends, on either side
    * @throws java.io.IOException
    *   if there is no connection
    */
  def open(endpoint: Endpoint, name: String, lost: Throwable => Unit): Connection =
    val servers = endpoint.addresses.map((host, port) => s"nats://$host:$port").toArray
    // if only one of several nodes does not answer, the library reports a loss too, so only the end counts
    val listener: ConnectionListener = (_, event) =>
      if event == ConnectionListener.Events.CLOSED then lost(IOException(event.toString))
    val options = new Options.Builder().servers(servers).connectionName(name).noReconnect()
      .connectionListener(listener).errorListener(LossListener(lost))
    for login <- endpoint.login; passcode <- endpoint.passcode do
      options.userInfo(login.toCharArray, passcode.toCharArray)
    Nats.connect(options.build())

  /** Reports errors, which the library only logs by default. */
  private final class LossListener(lost: Throwable => Unit) extends ErrorListener:
    override def errorOccurred(connection: Connection, error: String): Unit = lost(IOException(error))
    override def exceptionOccurred(connection: Connection, failure: Exception): Unit = ()
    override def slowConsumerDetected(connection: Connection, consumer: Consumer): Unit = ()

/** Streams and consumers. */
private final class NatsSession(replicas: Int, endpoint: Endpoint) extends QueueSession:
  private val connection = CommonConnection[Connection](
    NatsConnection.open(endpoint, "streams", _ => ()),
    _.getStatus == Connection.Status.CONNECTED,
    _.close()
  )

  /** Consumers, by stream and name. Each is requested once. If many clients ask a cluster for the same one at a time,
    * some get no answer.
    */
  private val consumers = ConcurrentHashMap[(String, String), ConsumerConfiguration]()

  private def management: JetStreamManagement = connection.get.jetStreamManagement(NatsConnection.patient)

  override def hello(): Unit = management.getAccountStatistics(): Unit

  protected def make(spec: DestinationSpec): Unit =
    val destination = spec.name
    val queue = destination.kind == DestinationType.Queue
    val stream = StreamConfiguration.builder().name(destination.name).subjects(destination.name)
      .storageType(StorageType.File).replicas(replicas)
      .retentionPolicy(if queue then RetentionPolicy.WorkQueue else RetentionPolicy.Interest)
    management.addStream(stream.build()): Unit

  /** Makes a consumer, unless it exists. An existing one goes on where it was. */
  def consumer(destination: DestinationName, name: String): Unit =
    consumers.computeIfAbsent(destination.name -> name, _ => make(destination, name)): Unit

  private def make(destination: DestinationName, name: String): ConsumerConfiguration =
    val from = if destination.kind == DestinationType.Queue then DeliverPolicy.All else DeliverPolicy.New
    // the library compares a filter with the subject, even if there is no filter
    val consumer = ConsumerConfiguration.builder().durable(name).ackPolicy(AckPolicy.Explicit)
      .ackWait(NatsSession.AckWait).deliverPolicy(from).filterSubject(destination.name)
    management.addOrUpdateConsumer(destination.name, consumer.build()).getConsumerConfiguration

  def removeConsumer(destination: DestinationName, name: String): Unit =
    consumers.remove(destination.name -> name)
    ifThere(management.deleteConsumer(destination.name, name))

  protected def delete(destination: DestinationName): Unit =
    ifThere(management.deleteStream(destination.name))
    consumers.keySet.removeIf(_._1 == destination.name): Unit

  private def ifThere(removal: => Boolean): Unit =
    try removal: Unit
    catch case e: JetStreamApiException if e.getErrorCode == NatsSession.NotFound => ()

  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection =
    NatsClient(NatsConnection.open(endpoint, spec.name, confirmations.failed), spec, this, confirmations)

  protected def end(): Unit = connection.close()

private object NatsSession:
  private val AckWait = Duration.ofSeconds(10)
  private val NotFound = 404
