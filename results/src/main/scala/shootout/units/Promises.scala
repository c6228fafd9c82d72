package shootout.units

/** The target of messages: each goes to one consumer, or to all subscribers. */
enum DestinationType:
  case Queue, Topic

  /** Its name in files. */
  def word: String = Json.snake(toString)

object DestinationType:
  given Json.ReadWriter[DestinationType] = Json.wordCodec(DestinationType.values)

/** What it takes to lose a persistent message that was confirmed: the end of the process, of the machine, of its disk,
  * of all machines, or of all disks.
  *
  * @param title
  *   for people
  * @param synced
  *   true if a confirmed message is on a disk
  * @param replicated
  *   true if a confirmed message is on several nodes
  */
enum Durability(val title: String, val synced: Boolean = false, val replicated: Boolean = false):
  case Memory extends Durability("memory only")
  case PageCache extends Durability("page cache")
  case Fsync extends Durability("fsync", synced = true)
  case Replicated extends Durability("replicated", replicated = true)
  case ReplicatedFsync extends Durability("replicated + fsync", synced = true, replicated = true)

  /** Its name in files. */
  def word: String = Json.snake(toString)

object Durability:
  given Json.ReadWriter[Durability] = Json.wordCodec(Durability.values)

  /** None for a word that only newer tools know. */
  def of(word: String): Option[Durability] = values.find(_.word == word)

/** Which messages arrive in the order in which they were sent. */
enum DeliveryOrder:
  /** Messages of one producer, to a subscriber of a topic and to the only consumer of a queue. */
  case Producer

  /** Messages of one producer within a partition. */
  case Partition

  /** No messages. */
  case Unordered

object DeliveryOrder:
  given Json.ReadWriter[DeliveryOrder] = Json.wordCodec(DeliveryOrder.values)

/** When a message may come again. */
enum Redelivery:
  /** It was not acknowledged, and its consumer is gone. */
  case Unacknowledged

  /** It may come again at any time. Only at-least-once delivery is promised, so a change of consumers may repeat it.
    */
  case AtLeastOnce

object Redelivery:
  given Json.ReadWriter[Redelivery] = Json.wordCodec(Redelivery.values)

/** Where a message is when its send is confirmed. */
enum Confirmation:
  /** The broker, which is a single node. */
  case Broker

  /** The leading node, and perhaps no other. */
  case Leader

  /** Enough of the nodes that are in step, so that one may be lost. */
  case Replicas

object Confirmation:
  given Json.ReadWriter[Confirmation] = Json.wordCodec(Confirmation.values)
