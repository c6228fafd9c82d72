package shootout.result

import shootout.units.{EpochMillis, FileTrouble, Json}

import org.HdrHistogram.{Histogram, HistogramLogReader, HistogramLogWriter}

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, IOException}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.{Files, Path}
import java.util.Base64
import scala.util.control.NonFatal

/** Latencies of one kind that ended within one stretch of time.
  *
  * @param fromS
  *   seconds since the first sample began
  * @param unitNanos
  *   the unit of the values, in nanoseconds
  */
final case class LatencyInterval(
    kind: String,
    fromS: Double,
    untilS: Double,
    histogram: Histogram,
    unitNanos: Long = LatencyLog.Micro
) derives Json.ReadWriter

object LatencyInterval:
  private given Json.ReadWriter[Histogram] = Json.readwriter[String].bimap(
    histogram =>
      val buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity)
      val length = histogram.encodeIntoCompressedByteBuffer(buffer)
      Base64.getEncoder.encodeToString(buffer.array.take(length))
    ,
    text => Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder.decode(text)), 0)
  )

/** The latencies of a cell over time, as HdrHistogram's own interval log: its tools, and every other reader of such logs, add up any
  * stretch of it, or several repetitions.
  *
  * @param began
  *   when the first sample did: times within the log count from then
  */
final case class LatencyLog(cell: String, began: EpochMillis, intervals: List[LatencyInterval]) derives Json.ReadWriter:
  /** What stands in its file. */
  def bytes: Array[Byte] =
    val out = ByteArrayOutputStream()
    val log = HistogramLogWriter(out)
    log.outputComment(s"[$cell; values are microseconds, of write and read nanoseconds; the maxima are milliseconds]")
    log.outputLogFormatVersion()
    log.outputBaseTime(began.value)
    log.outputStartTime(began.value)
    log.outputLegend()
    // whoever reads a part of it stops at the first interval behind that part
    for i <- intervals.sortBy(i => (i.fromS, i.kind)) if i.histogram.getTotalCount > 0 do
      i.histogram.setTag(i.kind)
      log.outputIntervalHistogram(i.fromS, i.untilS, i.histogram, LatencyLog.NanosPerMilli / i.unitNanos)
    log.close()
    out.toByteArray

object LatencyLog:
  final val Micro = 1000L
  private val NanosPerMilli = 1e6

  /** All latencies of a log, by their kind. Left: why it cannot be used. */
  def sums(path: Path): Either[String, Map[String, Histogram]] =
    try
      if Files.size(path) > ResultStore.MostBytes then Left(s"$path: is too large for a log of latencies")
      else
        val bytes = Files.readAllBytes(path)
        val found = histograms(bytes)
        val lines = String(bytes, US_ASCII).linesIterator.count(isInterval)
        // the library takes whatever it does not understand for the log's end
        Either.cond(
          found.size == lines,
          summed(found),
          s"$path: broken: ${found.size} of its $lines intervals can be read"
        )
    catch
      case e: IOException => Left(s"$path: cannot be read: ${FileTrouble.words(e)}")
      case NonFatal(e) => Left(s"$path: broken: no log of histograms: ${e.getMessage}")

  private def isInterval(line: String): Boolean = !line.isBlank && !line.startsWith("#") && !line.startsWith("\"")

  private def histograms(bytes: Array[Byte]): List[Histogram] =
    val reader = HistogramLogReader(ByteArrayInputStream(bytes))
    Iterator.continually(reader.nextIntervalHistogram()).takeWhile(_ != null).collect { case h: Histogram => h }.toList

  private def summed(found: List[Histogram]): Map[String, Histogram] =
    found.groupBy(histogram => Option(histogram.getTag).getOrElse("")).map { (kind, all) =>
      val sum = Histogram(all.head.getNumberOfSignificantValueDigits)
      sum.setAutoResize(true)
      all.foreach(sum.add(_))
      kind -> sum
    }
