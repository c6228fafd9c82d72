package shootout.queue.mongo

import com.mongodb.*
import com.mongodb.client.{MongoClient, MongoClients, MongoCollection}
import com.mongodb.client.model.Indexes
import com.mongodb.connection.ClusterConnectionMode
import com.mongodb.internal.build.MongoDriverVersion
import org.bson.{BsonDocument, BsonInt32}
import shootout.driver.*
import shootout.yaml.{Fields, Reader}
import shootout.queue.*
import shootout.units.{Confirmation, DeliveryOrder, Endpoint, EpochMillis}

import java.util.concurrent.TimeUnit
import scala.jdk.CollectionConverters.*

/** MongoDB. A queue is a collection of documents, each with the time when it becomes due. Find-and-modify takes one
  * that is due, and puts its time off. A receiver acknowledges it by deleting it.
  */
final class MongoDriver
    extends QueueDriver("mongo", "MongoDB", MongoDialect.reader, DeliveryOrder.Unordered):
  def name: String = s"mongodb-driver-sync ${MongoDriverVersion.VERSION}"
  override def access: Access = Access(Encryption.BySystem)

  /** A document may have 16 MiB. All of it but the body has less than 1 KiB. */
  override def largestBody(dialect: MongoDialect): Int = (16 << 20) - 1024
  override def whyNoLarger(dialect: MongoDialect): String = "a document may have at most 16 MiB"

  /** The error code 13 says that a request is not permitted. */
  def refuses(failure: Throwable): Boolean = failure match
    case _: (MongoSecurityException | MongoIncompatibleDriverException) => true
    case said: MongoCommandException => said.getErrorCode == 13
    case _ => false

  def open(dialect: MongoDialect, endpoint: Endpoint): Session = MongoSession(dialect, endpoint)

  override def effectiveSettings(dialect: MongoDialect): List[String] =
    settings ++ dialect.options.map((name, value) => s"$name=$value: an option of broker.yaml")

  override def settings: List[String] = List(
    "maxPoolSize=0: there are as many connections as clients, because each client waits for its answers; by " +
      "default there are 100, and other clients wait",
    "insertMany: what a client hands over while its calls are under way goes together in the next one, unless the " +
      "client waits for it; up to four calls run at a time, in threads of their own, because the library's calls " +
      "wait for their answers",
    s"serverSelectionTimeout=${MongoSession.PatienceS} s: by default, the library waits 30 s for a server that " +
      "is gone, longer than any workload"
  )

  def lacks(dialect: MongoDialect): Unsupported =
    QueueUnsupported.noTopics("this driver uses collections as queues, not as topics") ++
      QueueUnsupported.keepsAll("MongoDB stores every document") ++
      QueueUnsupported.noPrefetch("a receiver gets messages on request only, so nothing is delivered ahead") ++
      QueueUnsupported.noSelectors("a receiver takes what is due; this driver selects by nothing else") ++ Unsupported(
        "partitions" -> "a collection has no partitions that a receiver could choose",
        "priority" -> "a receiver takes what is due, whatever its priority"
      )

/** The choice between messages that are due. */
enum Pick:
  /** The receiver gets the message that the server finds first: by the index, that which has been due longest. */
  case First

  /** The receiver gets the first message after a random place, so that many receivers do not want the same one. */
  case Random

/** The differences between servers: the `mongo` section of a `broker.yaml`.
  *
  * @param majority
  *   whether a send is confirmed when the majority of a replica set has it, and not already when its primary has it
  *   (write concern 1)
  */
private[queue] final case class MongoDialect(majority: Boolean, pick: Pick) extends QueueDialect:
  def writeConcern: WriteConcern = if majority then WriteConcern.MAJORITY else WriteConcern.W1

  override def confirmation: Confirmation = if majority then Confirmation.Replicas else Confirmation.Broker
  override def options: List[(String, String)] =
    Option.when(majority)("write_concern" -> "majority").toList ++ Option.when(pick == Pick.Random)("pick" -> "random")

private[queue] object MongoDialect:
  private val concern = Reader.word("1" -> false, "majority" -> true)
  private val pick = Reader.word("first" -> Pick.First, "random" -> Pick.Random)
  val reader: Reader[MongoDialect] = Fields.reader("a MongoDB dialect") { (f, _) =>
    val majority = f.getOrElse("write_concern", concern)(false)
    Some(MongoDialect(majority, f.getOrElse("pick", pick)(Pick.First)))
  }

/** Collections, and the library's client, which all clients share, as its documentation recommends. */
private[mongo] final class MongoSession(dialect: MongoDialect, endpoint: Endpoint) extends QueueSession:
  private val client: MongoClient = MongoSession.open(endpoint)
  private val database = client.getDatabase(MongoSession.Database)

  override def hello(): Unit = database.runCommand(BsonDocument("ping", BsonInt32(1))): Unit

  /** The queue of this name. A deletion needs one node only, because messages may be redelivered. */
  private def of(name: String): MongoCollection[BsonDocument] =
    database.getCollection(name, classOf[BsonDocument]).withWriteConcern(WriteConcern.W1)

  /** Makes a queue with an index for its receivers. */
  protected def make(spec: DestinationSpec): Unit =
    val index = dialect.pick match
      case Pick.First => Indexes.ascending(MongoSession.Due)
      case Pick.Random => Indexes.ascending(MongoSession.Place, MongoSession.Due)
    of(spec.name.name).createIndex(index): Unit

  protected def delete(destination: DestinationName): Unit = database.getCollection(destination.name).drop()

  def connect(spec: ClientSpec, confirmations: Confirmations): QueueConnection = new QueueConnection(this):
    def sender(send: SendSpec): QueueSender =
      val targets = send.targets.map(target => of(target.name).withWriteConcern(dialect.writeConcern)).toArray
      MongoSender(spec.name, targets, send, dialect.pick, confirmations)
    def receiver(receive: ReceiveSpec): QueueReceiver = MongoReceiver(of(receive.source.name), receive, dialect.pick)

  protected def end(): Unit = client.close()

private[mongo] object MongoSession:
  private val Database = "shootout"
  val PatienceS = 10

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

  /** Returns before there is any connection. A replica set names its members itself. */
  private def open(endpoint: Endpoint): MongoClient =
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
