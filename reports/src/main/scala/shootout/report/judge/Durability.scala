package shootout.report.judge

/** What it takes to lose a confirmed message, as a result file has it.
  *
  * @param word
  *   in the file
  * @param synced
  *   what was confirmed is on a disk
  * @param replicated
  *   what was confirmed is on several nodes
  */
enum Durability(val word: String, val title: String, val synced: Boolean = false, val replicated: Boolean = false):
  case Memory extends Durability("memory", "memory only")
  case PageCache extends Durability("page_cache", "page cache")
  case Fsync extends Durability("fsync", "fsync", synced = true)
  case Replicated extends Durability("replicated", "replicated", replicated = true)
  case ReplicatedFsync extends Durability("replicated_fsync", "replicated + fsync", synced = true, replicated = true)

object Durability:
  /** None: newer tools know more of them. */
  def of(word: String): Option[Durability] = values.find(_.word == word)
