package shootout.machine

import java.nio.file.{Files, Path}
import scala.jdk.StreamConverters.*
import scala.util.{Try, Using}

/** What the just-in-time compilers of JVMs use, which are threads of their processes: Linux counts each thread's processor time.
  * Source: proc(5), `/proc/PID/task/TID/stat`. Used by one thread at a time.
  */
final class Compilers(processes: Path = Path.of("/proc"), clock: () => Long = () => System.nanoTime()):
  private var known = Map.empty[Path, Boolean]
  private var before = Option.empty[(Long, Map[Path, Long])]

  /** How many processors they have kept busy since the last call; none at the first, and where the system does not tell. */
  def cores(pids: List[Long]): Option[Double] =
    val now = clock()
    known = pids.flatMap(threads).map(thread => thread -> known.getOrElse(thread, Compilers.compiles(thread))).toMap
    val compilers = known.collect { case (thread, true) => thread }
    val used = compilers.flatMap(thread => Compilers.ticks(thread).map(thread -> _)).toMap
    val found =
      for (at, earlier) <- before if now > at
      yield used.map((thread, ticks) => math.max(0L, ticks - earlier.getOrElse(thread, 0L))).sum *
        Compilers.NanosPerTick / (now - at)
    before = Option.when(Files.isDirectory(processes.resolve("self")))(now -> used)
    found

  /** None if it has ended, be it while they are listed. */
  private def threads(pid: Long): List[Path] =
    Using(Files.list(processes.resolve(s"$pid/task")))(_.toScala(List)).getOrElse(Nil)

object Compilers:
  /** The unit of times in `/proc` is the hundredth of a second on every Linux that Java runs on. */
  private val NanosPerTick = 1e7

  /** As HotSpot names them; the system keeps the first 15 letters. */
  private val Names = List("C1 Compiler", "C2 Compiler", "JVMCI Compiler")

  private def compiles(thread: Path): Boolean =
    Try(Files.readString(thread.resolve("comm"))).toOption.exists(name => Names.exists(name.startsWith))

  /** None if it has ended. */
  private def ticks(thread: Path): Option[Long] =
    Try(Files.readString(thread.resolve("stat"))).toOption.flatMap(ticksOf)

  /** User and system time: the 14th and 15th field. The second one is a name in brackets, which may hold anything. */
  private[machine] def ticksOf(stat: String): Option[Long] =
    val fields = stat.drop(stat.lastIndexOf(')') + 1).trim.split(' ')
    for
      user <- fields.lift(11).flatMap(_.toLongOption)
      system <- fields.lift(12).flatMap(_.toLongOption)
    yield user + system
