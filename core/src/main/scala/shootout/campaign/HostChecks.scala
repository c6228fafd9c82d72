package shootout.campaign

import shootout.analysis.Flags
import shootout.broker.BrokerSpec
import shootout.machine.Surroundings
import shootout.result.SurroundingsResult
import shootout.units.Nanos

import java.io.IOException
import java.nio.file.{Files, Path}

/** Checks whether the machine is idle enough for a run. */
object HostLoadCheck:
  /** The main classes of a run, and of its calibration. */
  private val Mains = Set("shootout.cli.Main", "shootout.calibrate.Main")

  /** Checks the machine, which takes a second. */
  def look(): SurroundingsResult = Surroundings.look(Mains)

  /** The warnings for the user. */
  def warnings(seen: SurroundingsResult): List[String] =
    val thresholds = Flags.thresholds
    def percent(share: Double) = s"${math.round(share * 100)} %"
    val others = Option.when(seen.otherRuns > 0) {
      val runs = if seen.otherRuns == 1 then "another run" else s"${seen.otherRuns} other runs"
      s"$runs of this tool under way"
    }
    val foreign = Option.when(seen.foreignShare > thresholds.foreignShare) {
      s"other processes use ${percent(seen.foreignShare)} of its CPU time"
    }
    val steal = Option.when(seen.stealShare > thresholds.stealShare) {
      s"the hypervisor gives ${percent(seen.stealShare)} of its CPU time to others"
    }
    val found = others.toList ++ foreign ++ steal
    if found.isEmpty then Nil
    else
      List(
        s"Warning: this machine is busy: ${found.mkString("; ")}. Numbers measured now are worse than they should be, and are flagged (B). " +
          "For numbers to rely on, stop this run (Ctrl-C), end the other work (top shows it), and start again."
      )

/** Checks whether this machine has the memory that a run may take. */
object MemoryCheck:
  /** The memory that a load JVM may take, in MiB. A node may take [[BesideHeapMb]] in addition to its heap. */
  private val LoadMb = 2048L
  private val BesideHeapMb = 256L

  /** The memory that a run may take, in MiB: the load JVMs and the largest contender. */
  def budget(prepared: PreparedRun): Long =
    needed(prepared.settings, contenders(prepared).map(_.nodes.size).maxOption.getOrElse(0))

  private def needed(settings: Settings, nodes: Int): Long =
    LoadMb * settings.generators + nodes * (settings.heapMb + BesideHeapMb)

  private def contenders(prepared: PreparedRun): List[BrokerSpec] =
    prepared.catalogue.filter(spec => prepared.settings.brokers.contains(spec.name))

  /** Left lists the contenders that would not fit, each with a remedy.
    *
    * @param totalMb
    *   the memory of this machine, which is only read if it matters
    */
  def check(prepared: PreparedRun, totalMb: => Long = ThisMachine.memoryMb): Either[List[String], Unit] =
    val settings = prepared.settings
    lazy val total = totalMb
    val lacking =
      for spec <- contenders(prepared) if spec.nodes.sizeIs > 1 && needed(settings, spec.nodes.size) > total
      yield s"${spec.name}: ${spec.nodes.size} nodes of ${settings.heapMb} MiB each, with the load, need " +
        s"${needed(settings, spec.nodes.size)} MiB, and this machine has $total MiB; " +
        "write a smaller --heap, or other --brokers"
    if lacking.isEmpty then Right(()) else Left(lacking)

/** Checks whether the disks of a run have room left. Messages that are not consumed, or a broker's log, may fill them
  * during a workload. The workload is ended while there is still room for all results.
  *
  * @param clock
  *   in nanoseconds; the disks are checked at most once a second
  */
final class DiskRoom(disks: List[DiskRoom.Volume], clock: () => Long):
  private var looked = Long.MinValue
  private var seen = Option.empty[String]

  /** Why nothing more may be written, and what the user can do. */
  def shortage: Option[String] =
    val now = clock()
    if looked == Long.MinValue || now - looked >= DiskRoom.Pause.value then
      looked = now
      seen = disks.iterator.flatMap(_.shortage).nextOption()
    seen

object DiskRoom:
  /** The reserve for results, the report, and what other programs write meanwhile. */
  private[campaign] val LeastBytes = 256L * 1024 * 1024
  private val Pause = Nanos.ofSeconds(1)

  /** @param option
    *   the option that names the folder
    * @param usable
    *   bytes that may still be written there
    */
  final case class Volume(option: String, folder: Path, usable: () => Long):
    def shortage: Option[String] =
      val left = usable()
      Option.when(left < LeastBytes)(
        s"$option: the disk of $folder has ${left >> 20} MiB left, but ${LeastBytes >> 20} MiB must stay free: free some space there, or name " +
          "a folder on another disk"
      )

  /** @param data
    *   the folder of brokers' data; none if we did not start the broker
    * @param out
    *   the folder of results
    */
  def of(data: Option[Path], out: Path): DiskRoom =
    val folders = data.map("--data" -> _).toList :+ ("--out" -> out)
    DiskRoom(folders.map((option, folder) => Volume(option, folder, () => usable(folder))), () => System.nanoTime())

  /** The disk space that is left for the data of brokers, in words. None if it is unknown. */
  def budget(data: Path): Option[String] =
    Some(usable(data)).filter(_ != Long.MaxValue).map { bytes =>
      f"${math.max(0, bytes - LeastBytes) / 1e9}%.1f GB of disk are free for the data of brokers ($data)."
    }

  /** A file system that does not report its space counts as unlimited. */
  private def usable(folder: Path): Long =
    try Files.getFileStore(folder).getUsableSpace
    catch case _: IOException => Long.MaxValue
