package shootout.queue.mongo

import com.mongodb.WriteConcern
import com.mongodb.internal.build.MongoDriverVersion
import shootout.driver.{Access, DeliveryPromise, Encryption, Session, Unsupported}
import shootout.yaml.{Fields, Reader}
import shootout.queue.{QueueDriver, QueueProtocol, QueueSession, QueueUnsupported}
import shootout.units.{Confirmation, DeliveryOrder, Endpoint, Redelivery}

/** MongoDB. A queue is a collection of documents, each with the time when it becomes due. Find-and-modify takes one
  * that is due, and puts its time off. A receiver acknowledges it by deleting it.
  */
final class MongoDriver extends QueueDriver("mongo", "MongoDB", MongoDialect.reader, MongoProtocol(_, _)):
  def name: String = s"mongodb-driver-sync ${MongoDriverVersion.VERSION}"
  override def settings: List[String] = MongoProtocol.settings
  override def access: Access = Access(Encryption.BySystem)

/** MongoDB as one server or one replica set speaks it. */
final class MongoProtocol(dialect: MongoDialect, cannot: Map[String, String])
    extends QueueProtocol(
      cannot,
      MongoProtocol.lacks,
      MongoProtocol.promise(dialect),
      MongoProtocol.settings ++ dialect.options.map((name, value) => s"$name=$value: an option of broker.yaml"),
      dialect.options
    ):
  override def largestBody: Int = MongoProtocol.LargestBody
  override protected def whyNoLarger: String = "a document may have at most 16 MiB"

  protected def refuses(failure: Throwable): Boolean = MongoConnections.refuses(failure)

  def open(endpoint: Endpoint): Session =
    val queues = MongoQueues(dialect, endpoint)
    QueueSession(queues, MongoLink(_, dialect, queues))

object MongoProtocol:
  private def promise(dialect: MongoDialect): DeliveryPromise =
    val confirmation = if dialect.majority then Confirmation.Replicas else Confirmation.Broker
    DeliveryPromise(DeliveryOrder.Unordered, Redelivery.AtLeastOnce, confirmation)

  /** A document may have 16 MiB. All of it but the body has less than 1 KiB. */
  private val LargestBody = (16 << 20) - 1024

  private[queue] val settings: List[String] = List(
    "maxPoolSize=0: there are as many connections as clients, because each client waits for its answers; by " +
      "default there are 100, and other clients wait",
    "insertMany: what a client hands over while its calls are under way goes together in the next one, unless the " +
      "client waits for it; up to four calls run at a time, in threads of their own, because the library's calls " +
      "wait for their answers",
    s"serverSelectionTimeout=${MongoConnections.PatienceS} s: by default, the library waits 30 s for a server that " +
      "is gone, longer than any workload"
  )

  /** What MongoDB or this driver lacks. */
  private val lacks: Unsupported =
    QueueUnsupported.noTopics("this driver uses collections as queues, not as topics") ++
      QueueUnsupported.keepsAll("MongoDB stores every document") ++
      QueueUnsupported.noPrefetch("a receiver gets messages on request only, so nothing is delivered ahead") ++
      QueueUnsupported.noSelectors("a receiver takes what is due; this driver selects by nothing else") ++ Unsupported(
        "partitions" -> "a collection has no partitions that a receiver could choose",
        "priority" -> "a receiver takes what is due, whatever its priority",
        "listener" -> "the server delivers messages only on request, and has no callbacks"
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
final case class MongoDialect(majority: Boolean, pick: Pick):
  def writeConcern: WriteConcern = if majority then WriteConcern.MAJORITY else WriteConcern.W1

  /** The options that the result shows. */
  def options: List[(String, String)] =
    Option.when(majority)("write_concern" -> "majority").toList ++ Option.when(pick == Pick.Random)("pick" -> "random")

object MongoDialect:
  private val concern = Reader.word("1" -> false, "majority" -> true)
  private val pick = Reader.word("first" -> Pick.First, "random" -> Pick.Random)
  val reader: Reader[MongoDialect] = Fields.reader("a MongoDB dialect") { (f, _) =>
    val majority = f.getOrElse("write_concern", concern)(false)
    Some(MongoDialect(majority, f.getOrElse("pick", pick)(Pick.First)))
  }
