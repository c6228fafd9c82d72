package shootout.result

import shootout.units.{EpochMillis, FileTrouble, Json}

import org.HdrHistogram.{Histogram, HistogramLogReader, HistogramLogWriter}

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, IOException}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.US_ASCII
import java.nio.file.{Files, InvalidPathException, Path, StandardCopyOption}
import java.util.Base64
import scala.jdk.CollectionConverters.*
import scala.util.control.NonFatal
import scala.util.{Try, Using}

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

/** The latencies of a workload over time, in HdrHistogram's own interval log. Its tools, and every other reader of
  * interval logs, can add up any stretch of it, or several repetitions.
  *
  * @param began
  *   when the first sample began, from which the times within the log count
  */
final case class LatencyLog(workload: String, began: EpochMillis, intervals: List[LatencyInterval])
    derives Json.ReadWriter:
  /** The content of its file. */
  def bytes: Array[Byte] =
    val out = ByteArrayOutputStream()
    val log = HistogramLogWriter(out)
    log.outputComment(
      s"[$workload; values are microseconds, of write and read nanoseconds; the maxima are milliseconds]"
    )
    log.outputLogFormatVersion()
    log.outputBaseTime(began.value)
    log.outputStartTime(began.value)
    log.outputLegend()
    // A reader of a part of the log stops at the first interval after that part.
    for i <- intervals.sortBy(i => (i.fromS, i.kind)) if i.histogram.getTotalCount > 0 do
      i.histogram.setTag(i.kind)
      log.outputIntervalHistogram(i.fromS, i.untilS, i.histogram, LatencyLog.NanosPerMilli / i.unitNanos)
    log.close()
    out.toByteArray

object LatencyLog:
  final val Micro = 1000L
  private val NanosPerMilli = 1e6

  /** All latencies of a log, by their kind. Left says why it cannot be used. */
  def sums(path: Path): Either[String, Map[String, Histogram]] =
    try
      if Files.size(path) > ResultStore.MostBytes then Left(s"$path: is too large for a log of latencies")
      else
        val bytes = Files.readAllBytes(path)
        val found = histograms(bytes)
        val lines = String(bytes, US_ASCII).linesIterator.count(isInterval)
        // The library takes any line that it does not understand for the log's end.
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
    found.groupBy(histogram => Option(histogram.getTag).getOrElse("")).map((kind, all) => kind -> Histograms.sum(all))

/** Histograms as result files contain them: HdrHistogram V2, compressed, base64. */
object Histograms:
  def pack(histogram: Histogram): String =
    // A buffer that is too short would silently truncate the histogram.
    val buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity)
    val length = histogram.encodeIntoCompressedByteBuffer(buffer)
    Base64.getEncoder.encodeToString(java.util.Arrays.copyOf(buffer.array, length))

  /** @throws Exception
    *   if the text is not a histogram
    */
  def unpack(packed: String): Histogram =
    Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder.decode(packed)), 0)

  /** The sum of all recordings. */
  def sum(all: List[Histogram]): Histogram =
    val sum = Histogram(all.headOption.fold(Digits)(_.getNumberOfSignificantValueDigits))
    sum.setAutoResize(true)
    all.foreach(sum.add(_))
    sum

  private val Digits = 3

/** The logs of latencies next to a result file, one for each workload that has any: `latencies/<result
  * file>/<workload>.hlog`. A result is complete without them, so users who send results may leave them out.
  */
object LatencyLogs:
  /** The folder's name within the folder of results. */
  val Folder = "latencies"

  /** @return
    *   its name in the result file
    * @throws java.io.IOException
    *   if it cannot be written
    */
  def write(file: Path, workload: WorkloadResult, log: LatencyLog): String =
    val repetition = if workload.repetition > 1 then s".r${workload.repetition}" else ""
    val name = s"$Folder/${stem(file)}/${plain(workload.id)}$repetition.hlog"
    ResultStore.write(file.resolveSibling(name), log.bytes)
    name

  /** The path of a log. None if it is outside of the folder for logs, because such a name must not be followed. */
  def path(file: Path, name: String): Option[Path] =
    val home = file.toAbsolutePath.normalize.resolveSibling(Folder)
    try Some(home.resolveSibling(name).normalize).filter(_.startsWith(home))
    catch case _: InvalidPathException => None

  /** Deletes the logs of these workloads. A log that remains does no harm. */
  def delete(file: Path, workloads: List[WorkloadResult]): Unit =
    for workload <- workloads; name <- workload.latencyLog; log <- path(file, name) do Try(Files.deleteIfExists(log))

  /** Moves the logs into another folder of results, together with the file. */
  def move(file: Path, folder: Path): Unit = if Files.isDirectory(logs(file)) then
    Files.move(logs(file), made(file, folder)): Unit

  /** @throws java.io.IOException
    *   for example if there is no room for them
    */
  def copy(file: Path, folder: Path): Unit = if Files.isDirectory(logs(file)) then
    val target = Files.createDirectories(made(file, folder))
    val all = Using.resource(Files.list(logs(file)))(_.iterator.asScala.toList)
    for log <- all do Files.copy(log, target.resolve(log.getFileName), StandardCopyOption.REPLACE_EXISTING)

  private def logs(file: Path): Path = file.resolveSibling(Folder).resolve(stem(file))

  /** The new place of a file's logs after the file moves into the folder. */
  private def made(file: Path, folder: Path): Path = Files.createDirectories(folder.resolve(Folder)).resolve(stem(file))

  private def stem(file: Path): String = plain(file.getFileName.toString.stripSuffix(".json"))

  /** The name in a form for file names. */
  private def plain(name: String): String = name.replaceAll("[^A-Za-z0-9_+.-]", "_").replaceAll("^\\.+", "_")
