package shootout.units

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
