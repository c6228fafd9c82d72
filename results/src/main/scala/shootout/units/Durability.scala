package shootout.units

/** What it takes to lose a persistent message that was confirmed: the end of the process, of the machine, of its disk, of all machines, of
  * all disks.
  */
enum Durability:
  case Memory, PageCache, Fsync, Replicated, ReplicatedFsync

  /** In files. */
  def word: String = Json.snake(toString)

object Durability:
  given Json.ReadWriter[Durability] = Json.wordCodec(Durability.values)
