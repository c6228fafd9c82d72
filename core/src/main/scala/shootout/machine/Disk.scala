package shootout.machine

import java.nio.file.{Files, Path}
import scala.util.Try

/** The disk below a folder, on Linux. Source: the kernel's Documentation/block/stat.rst.
  *
  * @param counters
  *   the file with its counters
  */
final class Disk(counters: Path):
  /** Bytes written by anybody since the machine began; none if it does not tell. */
  def writtenBytes: Option[Long] =
    for
      text <- Try(Files.readString(counters)).toOption
      sectors <- text.trim.split("\\s+").lift(Disk.SectorsWritten).flatMap(_.toLongOption)
    yield sectors * Disk.SectorBytes

object Disk:
  /** Of the fields, counted from 0. */
  private val SectorsWritten = 6

  /** Whatever the disk's own sectors are. */
  private val SectorBytes = 512L

  /** None where a folder lies on no device of its own, as on a network, in memory, or in a layer of a container. */
  def of(folder: Path): Option[Disk] =
    Try {
      val device = Path.of(Files.getFileStore(folder).name).toRealPath()
      Path.of("/sys/class/block", device.getFileName.toString, "stat")
    }.toOption.filter(Files.isReadable(_)).map(Disk(_))
