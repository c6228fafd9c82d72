package shootout.machine

import java.io.{File, IOException}
import java.nio.file.{Files, Path}
import scala.collection.mutable

/** What the scheduler did to threads.
  *
  * @param waitedNanos
  *   in which they could have run and had no processor
  * @param turns
  *   how often they got one
  */
final case class Scheduled(waitedNanos: Long, turns: Long):
  def +(more: Scheduled): Scheduled = Scheduled(waitedNanos + more.waitedNanos, turns + more.turns)

  /** What came since; a smaller number is that of a later thread of the same id. */
  def since(before: Scheduled): Scheduled =
    if waitedNanos < before.waitedNanos || turns < before.turns then this
    else Scheduled(waitedNanos - before.waitedNanos, turns - before.turns)

object Scheduled:
  val nothing: Scheduled = Scheduled(0, 0)

/** What the scheduler did to the threads of processes: the second and the third number of each thread's `schedstat` (Linux,
  * Documentation/scheduler/sched-stats.rst), added up. Used by one thread at a time.
  */
final class RunQueue:
  private final class Seen:
    var threads: mutable.LongMap[Scheduled] = mutable.LongMap.empty
    var total: Scheduled = Scheduled.nothing

  private val processes = mutable.LongMap.empty[Seen]

  /** Since the process was first asked for, and before that of its threads that lived then; what became of a thread between the last look and
    * its end is not known. None where the system does not tell, and with more threads than can be looked at without disturbing what is
    * measured.
    */
  def of(pid: Long): Option[Scheduled] =
    val names = File(s"/proc/$pid/task").list()
    if names == null || names.length > RunQueue.MostThreads then None
    else
      val now = mutable.LongMap.empty[Scheduled]
      for name <- names; scheduled <- RunQueue.thread(pid, name) do now(name.toLong) = scheduled
      Option.when(now.nonEmpty)(add(pid, now))

  private def add(pid: Long, now: mutable.LongMap[Scheduled]): Scheduled =
    val seen = processes.getOrElseUpdate(pid, Seen())
    for (thread, scheduled) <- now do
      seen.total += scheduled.since(seen.threads.getOrElse(thread, Scheduled.nothing))
    seen.threads = now
    seen.total

  /** Forgets all processes but these, whose numbers may soon be those of others. */
  def keep(pids: List[Long]): Unit = processes.keys.filterNot(pids.contains).toList.foreach(processes.remove)

object RunQueue:
  private val MostThreads = 500

  /** None if the thread has ended meanwhile. */
  private def thread(pid: Long, thread: String): Option[Scheduled] =
    try
      val fields = Files.readString(Path.of(s"/proc/$pid/task/$thread/schedstat")).trim.split(' ')
      Option.when(fields.length == 3)(Scheduled(fields(1).toLong, fields(2).toLong))
    catch case _: (IOException | NumberFormatException) => None
