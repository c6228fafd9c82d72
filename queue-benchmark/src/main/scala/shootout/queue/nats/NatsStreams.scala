package shootout.queue.nats

import io.nats.client.api.{
  AckPolicy,
  ConsumerConfiguration,
  DeliverPolicy,
  RetentionPolicy,
  StorageType,
  StreamConfiguration
}
import io.nats.client.{Connection, JetStreamApiException, JetStreamManagement}
import shootout.driver.DestinationName
import shootout.scenario.DestinationType
import shootout.units.Endpoint

import java.time.Duration
import java.util.concurrent.ConcurrentHashMap

/** Makes and removes streams and consumers, for all clients of a session. From any thread; every call waits for the server. */
private final class NatsStreams(dialect: NatsDialect, endpoint: Endpoint) extends AutoCloseable:
  private var connectionOrNull: Connection | Null = null
  private val known = ConcurrentHashMap.newKeySet[String]()

  /** By stream and name. Each is asked for once: of many that ask a cluster for the same one at a time, some get no answer. */
  private val consumers = ConcurrentHashMap[(String, String), ConsumerConfiguration]()

  private def management: JetStreamManagement = synchronized {
    val there = connectionOrNull
    val connection =
      if there != null && there.getStatus == Connection.Status.CONNECTED then there
      else NatsConnection.open(endpoint, "streams", _ => ())
    connectionOrNull = connection
    connection.jetStreamManagement(NatsConnection.patient)
  }

  /** Returns when JetStream has answered. */
  def hello(): Unit = management.getAccountStatistics(): Unit

  /** Makes a stream of the destination's name, unless it is there. */
  def ensure(destination: DestinationName): Unit = if !known.contains(destination.name) then
    val queue = destination.kind == DestinationType.Queue
    val stream = StreamConfiguration.builder().name(destination.name).subjects(destination.name)
      .storageType(StorageType.File).replicas(dialect.replicas)
      .retentionPolicy(if queue then RetentionPolicy.WorkQueue else RetentionPolicy.Interest)
    management.addStream(stream.build())
    known.add(destination.name)

  /** Makes a consumer, unless it is there; one that is there goes on where it was. */
  def consumer(destination: DestinationName, name: String): Unit =
    consumers.computeIfAbsent(destination.name -> name, _ => make(destination, name)): Unit

  private def make(destination: DestinationName, name: String): ConsumerConfiguration =
    val from = if destination.kind == DestinationType.Queue then DeliverPolicy.All else DeliverPolicy.New
    // the library compares a filter with the subject, and an absent one too
    val consumer = ConsumerConfiguration.builder().durable(name).ackPolicy(AckPolicy.Explicit)
      .ackWait(NatsStreams.AckWait).deliverPolicy(from).filterSubject(destination.name)
    management.addOrUpdateConsumer(destination.name, consumer.build()).getConsumerConfiguration

  def removeConsumer(destination: DestinationName, name: String): Unit =
    consumers.remove(destination.name -> name)
    ifThere(management.deleteConsumer(destination.name, name))

  def remove(stream: String): Unit =
    ifThere(management.deleteStream(stream))
    known.remove(stream)
    consumers.keySet.removeIf(_._1 == stream): Unit

  private def ifThere(removal: => Boolean): Unit =
    try removal: Unit
    catch case e: JetStreamApiException if e.getErrorCode == NatsStreams.NotFound => ()

  def close(): Unit =
    val there = synchronized(connectionOrNull)
    if there != null then there.close()

private object NatsStreams:
  private val AckWait = Duration.ofSeconds(10)
  private val NotFound = 404
