package shootout.machine

import java.io.{File, IOException}
import java.nio.file.{Files, Path}
import scala.collection.mutable

/** How long the threads of processes waited for a processor when they could have run: the second number of each thread's
  * `schedstat` (Linux, Documentation/scheduler/sched-stats.rst), added up. Used by one thread at a time.
  */
final class RunQueue:
  private final class Seen:
    var threads: mutable.LongMap[Long] = mutable.LongMap.empty
    var total = 0L

  private val processes = mutable.LongMap.empty[Seen]

  /** Nanoseconds since the process was first asked for, and before that those of its threads that lived then; what a thread waited
    * between the last look and its end is not known. None where the system does not tell, and with more threads than can be looked
    * at without disturbing what is measured.
    */
  def nanos(pid: Long): Option[Long] =
    val names = File(s"/proc/$pid/task").list()
    if names == null || names.length > RunQueue.MostThreads then None
    else
      val now = mutable.LongMap.empty[Long]
      for name <- names; waited <- RunQueue.waited(pid, name) do now(name.toLong) = waited
      Option.when(now.nonEmpty)(add(pid, now))

  private def add(pid: Long, now: mutable.LongMap[Long]): Long =
    val seen = processes.getOrElseUpdate(pid, Seen())
    for (thread, waited) <- now do
      val before = seen.threads.getOrElse(thread, 0L)
      // a smaller number is that of a later thread of the same id
      seen.total += (if waited >= before then waited - before else waited)
    seen.threads = now
    seen.total

  /** Forgets all processes but these, whose numbers may soon be those of others. */
  def keep(pids: List[Long]): Unit = processes.keys.filterNot(pids.contains).toList.foreach(processes.remove)

object RunQueue:
  private val MostThreads = 500

  /** None if the thread has ended meanwhile. */
  private def waited(pid: Long, thread: String): Option[Long] =
    try
      val fields = Files.readString(Path.of(s"/proc/$pid/task/$thread/schedstat")).trim.split(' ')
      Option.when(fields.length == 3)(fields(1).toLong)
    catch case _: (IOException | NumberFormatException) => None
