package shootout.queue.mongo

import com.mongodb.client.MongoCollection
import org.bson.types.ObjectId
import org.bson.{BsonBinary, BsonDocument, BsonDouble, BsonInt64, BsonObjectId, BsonString}
import shootout.driver.{Confirmations, SendSpec, StampedBody}

import java.util.ArrayList
import java.util.concurrent.ThreadLocalRandom

/** The sending half of a client: what it is handed together is one call, and over when the call returns; unless it need not wait. In the
  * client's thread only.
  */
private[mongo] final class MongoSender(
    name: String,
    targets: Array[MongoCollection[BsonDocument]],
    send: SendSpec,
    pick: Pick,
    confirmations: Confirmations
):
  /** The documents of a call are written together. */
  private val bodies = StampedBody(reuse = false)
  private val writer =
    Option.when(!send.confirm || send.pipelined)(MongoWriter(name, targets, send.confirm, confirmations))

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
    // what was lost on the way was told nobody if nobody waits for confirmations
    for failure <- confirmations.failure do throw failure

  def cut(): Unit = writer.foreach(_.end())
