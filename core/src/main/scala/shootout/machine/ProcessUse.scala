package shootout.machine

import shootout.result.{ProcessCounter, ProcessSample}

import java.io.{File, IOException}
import java.nio.file.{Files, Path}
import scala.collection.immutable.ListMap
import scala.collection.mutable
import scala.jdk.StreamConverters.*
import scala.util.{Try, Using}
import sun.jvmstat.monitor.{LongMonitor, MonitorException, MonitoredHost, MonitoredVm, VmIdentifier}

/** What one process has used since it began. */
final case class ProcessUse(
    pid: Long,

    /** Tells it from a later process with the same number, by whatever count. */
    startedAt: Long,
    cpuNanos: Long,
    residentBytes: Long,

    /** As far as the system and the process tell. */
    counted: Map[ProcessCounter, Long] = Map.empty
)

object ProcessUse:
  /** What was used between two readings, of processes that come and go: one that is new used all it has, one that is
    * gone used nothing that we know of since it was last seen.
    */
  def between(before: List[ProcessUse], after: List[ProcessUse], seconds: Double): ProcessSample =
    val earlier = before.map(p => (p.pid, p.startedAt) -> p).toMap
    def used(counter: ProcessUse => Option[Long]): Option[Double] =
      val grown =
        for p <- after; now <- counter(p) yield
          val seen = earlier.get((p.pid, p.startedAt)).flatMap(counter).getOrElse(0L)
          math.max(0L, now - seen)
      Option.when(grown.nonEmpty)(grown.sum / seconds)
    ProcessSample(
      cpuCores = used(p => Some(p.cpuNanos)).getOrElse(0.0) / 1e9,
      residentBytes = after.map(_.residentBytes).sum,
      counted = ProcessCounter.rates(counter => used(_.counted.get(counter)).map(_ / counter.each))
    )

  /** The same of each node, by its number; of a single one nothing, for it is all there is. */
  def ofNodes(
      before: List[List[ProcessUse]],
      after: List[List[ProcessUse]],
      seconds: Double
  ): Map[String, ProcessSample] =
    if after.sizeIs < 2 then Map.empty
    else
      val each = after.zip(before.padTo(after.size, Nil)).zipWithIndex
      ListMap.from(each.map { case ((now, earlier), i) => s"${i + 1}" -> between(earlier, now, seconds) })

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

/** How long the garbage collectors of other JVMs of this user have stopped them, from the counters that HotSpot keeps in
  * a mapped file (`hsperfdata`, what `jstat` reads): nothing runs in the other JVM, and nothing stops it.
  *
  * The package is not exported by its module; without `--add-exports` and [[JvmGc.Exports]] every answer is none.
  */
final class JvmGc:
  private var open = Map.empty[Long, Option[JvmGc.Counters]]

  /** Nanoseconds since the JVM began; none if the process is no JVM. */
  def nanos(pid: Long): Option[Long] =
    open.getOrElse(pid, attach(pid)).map(_.nanos)

  /** Forgets all processes but these, whose numbers may soon be those of others. */
  def keep(pids: List[Long]): Unit =
    val (living, gone) = open.partition((pid, _) => pids.contains(pid))
    gone.values.flatten.foreach(_.close())
    open = living

  private def attach(pid: Long): Option[JvmGc.Counters] =
    val counters =
      try Some(JvmGc.Counters(MonitoredHost.getMonitoredHost("localhost").getMonitoredVm(VmIdentifier(s"//$pid"))))
      catch case _: (MonitorException | LinkageError) => None
    open = open.updated(pid, counters)
    counters

object JvmGc:
  /** What a JVM that uses this must be started with. */
  val Exports = "jdk.internal.jvmstat/sun.jvmstat.monitor=ALL-UNNAMED"
  private val MostCollectors = 4

  private final class Counters(vm: MonitoredVm):
    private val ticksPerSecond = number("sun.os.hrt.frequency").fold(1e9)(_.longValue.toDouble)
    private val collectors =
      (0 until MostCollectors).flatMap(i => number(s"sun.gc.collector.$i.time"))

    private def number(name: String): Option[LongMonitor] =
      Option(vm.findByName(name)).collect { case counter: LongMonitor => counter }

    def nanos: Long = (collectors.map(_.longValue).sum * (1e9 / ticksPerSecond)).toLong
    def close(): Unit = Try(vm.detach()): Unit
