package shootout.queue.mongo

import com.mongodb.WriteConcern
import shootout.input.{Fields, Reader}

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
