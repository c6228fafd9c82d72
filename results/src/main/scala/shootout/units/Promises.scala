package shootout.units

/** Where messages are sent. A queue hands each message to one consumer, a topic to all subscribers. */
enum DestinationType extends Word:
  case Queue, Topic

/** Where a confirmed persistent message is kept, so what must fail before it is lost: the process, the machine, its
  * disk, all machines, or all disks.
  *
  * @param title
  *   for people
  * @param synced
  *   true if a confirmed message is on a disk
  * @param replicated
  *   true if a confirmed message is on several nodes
  */
enum Durability(val title: String, val synced: Boolean = false, val replicated: Boolean = false) extends Word:
  case Memory extends Durability("memory only")
  case PageCache extends Durability("page cache")
  case Fsync extends Durability("fsync", synced = true)
  case Replicated extends Durability("replicated", replicated = true)
  case ReplicatedFsync extends Durability("replicated + fsync", synced = true, replicated = true)

object Durability:
  /** None for a word of a newer version of this tool. */
  def of(word: String): Option[Durability] = values.find(_.word == word)

/** Which messages arrive in the order in which they were sent. */
enum DeliveryOrder extends Word:
  /** The messages of one producer, if they go to a subscriber of a topic or to the only consumer of a queue. */
  case Producer

  /** The messages of one producer within a partition. */
  case Partition

  /** No messages. */
  case Unordered

/** When a message may come again. */
enum Redelivery extends Word:
  /** If it was not acknowledged and its consumer is gone. */
  case Unacknowledged

  /** At any time. Delivery is only at least once, so a change of consumers may repeat messages. */
  case AtLeastOnce

/** What has a message when its send is confirmed. */
enum Confirmation extends Word:
  /** The broker, which is a single node. */
  case Broker

  /** The leading node, and maybe no other. */
  case Leader

  /** Enough of the in-sync nodes that one of them may be lost. */
  case Replicas
