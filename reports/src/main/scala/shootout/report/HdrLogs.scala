package shootout.report

import java.io.IOException
import java.nio.file.{Files, Path, StandardCopyOption}
import org.HdrHistogram.Histogram
import shootout.result.{LatencyInterval, LatencyLog}
import shootout.units.{EpochMillis, FileTrouble}

/** What [[HdrLogs.write]] has done.
  *
  * @param byInterval
  *   how many of the logs tell the intervals of their load apart
  */
case class Logged(logs: Int, byInterval: Int, problems: List[String])

/** Writes the latencies of each cell as an HdrHistogram interval log, for the tools that read such logs. */
object HdrLogs:
  /** Writes `dir/<result file>/<cell>.hdr` for each cell that has latencies; later repetitions end in `.r2.hdr` and so on. Where the log
    * that was kept in the run is there, it is that; else one interval for the whole cell, for each latency.
    */
  def write(files: List[ResultDocument], dir: Path): Logged =
    val done =
      for
        file <- files
        folder = dir.resolve(plain(file.path.getFileName.toString.stripSuffix(".json")))
        cell <- file.json.listAt("cells")
        if SavedLog.latencies(cell).nonEmpty
      yield log(file, cell, folder.resolve(fileName(cell)))
    Logged(done.map(_.logs).sum, done.map(_.byInterval).sum, done.flatMap(_.problems))

  private def fileName(cell: ujson.Value): String =
    val repetition = cell.numberAt("repetition").filter(_ > 1).fold("")(n => s".r${n.toInt}")
    s"${plain(cell.textAt("id").getOrElse("cell"))}$repetition.hdr"

  /** No name from a result file leads out of the folder. */
  private def plain(name: String): String = name.replaceAll("[^A-Za-z0-9_+.-]", "_").replaceAll("^\\.+", "_")

  private def log(file: ResultDocument, cell: ujson.Value, target: Path): Logged =
    SavedLog.of(file.path, cell) match
      case Some(Right(saved)) =>
        made(target, byInterval = 1)(Files.copy(saved, target, StandardCopyOption.REPLACE_EXISTING): Unit)
      case Some(Left(problem)) =>
        val instead = whole(file, cell, target)
        instead.copy(problems = problem :: instead.problems)
      case None => whole(file, cell, target)

  private def whole(file: ResultDocument, cell: ujson.Value, target: Path): Logged =
    SavedLog.summary(cell) match
      case Left(problem) => Logged(0, 0, List(s"${file.path}: $problem"))
      case Right(histograms) =>
        made(target, byInterval = 0)(Files.write(target, oneInterval(cell, histograms).bytes): Unit)

  private def made(target: Path, byInterval: Int)(write: => Unit): Logged =
    try
      Files.createDirectories(target.getParent)
      write
      Logged(1, byInterval, Nil)
    catch case e: IOException => Logged(0, 0, List(s"$target: cannot be written: ${FileTrouble.words(e)}"))

  /** From the first sample to the last. */
  private def oneInterval(cell: ujson.Value, histograms: Map[String, Histogram]): LatencyLog =
    val start =
      cell.numberAt("started_at_ms").getOrElse(0.0) + cell.numberAt("timing", "warm_up_s").getOrElse(0.0) * 1000
    val seconds = cell.listAt("samples").flatMap(_.numberAt("t_s")).maxOption.getOrElse(0.0)
    val intervals = histograms.toList.map((kind, histogram) => LatencyInterval(kind, 0, seconds, histogram))
    LatencyLog(cell.textAt("id").getOrElse(""), EpochMillis(start.toLong), intervals)
