package shootout.result

import java.nio.file.{Files, InvalidPathException, Path, StandardCopyOption}
import scala.jdk.CollectionConverters.*
import scala.util.{Try, Using}

/** The logs of latencies beside a result file, one for each of its cells that has any: `latencies/<result file>/<cell>.hlog`. A result is
  * whole without them: who sends results may leave them out, and older tools wrote none.
  */
object LatencyLogs:
  /** In the folder of results. */
  val Folder = "latencies"

  /** @return
    *   what the result file calls it
    * @throws java.io.IOException
    *   if it cannot be written
    */
  def write(file: Path, cell: CellResult, log: LatencyLog): String =
    val repetition = if cell.repetition > 1 then s".r${cell.repetition}" else ""
    val name = s"$Folder/${stem(file)}/${plain(cell.id)}$repetition.hlog"
    ResultStore.write(file.resolveSibling(name), log.bytes)
    name

  /** Where a log is. None: out of the place for logs, where nobody shall be led to. */
  def path(file: Path, name: String): Option[Path] =
    val home = file.toAbsolutePath.normalize.resolveSibling(Folder)
    try Some(home.resolveSibling(name).normalize).filter(_.startsWith(home))
    catch case _: InvalidPathException => None

  /** Those of these cells. One that is left over does no harm. */
  def delete(file: Path, cells: List[CellResult]): Unit =
    for cell <- cells; name <- cell.latencyLog; log <- path(file, name) do Try(Files.deleteIfExists(log))

  /** Into another folder of results, with the file. */
  def move(file: Path, folder: Path): Unit = if Files.isDirectory(logs(file)) then
    Files.move(logs(file), made(file, folder)): Unit

  /** @throws java.io.IOException
    *   if there is no room for them, say
    */
  def copy(file: Path, folder: Path): Unit = if Files.isDirectory(logs(file)) then
    val target = Files.createDirectories(made(file, folder))
    val all = Using.resource(Files.list(logs(file)))(_.iterator.asScala.toList)
    for log <- all do Files.copy(log, target.resolve(log.getFileName), StandardCopyOption.REPLACE_EXISTING)

  private def logs(file: Path): Path = file.resolveSibling(Folder).resolve(stem(file))

  /** Where those of a file are that moves into the folder. */
  private def made(file: Path, folder: Path): Path = Files.createDirectories(folder.resolve(Folder)).resolve(stem(file))

  private def stem(file: Path): String = plain(file.getFileName.toString.stripSuffix(".json"))

  /** Fit for a file's name. */
  private def plain(name: String): String = name.replaceAll("[^A-Za-z0-9_+.-]", "_").replaceAll("^\\.+", "_")
