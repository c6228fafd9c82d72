package shootout.report

import java.io.IOException
import java.nio.file.{Files, Path, StandardCopyOption}
import org.HdrHistogram.Histogram
import scala.util.control.NonFatal
import shootout.analysis.Numbers
import shootout.result.{Histograms, LatencyInterval, LatencyLog, LatencyLogs, WorkloadResult}
import shootout.units.{EpochMillis, FileTrouble}

/** The outcome of [[HdrLogs.write]].
  *
  * @param byInterval
  *   how many of the logs have one entry per interval
  */
case class Logged(logs: Int, byInterval: Int, problems: List[String])

/** Writes the latencies of each workload as an HdrHistogram interval log, for the tools that read such logs. */
object HdrLogs:
  /** Writes `dir/<result file>/<workload>.hdr` for each workload that has latencies. Later repetitions end in `.r2.hdr`
    * and so on. If the run kept a log, this is a copy of it. Otherwise each kind of latency has a single interval for
    * the whole workload.
    */
  def write(files: List[ResultDocument], dir: Path): Logged =
    val done =
      for
        file <- files
        folder = dir.resolve(plain(file.path.getFileName.toString.stripSuffix(".json")))
        workload <- file.result.workloads
        if SavedLog.packed(workload).nonEmpty
      yield log(file, workload, folder.resolve(fileName(workload)))
    Logged(done.map(_.logs).sum, done.map(_.byInterval).sum, done.flatMap(_.problems))

  private def fileName(workload: WorkloadResult): String =
    val repetition = if workload.repetition > 1 then s".r${workload.repetition}" else ""
    s"${plain(workload.id)}$repetition.hdr"

  /** Makes a name from a result file safe, so that it cannot lead out of the folder. */
  private def plain(name: String): String = name.replaceAll("[^A-Za-z0-9_+.-]", "_").replaceAll("^\\.+", "_")

  private def log(file: ResultDocument, workload: WorkloadResult, target: Path): Logged =
    SavedLog.of(file.path, workload) match
      case Some(Right(saved)) =>
        made(target, byInterval = 1)(Files.copy(saved, target, StandardCopyOption.REPLACE_EXISTING): Unit)
      case Some(Left(problem)) =>
        val instead = whole(file, workload, target)
        instead.copy(problems = problem :: instead.problems)
      case None => whole(file, workload, target)

  private def whole(file: ResultDocument, workload: WorkloadResult, target: Path): Logged =
    SavedLog.summary(workload) match
      case Left(problem) => Logged(0, 0, List(s"${file.path}: $problem"))
      case Right(histograms) =>
        made(target, byInterval = 0)(Files.write(target, oneInterval(workload, histograms).bytes): Unit)

  private def made(target: Path, byInterval: Int)(write: => Unit): Logged =
    try
      Files.createDirectories(target.getParent)
      write
      Logged(1, byInterval, Nil)
    catch case e: IOException => Logged(0, 0, List(s"$target: cannot be written: ${FileTrouble.words(e)}"))

  /** A log with one interval from the first sample to the last. */
  private def oneInterval(workload: WorkloadResult, histograms: Map[String, Histogram]): LatencyLog =
    val start = workload.startedAtMs.value + (workload.timing.warmUpS * 1000).toLong
    val seconds = workload.samples.map(_.tS).maxOption.getOrElse(0.0)
    val intervals = histograms.toList.map((kind, histogram) => LatencyInterval(kind, 0, seconds, histogram))
    LatencyLog(workload.id, EpochMillis(start), intervals)

/** The latency log of a workload that the run kept next to the result file. */
object SavedLog:
  /** The encoded histograms of a workload's summary, by kind of latency. */
  def packed(workload: WorkloadResult): Map[String, String] =
    workload.summary.fold(Map.empty)(_.latencies.collect { case (kind, Some(latency)) => kind -> latency.histogram })

  /** The histograms of a workload's summary. Left: which one cannot be used, and why. */
  def summary(workload: WorkloadResult): Either[String, Map[String, Histogram]] =
    try Right(packed(workload).map((kind, text) => kind -> Histograms.unpack(text)))
    catch case NonFatal(e) => Left(s"${workload.id}: a histogram cannot be decoded: ${e.getMessage}")

  /** Its path. None: there is none, or it is missing because it was not sent along. Left: what is wrong with it.
    *
    * @param file
    *   the result file
    */
  def of(file: Path, workload: WorkloadResult): Option[Either[String, Path]] =
    workload.latencyLog.flatMap: name =>
      LatencyLogs.path(file, name) match
        case None =>
          Some(Left(s"$file: latency_log: ${ujson.write(ujson.Str(name))} is not below ${LatencyLogs.Folder}"))
        case Some(log) => Option.when(Files.exists(log))(agreeing(log, workload))

  /** All intervals of a kind together must be the histogram of the summary. Otherwise the log is incomplete or belongs
    * to another workload.
    */
  private def agreeing(log: Path, workload: WorkloadResult): Either[String, Path] =
    for
      sums <- LatencyLog.sums(log)
      wanted <- summary(workload)
      other = wanted.find((kind, histogram) => !sums.get(kind).contains(histogram))
      _ <- other.map((kind, histogram) => disagreement(log, kind, sums, histogram)).toLeft(())
    yield log

  private def disagreement(log: Path, kind: String, sums: Map[String, Histogram], wanted: Histogram): String =
    val count = sums.get(kind).fold(0L)(_.getTotalCount)
    s"$log: broken: its ${Numbers.count(count)} latencies of $kind differ from the " +
      s"${Numbers.count(wanted.getTotalCount)} of the result"
