package shootout.queue.mongo

import com.mongodb.client.MongoCollection
import com.mongodb.client.model.{Filters, FindOneAndUpdateOptions, Projections, Updates}
import org.bson.{BsonDocument, BsonValue}
import org.bson.conversions.Bson
import shootout.driver.ReceiveSpec
import shootout.queue.HoldingReceiver

import java.util.{ArrayDeque, ArrayList}
import java.util.concurrent.{ThreadLocalRandom, TimeUnit}
import java.util.concurrent.locks.LockSupport

/** The receiving half of a client. It takes messages one by one, because find-and-modify cannot take several. Only the
  * client's thread may use it.
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
    val now = MongoQueues.now()
    val due = Filters.lte(MongoQueues.Due, now)
    pick match
      case Pick.First => claim(due, now)
      case Pick.Random =>
        val place = ThreadLocalRandom.current.nextDouble()
        val behind = claim(Filters.and(Filters.gte(MongoQueues.Place, place), due), now)
        if behind != null then behind else claim(Filters.and(Filters.lt(MongoQueues.Place, place), due), now)

  private def claim(due: Bson, now: Long): BsonDocument | Null =
    val later = Updates.set(MongoQueues.Due, now + MongoReceiver.VisibilityMs)
    queue.findOneAndUpdate(due, later, MongoReceiver.onlyBody)

  def next(): Array[Byte] =
    val message = take()
    if automatic && came.isEmpty then acceptAll()
    message.getBinary(MongoQueues.Body).getData

  protected def accept(message: BsonDocument): Unit =
    queue.deleteOne(Filters.eq(MongoQueues.Id, message.get(MongoQueues.Id))): Unit

  override protected def acceptAll(): Unit =
    if unacknowledged.size == 1 then accept(unacknowledged.peek())
    else if !unacknowledged.isEmpty then queue.deleteMany(Filters.in(MongoQueues.Id, ids(unacknowledged)))
    unacknowledged.clear()

  private def ids(messages: ArrayDeque[BsonDocument]): ArrayList[BsonValue] =
    val all = ArrayList[BsonValue](messages.size)
    messages.forEach(message => all.add(message.get(MongoQueues.Id)))
    all

  /** Gives what is not acknowledged to other receivers at once. */
  def close(unsubscribe: Boolean): Unit =
    if automatic then acceptAll()
    unacknowledged.addAll(came)
    if !unacknowledged.isEmpty then
      queue.updateMany(
        Filters.in(MongoQueues.Id, ids(unacknowledged)),
        Updates.set(MongoQueues.Due, MongoQueues.now())
      ): Unit

private[mongo] object MongoReceiver:
  /** The time after which messages of a dead receiver are redelivered, as in other systems. */
  private val VisibilityMs = 10_000L

  /** The pause before an empty queue is asked again. */
  private val Pause = TimeUnit.MILLISECONDS.toNanos(5)
  private val onlyBody = FindOneAndUpdateOptions().projection(Projections.include(MongoQueues.Body))
