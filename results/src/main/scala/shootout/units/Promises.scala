package shootout.units

/** Where messages are sent to: each goes to one consumer, or to all subscribers. */
enum DestinationType:
  case Queue, Topic

  /** In files. */
  def word: String = Json.snake(toString)

object DestinationType:
  given Json.ReadWriter[DestinationType] = Json.wordCodec(DestinationType.values)

/** What it takes to lose a persistent message that was confirmed: the end of the process, of the machine, of its disk, of all machines, of
  * all disks.
  *
  * @param title
  *   for people
  * @param synced
  *   what was confirmed is on a disk
  * @param replicated
  *   what was confirmed is on several nodes
  */
enum Durability(val title: String, val synced: Boolean = false, val replicated: Boolean = false):
  case Memory extends Durability("memory only")
  case PageCache extends Durability("page cache")
  case Fsync extends Durability("fsync", synced = true)
  case Replicated extends Durability("replicated", replicated = true)
  case ReplicatedFsync extends Durability("replicated + fsync", synced = true, replicated = true)

  /** In files. */
  def word: String = Json.snake(toString)

object Durability:
  given Json.ReadWriter[Durability] = Json.wordCodec(Durability.values)

  /** None: newer tools know more of them. */
  def of(word: String): Option[Durability] = values.find(_.word == word)

/** Which messages come in the order of their sending. */
enum DeliveryOrder:
  /** Those of one producer, to a subscriber of a topic and to the only consumer of a queue. */
  case Producer

  /** Those of one producer within a partition. */
  case Partition

  /** None. */
  case Unordered

object DeliveryOrder:
  given Json.ReadWriter[DeliveryOrder] = Json.wordCodec(DeliveryOrder.values)

/** When a message may come again. */
enum Redelivery:
  /** If it was not acknowledged, and whoever had it is gone. */
  case Unacknowledged

  /** At any time: at least once is all that is promised, so that a change of consumers may bring it twice. */
  case AtLeastOnce

object Redelivery:
  given Json.ReadWriter[Redelivery] = Json.wordCodec(Redelivery.values)

/** Who has a message when its send is confirmed. */
enum Confirmation:
  /** The broker, which is one. */
  case Broker

  /** The node that leads, and perhaps no other. */
  case Leader

  /** So many of the nodes that are in step that one may be lost. */
  case Replicas

object Confirmation:
  given Json.ReadWriter[Confirmation] = Json.wordCodec(Confirmation.values)
