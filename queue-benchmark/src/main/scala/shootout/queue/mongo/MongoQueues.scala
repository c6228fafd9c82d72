package shootout.queue.mongo

import com.mongodb.{MongoClientSettings, MongoCommandException, MongoCredential, MongoIncompatibleDriverException}
import com.mongodb.{MongoSecurityException, ServerAddress, WriteConcern}
import com.mongodb.client.{MongoClient, MongoClients, MongoCollection}
import com.mongodb.client.model.Indexes
import com.mongodb.connection.ClusterConnectionMode
import org.bson.{BsonDocument, BsonInt32}
import shootout.driver.{ClientSpec, Confirmations, DestinationName, DestinationSpec, ReceiveSpec, SendSpec}
import shootout.queue.{QueueAdmin, QueueLink, QueueReceiver, QueueSender}
import shootout.units.{Endpoint, EpochMillis}

import java.util.concurrent.{ConcurrentHashMap, TimeUnit}
import scala.jdk.CollectionConverters.*

/** What one client uses to send and receive. All clients share the connections. */
private[mongo] final class MongoLink(spec: ClientSpec, dialect: MongoDialect, queues: MongoQueues)
    extends QueueLink(spec, queues):
  protected def sender(send: SendSpec, confirmations: Confirmations): QueueSender =
    val targets = send.targets.map(target => queues.of(target.name).withWriteConcern(dialect.writeConcern)).toArray
    MongoSender(spec.name, targets, send, dialect.pick, confirmations)
  protected def receiver(receive: ReceiveSpec, confirmations: Confirmations): QueueReceiver =
    MongoReceiver(queues.of(receive.source.name), receive, dialect.pick)

/** The library's client, which all clients of a session share, as its documentation recommends. */
private[mongo] object MongoConnections:
  val PatienceS = 10

  /** The error code for a request that is not permitted. */
  private val Unauthorized = 13

  /** Returns before there is any connection. A replica set names its members itself. */
  def open(endpoint: Endpoint): MongoClient =
    val hosts = endpoint.addresses.map((host, port) => ServerAddress(host, port)).asJava
    val settings = MongoClientSettings.builder()
      .applyToClusterSettings { cluster =>
        cluster.hosts(hosts).mode(ClusterConnectionMode.MULTIPLE)
          .serverSelectionTimeout(PatienceS, TimeUnit.SECONDS): Unit
      }
      .applyToConnectionPoolSettings(pool => pool.maxSize(0): Unit)
    for login <- endpoint.login; passcode <- endpoint.passcode do
      settings.credential(MongoCredential.createCredential(login, "admin", passcode.toCharArray))
    if endpoint.tls.isDefined then settings.applyToSslSettings(ssl => ssl.enabled(true): Unit)
    MongoClients.create(settings.build())

  /** Whether the server understood the library and refused it. */
  def refuses(failure: Throwable): Boolean = failure match
    case _: (MongoSecurityException | MongoIncompatibleDriverException) => true
    case said: MongoCommandException => said.getErrorCode == Unauthorized
    case _ => false

/** Makes and removes the collections of queues, for all clients of a session. Any thread may call it, and every call
  * waits for the server.
  */
private[mongo] final class MongoQueues(dialect: MongoDialect, endpoint: Endpoint) extends QueueAdmin:
  private val client: MongoClient = MongoConnections.open(endpoint)
  private val database = client.getDatabase(MongoQueues.Database)
  private val known = ConcurrentHashMap[String, MongoCollection[BsonDocument]]()

  override def hello(): Unit = database.runCommand(BsonDocument("ping", BsonInt32(1))): Unit

  /** The queue of this name, with an index for its receivers. A deletion needs one node only, because messages may be
    * redelivered.
    */
  def of(name: String): MongoCollection[BsonDocument] = known.computeIfAbsent(name, made)

  protected def make(spec: DestinationSpec): Unit = of(spec.name.name): Unit

  private def made(name: String): MongoCollection[BsonDocument] =
    val queue = database.getCollection(name, classOf[BsonDocument]).withWriteConcern(WriteConcern.W1)
    val index = dialect.pick match
      case Pick.First => Indexes.ascending(MongoQueues.Due)
      case Pick.Random => Indexes.ascending(MongoQueues.Place, MongoQueues.Due)
    queue.createIndex(index)
    queue

  /** Removes a queue with all its messages. */
  protected def delete(destination: DestinationName): Unit =
    known.remove(destination.name)
    database.getCollection(destination.name).drop()

  def close(): Unit = client.close()

private[mongo] object MongoQueues:
  val Database = "shootout"

  // the fields of a message
  val Id = "_id"

  /** The time from which a receiver may have the message, in milliseconds of the clients' clock since 1970. */
  val Due = "due"

  private val (began, beganNanos) = (EpochMillis.now().value, System.nanoTime())

  /** The clients' clock: the machine's clock when this process began, continued by elapsed time. If somebody set back
    * the machine's clock, nothing would be due for a while.
    */
  def now(): Long = began + (System.nanoTime() - beganNanos) / 1_000_000

  /** A random number from 0 to 1, for receivers that begin at a random place. */
  val Place = "place"
  val Body = "body"
