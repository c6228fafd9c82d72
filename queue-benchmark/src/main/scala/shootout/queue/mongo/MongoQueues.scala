package shootout.queue.mongo

import shootout.units.EpochMillis
import com.mongodb.WriteConcern
import com.mongodb.client.model.Indexes
import com.mongodb.client.{MongoClient, MongoCollection}
import org.bson.{BsonDocument, BsonInt32}
import shootout.driver.{DestinationName, DestinationSpec}
import shootout.queue.QueueAdmin
import shootout.units.Endpoint

import java.util.concurrent.ConcurrentHashMap

/** Makes and removes collections that are queues, for all clients of a session. From any thread; every call waits for the server. */
private[mongo] final class MongoQueues(dialect: MongoDialect, endpoint: Endpoint) extends QueueAdmin:
  private val client: MongoClient = MongoConnections.open(endpoint)
  private val database = client.getDatabase(MongoQueues.Database)
  private val known = ConcurrentHashMap[String, MongoCollection[BsonDocument]]()

  /** Returns when the server has answered. */
  def hello(): Unit = database.runCommand(BsonDocument("ping", BsonInt32(1))): Unit

  /** The queue of this name, with an index for who takes from it. Deletions need no more than one node, for what comes again may. */
  def of(name: String): MongoCollection[BsonDocument] = known.computeIfAbsent(name, made)

  protected def make(spec: DestinationSpec): Unit = of(spec.name.name): Unit

  private def made(name: String): MongoCollection[BsonDocument] =
    val queue = database.getCollection(name, classOf[BsonDocument]).withWriteConcern(WriteConcern.W1)
    val index = dialect.pick match
      case Pick.First => Indexes.ascending(MongoQueues.Due)
      case Pick.Random => Indexes.ascending(MongoQueues.Place, MongoQueues.Due)
    queue.createIndex(index)
    queue

  /** With all that is in it. */
  protected def delete(destination: DestinationName): Unit =
    known.remove(destination.name)
    database.getCollection(destination.name).drop()

  def close(): Unit = client.close()

private[mongo] object MongoQueues:
  val Database = "shootout"

  // the fields of a message
  val Id = "_id"

  /** From when on a receiver may have it, in milliseconds of the clients' clock since 1970. */
  val Due = "due"

  private val (began, beganNanos) = (EpochMillis.now().value, System.nanoTime())

  /** The clients' clock: that of the machine as it was when this process began, for while somebody sets it back nothing would be due. */
  def now(): Long = began + (System.nanoTime() - beganNanos) / 1_000_000

  /** A random number from 0 to 1, where receivers begin at a random one. */
  val Place = "place"
  val Body = "body"
