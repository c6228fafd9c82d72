package shootout.report

import java.io.{File, IOException}
import java.nio.ByteBuffer
import java.nio.file.{Files, Path}
import java.util.Base64
import org.HdrHistogram.{Histogram, HistogramLogWriter}
import scala.util.control.NonFatal
import shootout.units.FileTrouble

/** Writes the latencies of each cell as an HdrHistogram interval log, for the tools that read such logs. */
object HdrLogs:
  /** Values are microseconds, as in the result file; tools that show another unit divide by it themselves. */
  private val MicrosecondsPerMillisecond = 1000.0

  /** Writes `dir/<result file>/<cell>.hdr` for each cell that has latencies; later repetitions end in `.r2.hdr` and so on.
    *
    * @return
    *   how many were written, and what went wrong
    */
  def write(files: List[ResultDocument], dir: Path): (Int, List[String]) =
    val done =
      for
        file <- files
        folder = dir.resolve(plain(file.path.getFileName.toString.stripSuffix(".json")))
        cell <- file.json.listAt("cells")
        if latencies(cell).nonEmpty
      yield log(cell, folder.resolve(fileName(cell))).left.map(problem => s"${file.path}: $problem")
    (done.count(_.isRight), done.collect { case Left(problem) => problem })

  /** Names of those in a cell's summary. */
  private def latencies(cell: ujson.Value): List[String] =
    val members = cell.at("summary").flatMap(_.objOpt).fold(Nil)(_.keys.toList)
    members.filter(name => cell.textAt("summary", name, "histogram").isDefined)

  private def fileName(cell: ujson.Value): String =
    val repetition = cell.numberAt("repetition").filter(_ > 1).fold("")(n => s".r${n.toInt}")
    s"${plain(cell.textAt("id").getOrElse("cell"))}$repetition.hdr"

  /** No name from a result file leads out of the folder. */
  private def plain(name: String): String = name.replaceAll("[^A-Za-z0-9_+.-]", "_").replaceAll("^\\.+", "_")

  private def log(cell: ujson.Value, target: Path): Either[String, Path] =
    val decoded =
      for
        name <- latencies(cell)
        text <- cell.textAt("summary", name, "histogram")
      yield decode(text).map(histogram => (name, histogram))
    decoded.collectFirst { case Left(problem) => problem } match
      case Some(problem) => Left(s"${cell.textAt("id").getOrElse("")}: $problem")
      case None =>
        try
          Files.createDirectories(target.getParent)
          val writer = HistogramLogWriter(File(target.toString))
          try fill(writer, cell, decoded.flatMap(_.toOption))
          finally writer.close()
          Right(target)
        catch case e: IOException => Left(s"$target: cannot be written: ${FileTrouble.words(e)}")

  /** One interval for the whole cell, from its first sample to its last, for each latency; the tag names it. */
  private def fill(writer: HistogramLogWriter, cell: ujson.Value, histograms: List[(String, Histogram)]): Unit =
    val start =
      cell.numberAt("started_at_ms").getOrElse(0.0) + cell.numberAt("timing", "warm_up_s").getOrElse(0.0) * 1000
    val seconds = cell.listAt("samples").flatMap(_.numberAt("t_s")).maxOption.getOrElse(0.0)
    writer.outputComment(
      s"[${cell.textAt("id").getOrElse("")}; values are microseconds, the column of maxima milliseconds]"
    )
    writer.outputLogFormatVersion()
    writer.outputStartTime(start.toLong)
    writer.outputLegend()
    histograms.foreach: (name, histogram) =>
      histogram.setTag(name)
      writer.outputIntervalHistogram(0, seconds, histogram, MicrosecondsPerMillisecond)

  private def decode(text: String): Either[String, Histogram] =
    try Right(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder.decode(text)), 0))
    catch case NonFatal(e) => Left(s"a histogram cannot be decoded: ${e.getMessage}")
