package shootout.queue.mongo

import com.mongodb.client.MongoCollection
import com.mongodb.client.model.{Filters, FindOneAndUpdateOptions, InsertManyOptions, Projections, Updates}
import org.bson.{BsonBinary, BsonDocument, BsonDouble, BsonInt64, BsonObjectId, BsonString, BsonValue}
import org.bson.conversions.Bson
import org.bson.types.ObjectId
import shootout.driver.{Confirmations, ReceiveSpec, SendSpec}
import shootout.queue.{HoldingReceiver, InFlight, MessageSender, SequenceBuffer}

import java.util.{ArrayDeque, ArrayList}
import java.util.concurrent.{LinkedBlockingQueue, ThreadLocalRandom, TimeUnit}
import java.util.concurrent.locks.LockSupport

/** The sending half of a client. What it is handed together is one call, and the send is over when the call returns. A
  * [[MongoWriter]] makes the calls if the client need not wait.
  */
private[mongo] final class MongoSender(
    name: String,
    targets: Array[MongoCollection[BsonDocument]],
    send: SendSpec,
    pick: Pick,
    confirmations: Confirmations
) extends MessageSender(send, reuse = false):
  private val writerOrNull: MongoWriter | Null =
    if send.confirm && !send.pipelined then null else MongoWriter(name, targets, send, confirmations)

  /** What goes with the next call, if there is no writer. */
  private val documents = ArrayList[BsonDocument]()
  private val sequences = SequenceBuffer()

  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit =
    val writer = writerOrNull
    if writer != null then writer.add(target, sequence, document(body))
    else
      documents.add(document(body))
      sequences.add(sequence)

  override protected def together(target: Int): Unit = if !documents.isEmpty then
    if documents.size == 1 then targets(target).insertOne(documents.get(0))
    else targets(target).insertMany(documents, MongoWriter.unordered)
    documents.clear()
    sequences.settle(send, confirmations)

  private def document(body: Array[Byte]): BsonDocument =
    val message = BsonDocument(MongoSession.Id, BsonObjectId(ObjectId()))
      .append(MongoSession.Due, BsonInt64(MongoSession.now()))
      .append(MongoSession.Body, BsonBinary(body))
    if pick == Pick.Random then message.append(MongoSession.Place, BsonDouble(ThreadLocalRandom.current.nextDouble()))
    send.headers.foreach((name, value) => message.append(s"header_$name", BsonString(value)))
    message

  def flush(): Unit =
    val writer = writerOrNull
    if writer != null then writer.flush()

  def close(): Unit =
    val writer = writerOrNull
    if writer != null then writer.settle()
    cut()

  override def cut(): Unit =
    val writer = writerOrNull
    if writer != null then writer.end()

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
        if ended then inFlight.over(1) else inFlight.end(sequences(n), 1, failure)
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

/** The receiving half of a client. It takes messages one by one, because find-and-modify cannot take several.
  */
private[mongo] final class MongoReceiver(queue: MongoCollection[BsonDocument], receive: ReceiveSpec, pick: Pick)
    extends HoldingReceiver[BsonDocument](receive):
  private val most = receive.batch.getOrElse(1)

  def poll(nanos: Long): Int =
    var message = claim()
    while message != null do
      came.add(message)
      message = if came.size < most then claim() else null
    if came.isEmpty then LockSupport.parkNanos(this, math.min(nanos, MongoReceiver.Pause))
    came.size

  /** Takes a message that is due, which no other receiver gets for the next seconds; null if none is due. */
  private def claim(): BsonDocument | Null =
    val now = MongoSession.now()
    val due = Filters.lte(MongoSession.Due, now)
    pick match
      case Pick.First => claim(due, now)
      case Pick.Random =>
        val place = ThreadLocalRandom.current.nextDouble()
        val behind = claim(Filters.and(Filters.gte(MongoSession.Place, place), due), now)
        if behind != null then behind else claim(Filters.and(Filters.lt(MongoSession.Place, place), due), now)

  private def claim(due: Bson, now: Long): BsonDocument | Null =
    val later = Updates.set(MongoSession.Due, now + MongoReceiver.VisibilityMs)
    queue.findOneAndUpdate(due, later, MongoReceiver.onlyBody)

  def next(): Array[Byte] =
    val message = take()
    if automatic && came.isEmpty then acceptAll()
    message.getBinary(MongoSession.Body).getData

  protected def accept(message: BsonDocument): Unit =
    queue.deleteOne(Filters.eq(MongoSession.Id, message.get(MongoSession.Id))): Unit

  override protected def acceptAll(): Unit =
    if unacknowledged.size == 1 then accept(unacknowledged.peek())
    else if !unacknowledged.isEmpty then queue.deleteMany(Filters.in(MongoSession.Id, ids(unacknowledged)))
    unacknowledged.clear()

  private def ids(messages: ArrayDeque[BsonDocument]): ArrayList[BsonValue] =
    val all = ArrayList[BsonValue](messages.size)
    messages.forEach(message => all.add(message.get(MongoSession.Id)))
    all

  /** Gives what is not acknowledged to other receivers at once. */
  def close(unsubscribe: Boolean): Unit =
    if automatic then acceptAll()
    unacknowledged.addAll(came)
    if !unacknowledged.isEmpty then
      queue.updateMany(
        Filters.in(MongoSession.Id, ids(unacknowledged)),
        Updates.set(MongoSession.Due, MongoSession.now())
      ): Unit

private[mongo] object MongoReceiver:
  /** The time after which messages of a dead receiver are redelivered, as in other systems. */
  private val VisibilityMs = 10_000L

  /** The pause before an empty queue is asked again. */
  private val Pause = TimeUnit.MILLISECONDS.toNanos(5)
  private val onlyBody = FindOneAndUpdateOptions().projection(Projections.include(MongoSession.Body))
