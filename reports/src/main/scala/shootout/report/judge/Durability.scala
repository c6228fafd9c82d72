package shootout.report.judge

/** What it takes to lose a confirmed message, as a result file has it.
  *
  * @param word
  *   in the file
  * @param synced
  *   what was confirmed is on a disk
  */
enum Durability(val word: String, val title: String, val synced: Boolean):
  case Memory extends Durability("memory", "memory only", false)
  case PageCache extends Durability("page_cache", "page cache", false)
  case Fsync extends Durability("fsync", "fsync", true)
  case Replicated extends Durability("replicated", "replicated", false)
  case ReplicatedFsync extends Durability("replicated_fsync", "replicated + fsync", true)

object Durability:
  /** None: newer tools know more of them. */
  def of(word: String): Option[Durability] = values.find(_.word == word)
