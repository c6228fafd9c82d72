package shootout.machine

import shootout.result.ProcessCounter.{ContextSwitches, GcNanos, ReadBytes, WaitedNanos, WrittenBytes}
import shootout.result.{ProcessSample, ResourceSample}
import shootout.units.ProcessStart

import com.sun.management.OperatingSystemMXBean
import java.lang.management.ManagementFactory
import java.nio.file.{Files, Path}
import oshi.SystemInfo
import oshi.hardware.CentralProcessor.TickType
import oshi.software.os.OSProcess
import scala.jdk.CollectionConverters.*
import scala.util.Try

/** Reads the resources that broker, generator and machine use, one interval after the other. One thread at a time may
  * use it.
  */
trait Meter:
  /** Begins the first interval. */
  def begin(): Unit

  /** The use since the last call; none if it cannot be read. */
  def sample(): Option[ResourceSample]

  /** How many cores the just-in-time compilers of broker and generator have kept busy since the last call. None if that
    * cannot be read, and at the first call.
    */
  def compilerCores(): Option[Double]

object Meter:
  /** Reads nothing. */
  val none: Meter = new Meter:
    def begin(): Unit = ()
    def sample(): Option[ResourceSample] = None
    def compilerCores(): Option[Double] = None

/** The meter of a load JVM. It reads processes and machine through OSHI, the broker's JVMs through [[JvmGc]], and
  * itself through its own MXBeans.
  */
final class SystemMeter(
    /** The living processes of each of the broker's nodes; none if we did not start it. */
    brokerPids: () => Option[List[List[Long]]],

    /** True if the broker uses nothing of this machine. */
    elsewhere: Boolean = false,

    /** The disk that the broker writes to; none if it is not known. */
    disk: Option[Disk] = None,

    /** Processes of a broker on this machine that we did not start. */
    listeners: () => List[Long] = () => Nil
) extends Meter:
  private val system = SystemInfo()
  private val os = system.getOperatingSystem
  private val processor = system.getHardware.getProcessor
  private val gc = JvmGc()
  private val queue = RunQueue()
  private val compilers = Compilers()
  private val own = ProcessHandle.current.pid
  private val ownTime = ManagementFactory.getPlatformMXBean(classOf[OperatingSystemMXBean])
  private val ownCollectors = ManagementFactory.getGarbageCollectorMXBeans.asScala.toList
  private var before = Option.empty[Snapshot]

  private final case class Snapshot(
      at: Long,
      broker: Option[List[List[ProcessUse]]],
      client: ProcessUse,
      ticks: Array[Long],
      writtenBytes: Option[Long]
  )

  def begin(): Unit = before = read()

  def sample(): Option[ResourceSample] =
    val now = read()
    val sample = for earlier <- before; later <- now yield between(earlier, later)
    before = now
    sample

  def compilerCores(): Option[Double] = compilers.cores(own :: brokerPids().getOrElse(Nil).flatten)

  private def read(): Option[Snapshot] = Try {
    val nodes = brokerPids()
    for pids <- nodes.map(_.flatten) do
      gc.keep(pids)
      queue.keep(own :: pids)
    Snapshot(
      System.nanoTime(),
      nodes.map(_.map(_.flatMap(use))),
      ownUse,
      processor.getSystemCpuLoadTicks,
      disk.flatMap(_.writtenBytes)
    )
  }.toOption

  /** None if the process has ended meanwhile. */
  private def use(pid: Long): Option[ProcessUse] =
    for
      process <- Option(os.getProcess(pid.toInt))
      startedAt <- SystemMeter.startedAt(pid, process.getStartTime)
    yield reading(pid, process, startedAt)

  private def reading(pid: Long, process: OSProcess, startedAt: Long): ProcessUse =
    val io = SystemMeter.showsIo(pid)
    val scheduled = queue.of(pid)
    val counted = List(
      ReadBytes -> Option.when(io)(process.getBytesRead),
      WrittenBytes -> Option.when(io)(process.getBytesWritten),
      GcNanos -> (if pid == own then Some(ownGcNanos) else gc.nanos(pid)),
      WaitedNanos -> scheduled.map(_.waitedNanos),
      ContextSwitches -> scheduled.map(_.turns).orElse(SystemMeter.switches(process))
    )
    ProcessUse(
      pid,
      startedAt,
      (process.getKernelTime + process.getUserTime) * 1_000_000L,
      process.getResidentSetSize,
      counted.collect { case (counter, Some(count)) => counter -> count }.toMap
    )

  private def ownUse: ProcessUse = use(own).get.copy(cpuNanos = ownTime.getProcessCpuTime)

  private def ownGcNanos: Long = ownCollectors.map(_.getCollectionTime).filter(_ > 0).sum * 1_000_000L

  /** None if the broker is on another machine or in this process, because there is nothing to divide. */
  private def schedulingGroups: Option[Int] =
    val broker = brokerPids().fold(listeners())(_.flatten)
    if broker.isEmpty then None else SchedulingGroup.count(own :: broker)

  private def between(earlier: Snapshot, later: Snapshot): ResourceSample =
    val seconds = (later.at - earlier.at) / 1e9
    def used(before: List[ProcessUse], after: List[ProcessUse]): ProcessSample =
      ProcessUse.between(before, after, seconds)
    val ticks = MachineTicks(earlier.ticks, later.ticks)
    val most = for before <- earlier.writtenBytes; now <- later.writtenBytes yield (now - before) / seconds
    val (nodesBefore, nodesNow) = (earlier.broker.getOrElse(Nil), later.broker.getOrElse(Nil))
    val broker = later.broker.map(now => SystemMeter.atMost(most, used(nodesBefore.flatten, now.flatten)))
    val nodes = ProcessUse.ofNodes(nodesBefore, nodesNow, seconds)
    val client = used(List(earlier.client), List(later.client))
    val ours = broker.map(_.cpuCores).orElse(Option.when(elsewhere)(0.0)).map(_ + client.cpuCores)
    val cores = processor.getLogicalProcessorCount
    ResourceSample(
      broker,
      client,
      stealShare = ticks.steal,
      busyShare = ticks.busy,
      load1m = math.max(0, processor.getSystemLoadAverage(1)(0)),
      foreignShare = ours.map(used => math.max(0, ticks.busy - used / cores)),
      clientShare = Some(client.cpuCores / cores),
      nodes = nodes.map((number, node) => number -> SystemMeter.atMost(most, node)),
      schedulingGroups = schedulingGroups
    )

object SystemMeter:
  /** A value that distinguishes a process from a later one with the same number. The library's start time moves when
    * the clock is set back. Everything that the process has ever used would then seem to be used in one interval. None
    * if it has ended meanwhile.
    *
    * @param byTheClock
    *   the start in ms, for systems that count nothing better
    */
  private[machine] def startedAt(pid: Long, byTheClock: => Long): Option[Long] =
    if ProcessStart.isKnown then ProcessStart.ticks(pid) else Some(byTheClock)

  /** Limits the written bytes of the broker to those of the disk. For a process, Linux counts the pages it makes dirty,
    * again after each time that they were saved. It even counts those that are deleted before they are saved. HornetQ
    * paging messages of 256 KiB had 2.6 GB/s there (kernel 6.18), while the disk had 10 MB/s.
    *
    * @param writtenPerS
    *   bytes per second that the disk wrote for all processes
    */
  private[machine] def atMost(writtenPerS: Option[Double], broker: ProcessSample): ProcessSample =
    val least = broker.rate(WrittenBytes).map(bytes => writtenPerS.fold(bytes)(math.min(bytes, _)))
    broker.copy(counted = broker.counted.updated(WrittenBytes.key, least))

  /** The switches that the library counts. On Linux it only knows those of the first thread, which does almost nothing
    * in a JVM.
    */
  private def switches(process: OSProcess): Option[Long] =
    Option.when(!Files.isDirectory(Path.of("/proc/self")))(process.getContextSwitches).filter(_ > 0)

  /** Whether the disk traffic of a process is known. Linux counts it, but not every container shows it. */
  private def showsIo(pid: Long): Boolean =
    !Files.isDirectory(Path.of("/proc/self")) || Files.isReadable(Path.of(s"/proc/$pid/io"))

/** Shares of the machine's CPU time, from two readings of its tick counters (all cores). */
final class MachineTicks(before: Array[Long], after: Array[Long]):
  private def grown(kinds: TickType*): Double =
    kinds.map(k => math.max(0L, after(k.getIndex) - before(k.getIndex))).sum.toDouble

  private val all = grown(TickType.values.toSeq*)
  private def share(ticks: Double): Double = if all == 0 then 0 else ticks / all

  def steal: Double = share(grown(TickType.STEAL))

  /** The share that is neither idle, nor waiting for a disk, nor stolen by the hypervisor. */
  def busy: Double = share(all - grown(TickType.IDLE, TickType.IOWAIT, TickType.STEAL))

/** The disk below a folder, on Linux. Source: the kernel's Documentation/block/stat.rst.
  *
  * @param counters
  *   the file with its counters
  */
final class Disk(counters: Path):
  /** Bytes that all processes have written since the machine began; none if it does not reveal them. */
  def writtenBytes: Option[Long] =
    for
      text <- Try(Files.readString(counters)).toOption
      sectors <- text.trim.split("\\s+").lift(Disk.SectorsWritten).flatMap(_.toLongOption)
    yield sectors * Disk.SectorBytes

object Disk:
  /** The index among the fields, counted from 0. */
  private val SectorsWritten = 6

  /** The kernel counts in this unit, whatever the disk's own sectors are. */
  private val SectorBytes = 512L

  /** None if a folder is not on its own device, for example on a network, in memory, or in a layer of a container. */
  def of(folder: Path): Option[Disk] =
    Try {
      val device = Path.of(Files.getFileStore(folder).name).toRealPath()
      Path.of("/sys/class/block", device.getFileName.toString, "stat")
    }.toOption.filter(Files.isReadable(_)).map(Disk(_))
