package shootout.campaign

import shootout.units.Nanos

import java.io.IOException
import java.nio.file.{Files, Path}

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
