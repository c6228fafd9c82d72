package shootout.queue.mongo

import com.mongodb.WriteConcern
import com.mongodb.internal.build.MongoDriverVersion
import shootout.driver.{Access, DeliveryPromise, Encryption, Session, Unsupported}
import shootout.yaml.{Fields, Reader}
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported}
import shootout.units.{Confirmation, DeliveryOrder, Endpoint, Redelivery}

/** MongoDB. A queue is a collection of documents, each with the time from which on it is due; find-and-modify takes one that is, and
  * puts its time off; who deletes it has acknowledged it.
  */
final class MongoDriver extends QueueDriver("mongo", "MongoDB", MongoDialect.reader, MongoProtocol(_, _)):
  def name: String = s"mongodb-driver-sync ${MongoDriverVersion.VERSION}"
  override def settings: List[String] = MongoProtocol.settings
  override def access: Access = Access(Encryption.BySystem)

/** MongoDB as one server, or one replica set, speaks it. */
final class MongoProtocol(dialect: MongoDialect, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      MongoProtocol.lacks,
      MongoProtocol.promise(dialect),
      MongoProtocol.settings ++ dialect.options.map((name, value) => s"$name=$value: of broker.yaml"),
      dialect.options
    ):
  override def largestBody: Int = MongoProtocol.LargestBody
  override protected def whyNoLarger: String = "a document has 16 MiB at most"

  protected def refuses(failure: Throwable): Boolean = MongoConnections.refuses(failure)

  def open(endpoint: Endpoint): Session =
    val queues = MongoQueues(dialect, endpoint)
    QueueSession(queues, MongoLink(_, dialect, queues))

object MongoProtocol:
  private def promise(dialect: MongoDialect): DeliveryPromise =
    val confirmation = if dialect.majority then Confirmation.Replicas else Confirmation.Broker
    DeliveryPromise(DeliveryOrder.Unordered, Redelivery.AtLeastOnce, confirmation)

  /** A document has 16 MiB; the rest of it is less than one. */
  private val LargestBody = (16 << 20) - 1024

  private[queue] val settings: List[String] = List(
    "maxPoolSize=0: as many connections as there are clients, each of which waits for its answers; by default there are 100, and others wait",
    "insertMany: what a client hands over while its calls are under way, four at most, goes together in the next one, as far as it need not " +
      "wait; in threads of its own, for the library's calls wait for their answer",
    s"serverSelectionTimeout=${MongoConnections.PatienceS} s: by default a server that is gone is waited for 30 s, longer than any load"
  )

  /** What MongoDB lacks, or this driver. */
  private val lacks: Unsupported =
    QueueUnsupported.noTopics("this driver makes queues of collections, and no topics") ++
      QueueUnsupported.keepsAll("MongoDB stores every document") ++
      QueueUnsupported.noPrefetch("a receiver has what it was given, and nothing is delivered ahead") ++
      QueueUnsupported.noSelectors("a receiver takes what is due; this driver selects by nothing else") ++ Unsupported(
        "partitions" -> "a collection has none that a receiver could choose",
        "priority" -> "what is due is taken whatever it is",
        "listener" -> "the server is asked for messages, and calls nobody back"
      )

/** Which of the messages that are due a receiver gets. */
enum Pick:
  /** The one that the server finds first: by the index, that which has been due longest. */
  case First

  /** The first one behind a random place, so that many receivers do not want the same one. */
  case Random

/** What differs between servers: the `mongo` section of a `broker.yaml`.
  *
  * @param majority
  *   a send is confirmed when the majority of a replica set has it, else when its primary has (write concern 1)
  */
final case class MongoDialect(majority: Boolean, pick: Pick):
  def writeConcern: WriteConcern = if majority then WriteConcern.MAJORITY else WriteConcern.W1

  /** As the result has them. */
  def options: List[(String, String)] =
    Option.when(majority)("write_concern" -> "majority").toList ++ Option.when(pick == Pick.Random)("pick" -> "random")

object MongoDialect:
  private val concern = Reader.word("1" -> false, "majority" -> true)
  private val pick = Reader.word("first" -> Pick.First, "random" -> Pick.Random)
  val reader: Reader[MongoDialect] = Fields.reader("a MongoDB dialect") { (f, _) =>
    val majority = f.getOrElse("write_concern", concern)(false)
    Some(MongoDialect(majority, f.getOrElse("pick", pick)(Pick.First)))
  }
