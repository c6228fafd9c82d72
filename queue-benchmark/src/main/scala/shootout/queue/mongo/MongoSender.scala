package shootout.queue.mongo

import com.mongodb.client.MongoCollection
import com.mongodb.client.model.InsertManyOptions
import org.bson.{BsonBinary, BsonDocument, BsonDouble, BsonInt64, BsonObjectId, BsonString}
import org.bson.types.ObjectId
import shootout.driver.{Confirmations, SendSpec, StampedBody}
import shootout.queue.{InFlight, QueueSender}

import java.util.{ArrayDeque, ArrayList}
import java.util.concurrent.{LinkedBlockingQueue, ThreadLocalRandom}

/** The sending half of a client. What it is handed together is one call, and the send is over when the call returns. A
  * [[MongoWriter]] makes the calls if the client need not wait. Only the client's thread may use it.
  */
private[mongo] final class MongoSender(
    name: String,
    targets: Array[MongoCollection[BsonDocument]],
    send: SendSpec,
    pick: Pick,
    confirmations: Confirmations
) extends QueueSender:
  /** Bodies are not reused, because the documents of a call are written together. */
  private val bodies = StampedBody(reuse = false)
  private val writer = Option.when(!send.confirm || send.pipelined)(MongoWriter(name, targets, send, confirmations))

  def send(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    if writer.isEmpty then call(target, id, sequence, count, stampNanos, bodyBytes)
    else
      var n = 0
      while n < count do
        writer.get.add(target, sequence + n, document(bodies(id, sequence + n, stampNanos, bodyBytes)))
        n += 1

  private def call(target: Int, id: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    if count == 1 then targets(target).insertOne(document(bodies(id, sequence, stampNanos, bodyBytes)))
    else
      val documents = ArrayList[BsonDocument](count)
      var n = 0
      while n < count do
        documents.add(document(bodies(id, sequence + n, stampNanos, bodyBytes)))
        n += 1
      targets(target).insertMany(documents, MongoWriter.unordered)
    var n = 0
    while n < count do
      confirmations.confirmed(sequence + n)
      n += 1

  private def document(body: Array[Byte]): BsonDocument =
    val message = BsonDocument(MongoQueues.Id, BsonObjectId(ObjectId()))
      .append(MongoQueues.Due, BsonInt64(MongoQueues.now()))
      .append(MongoQueues.Body, BsonBinary(body))
    if pick == Pick.Random then message.append(MongoQueues.Place, BsonDouble(ThreadLocalRandom.current.nextDouble()))
    send.headers.foreach((name, value) => message.append(s"header_$name", BsonString(value)))
    message

  def flush(): Unit = writer.foreach(_.flush())

  def close(): Unit =
    writer.foreach(_.settle())
    cut()

  override def cut(): Unit = writer.foreach(_.end())

/** Sends for a client that does not wait for each send. What it hands over while calls are under way goes together in
  * the next one. The calls run in threads of their own, because each waits for its answer.
  */
private[mongo] final class MongoWriter(
    name: String,
    targets: Array[MongoCollection[BsonDocument]],
    send: SendSpec,
    confirmations: Confirmations
):
  private final class Message(val target: Int, val sequence: Long, val document: BsonDocument)

  /** What the client hands over at a time stays together. */
  private val handed = LinkedBlockingQueue[ArrayList[Message]]()
  private var gathered = ArrayList[Message]()

  private val inFlight = InFlight(MongoWriter.Most, send, confirmations)
  @volatile private var ended = false
  private val threads = List.tabulate(MongoWriter.Calls)(n => Thread(Caller(), s"$name-writer-$n"))
  for thread <- threads do
    thread.setDaemon(true)
    thread.start()

  /** Adds a message, which goes with the next [[flush]]. It waits while too many are in flight. */
  def add(target: Int, sequence: Long, document: BsonDocument): Unit =
    inFlight.begin()
    gathered.add(Message(target, sequence, document))
    if gathered.size == MongoWriter.Together then flush()

  def flush(): Unit = if !gathered.isEmpty then
    handed.add(gathered)
    gathered = ArrayList[Message]()

  /** Returns when all that was added is written or was refused. */
  def settle(): Unit =
    flush()
    inFlight.settle()

  def end(): Unit =
    ended = true
    threads.foreach(_.interrupt())

  private final class Caller extends Runnable:
    private val waiting = ArrayDeque[Message]()
    private val together = ArrayList[BsonDocument](MongoWriter.Together)
    private val sequences = new Array[Long](MongoWriter.Together)

    def run(): Unit =
      try
        while !ended do
          var more = if waiting.isEmpty then handed.take() else null
          while more != null do
            waiting.addAll(more)
            more = if waiting.size < MongoWriter.Together then handed.poll() else null
          call(gather())
      catch case _: InterruptedException => ()

    /** Gathers the messages that are there for the queue of the first of them. @return that queue */
    private def gather(): Int =
      together.clear()
      val target = waiting.peek().target
      while together.size < MongoWriter.Together && !waiting.isEmpty && waiting.peek().target == target do
        val message = waiting.poll()
        sequences(together.size) = message.sequence
        together.add(message.document)
      target

    private def call(target: Int): Unit =
      var failure: Exception | Null = null
      try targets(target).insertMany(together, MongoWriter.unordered)
      catch case e: Exception => failure = e
      var n = 0
      while n < together.size do
        if ended then inFlight.over() else inFlight.end(sequences(n), 1, failure)
        n += 1

private[mongo] object MongoWriter:
  /** The most messages of a client that are in flight. */
  private val Most = 1024

  /** The most calls of a client that are under way. */
  private val Calls = 4

  /** The most messages in a call. */
  private val Together = 256

  /** One message that is refused does not keep the others back. */
  val unordered: InsertManyOptions = InsertManyOptions().ordered(false)
