package shootout.report

import java.nio.ByteBuffer
import java.nio.file.{Files, Path}
import java.util.Base64
import org.HdrHistogram.Histogram
import scala.util.control.NonFatal
import shootout.result.{LatencyLog, LatencyLogs}

/** The log that a run has kept of the latencies of a cell, beside the result file. */
object SavedLog:
  /** Names of the latencies in a cell's summary. */
  def latencies(cell: ujson.Value): List[String] =
    val members = cell.at("summary").flatMap(_.objOpt).fold(Nil)(_.keys.toList)
    members.filter(name => cell.textAt("summary", name, "histogram").isDefined)

  /** The histograms in a cell's summary. Left: which cannot be used, and why. */
  def summary(cell: ujson.Value): Either[String, Map[String, Histogram]] =
    val decoded = latencies(cell).map(name => name -> decode(cell.textAt("summary", name, "histogram").getOrElse("")))
    decoded.collectFirst { case (_, Left(problem)) => s"${cell.textAt("id").getOrElse("")}: $problem" } match
      case Some(problem) => Left(problem)
      case None => Right(decoded.collect { case (name, Right(histogram)) => name -> histogram }.toMap)

  /** Where it is. None: there is none, or it was not sent along. Left: what is wrong with it.
    *
    * @param file
    *   the result file
    */
  def of(file: Path, cell: ujson.Value): Option[Either[String, Path]] =
    cell.textAt("latency_log").flatMap: name =>
      LatencyLogs.path(file, name) match
        case None =>
          Some(Left(s"$file: latency_log: ${ujson.write(ujson.Str(name))} is not below ${LatencyLogs.Folder}"))
        case Some(log) => Option.when(Files.exists(log))(agreeing(log, cell))

  /** All intervals of a kind must have what the summary has: else it is another load's, or the half of one. */
  private def agreeing(log: Path, cell: ujson.Value): Either[String, Path] =
    for
      sums <- LatencyLog.sums(log)
      wanted <- summary(cell)
      other = wanted.find((kind, histogram) => !sums.get(kind).contains(histogram))
      _ <- other.map((kind, histogram) => disagreement(log, kind, sums, histogram)).toLeft(())
    yield log

  private def disagreement(log: Path, kind: String, sums: Map[String, Histogram], wanted: Histogram): String =
    val count = sums.get(kind).fold(0L)(_.getTotalCount)
    s"$log: broken: its ${Numbers.count(count)} latencies of $kind are not the " +
      s"${Numbers.count(wanted.getTotalCount)} of the result"

  private def decode(text: String): Either[String, Histogram] =
    try Right(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder.decode(text)), 0))
    catch case NonFatal(e) => Left(s"a histogram cannot be decoded: ${e.getMessage}")
