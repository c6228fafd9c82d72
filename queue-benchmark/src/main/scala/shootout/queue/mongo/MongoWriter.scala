package shootout.queue.mongo

import com.mongodb.client.MongoCollection
import com.mongodb.client.model.InsertManyOptions
import org.bson.BsonDocument
import shootout.driver.Confirmations

import java.util.concurrent.{LinkedBlockingQueue, Semaphore}
import java.util.{ArrayDeque, ArrayList}

/** Sends for a client that does not wait for each: what it hands over while calls are under way goes together in the next one. In threads
  * of its own, as a call waits for its answer.
  *
  * @param confirms
  *   each message is confirmed
  */
private[mongo] final class MongoWriter(
    name: String,
    targets: Array[MongoCollection[BsonDocument]],
    confirms: Boolean,
    confirmations: Confirmations
):
  private final class Message(val target: Int, val sequence: Long, val document: BsonDocument)

  /** What the client hands over at a time stays together. */
  private val handed = LinkedBlockingQueue[ArrayList[Message]]()
  private var gathered = ArrayList[Message]()

  /** Who is not waited for must not run ahead without end. */
  private val room = Semaphore(MongoWriter.Most)
  @volatile private var ended = false
  private val threads = List.tabulate(MongoWriter.Calls)(n => Thread(Caller(), s"$name-writer-$n"))
  for thread <- threads do
    thread.setDaemon(true)
    thread.start()

  /** Waits as long as too many are under way; goes with the next [[flush]]. */
  def add(target: Int, sequence: Long, document: BsonDocument): Unit =
    room.acquire()
    gathered.add(Message(target, sequence, document))
    if gathered.size == MongoWriter.Together then flush()

  def flush(): Unit = if !gathered.isEmpty then
    handed.add(gathered)
    gathered = ArrayList[Message]()

  /** Returns when all that was added is written, or was refused. */
  def settle(): Unit =
    flush()
    room.acquire(MongoWriter.Most)
    room.release(MongoWriter.Most)

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

    /** As many as there are for the queue of the first of them, which is returned. */
    private def gather(): Int =
      together.clear()
      val target = waiting.peek().target
      while together.size < MongoWriter.Together && !waiting.isEmpty && waiting.peek().target == target do
        val message = waiting.poll()
        sequences(together.size) = message.sequence
        together.add(message.document)
      target

    private def call(target: Int): Unit =
      val count = together.size
      try
        targets(target).insertMany(together, MongoWriter.unordered)
        var n = 0
        while confirms && n < count do
          confirmations.confirmed(sequences(n))
          n += 1
      catch case e: Exception => if !ended then confirmations.failed(e)
      finally room.release(count)

private[mongo] object MongoWriter:
  /** Messages of a client that are under way. */
  private val Most = 1024

  /** Calls of a client that are under way. */
  private val Calls = 4

  /** Messages in a call. */
  private val Together = 256

  /** One that is refused does not keep the others back. */
  val unordered: InsertManyOptions = InsertManyOptions().ordered(false)
