package shootout.campaign

import shootout.units.Nanos

import java.io.IOException
import java.nio.file.{Files, Path}

/** Whether the disks of a run have room left. Messages that are not consumed, or a broker's log, may fill them within a load: it is ended
  * while there is still room for the results of all.
  *
  * @param clock
  *   in nanoseconds; the disks are looked at once a second at most
  */
final class DiskRoom(disks: List[DiskRoom.Volume], clock: () => Long):
  private var looked = Long.MinValue
  private var seen = Option.empty[String]

  /** Why nothing more may be written, and what to do. */
  def shortage: Option[String] =
    val now = clock()
    if looked == Long.MinValue || now - looked >= DiskRoom.Pause.value then
      looked = now
      seen = disks.iterator.flatMap(_.shortage).nextOption()
    seen

object DiskRoom:
  /** For results, their page, and what other programs write meanwhile. */
  private[campaign] val LeastBytes = 256L * 1024 * 1024
  private val Pause = Nanos.ofSeconds(1)

  /** @param option
    *   that names the folder
    * @param usable
    *   bytes that may still be written there
    */
  final case class Volume(option: String, folder: Path, usable: () => Long):
    def shortage: Option[String] =
      val left = usable()
      Option.when(left < LeastBytes)(
        s"$option: the disk of $folder has ${left >> 20} MiB left, and a run keeps ${LeastBytes >> 20} MiB free: free some space there, or name " +
          "a folder on another disk"
      )

  /** @param data
    *   of brokers; none: we did not start the broker
    * @param out
    *   of results
    */
  def of(data: Option[Path], out: Path): DiskRoom =
    val folders = data.map("--data" -> _).toList :+ ("--out" -> out)
    DiskRoom(folders.map((option, folder) => Volume(option, folder, () => usable(folder))), () => System.nanoTime())

  /** What the disk of the brokers' data leaves to loads, for people; none where that is not known, or nothing is kept here. */
  def budget(data: Path): Option[String] =
    Some(usable(data)).filter(_ != Long.MaxValue).map { bytes =>
      f"${math.max(0, bytes - LeastBytes) / 1e9}%.1f GB of the disk of $data"
    }

  /** Of a file system that does not say, as much as one likes. */
  private def usable(folder: Path): Long =
    try Files.getFileStore(folder).getUsableSpace
    catch case _: IOException => Long.MaxValue
