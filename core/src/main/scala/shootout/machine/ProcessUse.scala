package shootout.machine

import shootout.result.{ProcessCounter, ProcessSample}

import java.io.{File, IOException}
import java.nio.file.{Files, Path}
import scala.collection.immutable.ListMap
import scala.collection.mutable
import scala.jdk.StreamConverters.*
import scala.util.{Try, Using}
import sun.jvmstat.monitor.{LongMonitor, MonitorException, MonitoredHost, MonitoredVm, VmIdentifier}

/** The resources that one process has used since it began. */
final case class ProcessUse(
    pid: Long,

    /** Distinguishes the process from a later one with the same number, in any unit. */
    startedAt: Long,
    cpuNanos: Long,
    residentBytes: Long,

    /** Counters that the system and the process reveal. */
    counted: Map[ProcessCounter, Long] = Map.empty
)

object ProcessUse:
  /** The use between two readings of processes that come and go. A new process counts with everything it used. A
    * process that is gone counts nothing, because we do not know what it used since the last reading.
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

  /** The use of each node, by its number. A single node has no entry, because it is the whole broker. */
  def ofNodes(
      before: List[List[ProcessUse]],
      after: List[List[ProcessUse]],
      seconds: Double
  ): Map[String, ProcessSample] =
    if after.sizeIs < 2 then Map.empty
    else
      val each = after.zip(before.padTo(after.size, Nil)).zipWithIndex
      ListMap.from(each.map { case ((now, earlier), i) => s"${i + 1}" -> between(earlier, now, seconds) })

/** What the scheduler did with threads.
  *
  * @param waitedNanos
  *   nanoseconds in which they could have run and had no CPU
  * @param turns
  *   how often they got a CPU
  */
final case class Scheduled(waitedNanos: Long, turns: Long):
  def +(more: Scheduled): Scheduled = Scheduled(waitedNanos + more.waitedNanos, turns + more.turns)

  /** The difference since an earlier reading. A smaller number belongs to a later thread with the same id. */
  def since(before: Scheduled): Scheduled =
    if waitedNanos < before.waitedNanos || turns < before.turns then this
    else Scheduled(waitedNanos - before.waitedNanos, turns - before.turns)

object Scheduled:
  val nothing: Scheduled = Scheduled(0, 0)

/** Adds up what the scheduler did with the threads of processes. These are the second and the third number of each
  * thread's `schedstat` (Linux, Documentation/scheduler/sched-stats.rst). One thread at a time may use it.
  */
final class RunQueue:
  private final class Seen:
    var threads: mutable.LongMap[Scheduled] = mutable.LongMap.empty
    var total: Scheduled = Scheduled.nothing

  private val processes = mutable.LongMap.empty[Seen]

  /** The sum since the first call for the process, plus the earlier time of threads that were alive then. It misses
    * what a thread did between the last call and its end. None if the system does not reveal it, or if the process has
    * too many threads to read without disturbing the measurement.
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

  /** Forgets all processes but these. The numbers of the others may soon be reused. */
  def keep(pids: List[Long]): Unit = processes.keys.filterNot(pids.contains).toList.foreach(processes.remove)

object RunQueue:
  private val MostThreads = 500

  /** None if the thread has ended meanwhile. */
  private def thread(pid: Long, thread: String): Option[Scheduled] =
    try
      val fields = Files.readString(Path.of(s"/proc/$pid/task/$thread/schedstat")).trim.split(' ')
      Option.when(fields.length == 3)(Scheduled(fields(1).toLong, fields(2).toLong))
    catch case _: (IOException | NumberFormatException) => None

/** The CPU time of the just-in-time compilers of JVMs. They are threads of their processes, and Linux counts each
  * thread's CPU time. Source: proc(5), `/proc/PID/task/TID/stat`. One thread at a time may use it.
  */
final class Compilers(processes: Path = Path.of("/proc"), clock: () => Long = () => System.nanoTime()):
  private var known = Map.empty[Path, Boolean]
  private var before = Option.empty[(Long, Map[Path, Long])]

  /** How many cores they have kept busy since the last call. None at the first call, and if the system does not reveal
    * it.
    */
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

  /** Empty if the process has ended, even while its threads are listed. */
  private def threads(pid: Long): List[Path] =
    Using(Files.list(processes.resolve(s"$pid/task")))(_.toScala(List)).getOrElse(Nil)

object Compilers:
  /** Times in `/proc` are hundredths of a second on every Linux that Java runs on. */
  private val NanosPerTick = 1e7

  /** The names that HotSpot gives them. The system keeps the first 15 letters. */
  private val Names = List("C1 Compiler", "C2 Compiler", "JVMCI Compiler")

  private def compiles(thread: Path): Boolean =
    Try(Files.readString(thread.resolve("comm"))).toOption.exists(name => Names.exists(name.startsWith))

  /** None if the thread has ended. */
  private def ticks(thread: Path): Option[Long] =
    Try(Files.readString(thread.resolve("stat"))).toOption.flatMap(ticksOf)

  /** User and system time: the 14th and 15th field. The second field is a name in brackets, which may contain anything.
    */
  private[machine] def ticksOf(stat: String): Option[Long] =
    val fields = stat.drop(stat.lastIndexOf(')') + 1).trim.split(' ')
    for
      user <- fields.lift(11).flatMap(_.toLongOption)
      system <- fields.lift(12).flatMap(_.toLongOption)
    yield user + system

/** How long garbage collectors have stopped other JVMs of this user. HotSpot keeps the counters in a mapped file
  * (`hsperfdata`, which `jstat` reads). Reading it runs nothing in the other JVM, and does not stop it.
  *
  * The package is not exported by its module. Without `--add-exports` and [[JvmGc.Exports]] every answer is none.
  */
final class JvmGc:
  private var open = Map.empty[Long, Option[JvmGc.Counters]]

  /** Nanoseconds since the JVM began; none if the process is not a JVM. */
  def nanos(pid: Long): Option[Long] =
    open.getOrElse(pid, attach(pid)).map(_.nanos)

  /** Forgets all processes but these. The numbers of the others may soon be reused. */
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
  /** The export that a JVM needs to use this. */
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
