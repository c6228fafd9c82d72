package shootout.campaign

import shootout.result.LatencyLogs

import java.nio.file.{Files, Path}
import java.time.LocalDateTime
import java.time.format.DateTimeFormatter

/** Where results go that a new run replaces: nothing that was measured is lost. */
object Earlier:
  private val stamp = DateTimeFormatter.ofPattern("yyyy-MM-dd_HH-mm-ss")

  /** A new folder for this moment, below the folder of results. */
  def folder(out: Path): Path =
    val name = LocalDateTime.now.format(stamp)
    val names = name #:: LazyList.from(2).map(n => s"$name-$n")
    Files.createDirectories(names.map(out.resolve("earlier").resolve(_)).find(!Files.exists(_)).get)

  /** A result file, with all that belongs to it. */
  def move(file: Path, folder: Path): Unit =
    Files.move(file, folder.resolve(file.getFileName))
    LatencyLogs.move(file, folder)

  def copy(file: Path, folder: Path): Unit =
    Files.copy(file, folder.resolve(file.getFileName))
    LatencyLogs.copy(file, folder)
