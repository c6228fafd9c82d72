package shootout.queue.mongo

import com.mongodb.client.MongoCollection
import com.mongodb.client.model.{Filters, FindOneAndUpdateOptions, Projections, Updates}
import org.bson.conversions.Bson
import org.bson.{BsonDocument, BsonValue}
import shootout.driver.ReceiveSpec
import shootout.scenario.Ack

import java.util.concurrent.locks.LockSupport
import java.util.concurrent.{ThreadLocalRandom, TimeUnit}
import java.util.{ArrayDeque, ArrayList}

/** The receiving half of a client: takes messages one by one, for there is no find-and-modify of several. In its thread only. */
private[mongo] final class MongoReceiver(queue: MongoCollection[BsonDocument], receive: ReceiveSpec, pick: Pick):
  private val most = receive.batch.getOrElse(1)
  private val automatic = receive.ack == Ack.Auto || receive.ack == Ack.DupsOk
  private val came = ArrayDeque[BsonDocument]()
  private val unacknowledged = ArrayDeque[BsonValue]()

  /** @return how many [[next]] will give */
  def poll(nanos: Long): Int =
    var message = take()
    while message != null do
      came.add(message)
      message = if came.size < most then take() else null
    if came.isEmpty then LockSupport.parkNanos(this, math.min(nanos, MongoReceiver.Pause))
    came.size

  /** One that is due, and for the next seconds nobody else's; null: none is. */
  private def take(): BsonDocument | Null =
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
    val message = came.poll()
    unacknowledged.add(message.get(MongoQueues.Id))
    if automatic && came.isEmpty then delete()
    message.getBinary(MongoQueues.Body).getData

  def acknowledge(): Unit =
    if receive.ack == Ack.Individual then
      val latest = unacknowledged.pollLast()
      if latest != null then queue.deleteOne(Filters.eq(MongoQueues.Id, latest)): Unit
    else if !automatic then delete()

  private def delete(): Unit = if !unacknowledged.isEmpty then
    if unacknowledged.size == 1 then queue.deleteOne(Filters.eq(MongoQueues.Id, unacknowledged.peek()))
    else queue.deleteMany(Filters.in(MongoQueues.Id, unacknowledged))
    unacknowledged.clear()

  /** What is not acknowledged is for others, at once. */
  def close(): Unit =
    if automatic then delete()
    val rest = ArrayList[BsonValue](unacknowledged)
    came.forEach(message => rest.add(message.get(MongoQueues.Id)))
    if !rest.isEmpty then
      queue.updateMany(Filters.in(MongoQueues.Id, rest), Updates.set(MongoQueues.Due, MongoQueues.now())): Unit

private[mongo] object MongoReceiver:
  /** As long as others hold back what was taken along into a grave. */
  private val VisibilityMs = 10_000L

  /** Before an empty queue is asked again. */
  private val Pause = TimeUnit.MILLISECONDS.toNanos(5)
  private val onlyBody = FindOneAndUpdateOptions().projection(Projections.include(MongoQueues.Body))
