package shootout.result

import shootout.result.Histograms.given
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

/** The latencies of one kind that ended within one interval. */
final case class LatencyInterval(
    kind: String,
    /** seconds since the start of the first sample */
    fromS: Double,
    untilS: Double,
    histogram: Histogram,
    /** the unit of the values, in nanoseconds */
    unitNanos: Long = LatencyLog.Micro
) derives Json.ReadWriter

/** The latencies of a workload over time, as an interval log of HdrHistogram. Any reader of interval logs can sum up
  * any part of it, or several repetitions.
  *
  * @param began
  *   when the first sample began; times in the log count from here
  */
final case class LatencyLog(workload: String, began: EpochMillis, intervals: List[LatencyInterval])
    derives Json.ReadWriter:
  /** The content of its file. */
  def bytes: Array[Byte] =
    val out = ByteArrayOutputStream()
    val log = HistogramLogWriter(out)
    log.outputComment(
      s"[$workload; values are microseconds (write and read: nanoseconds), maxima are milliseconds]"
    )
    log.outputLogFormatVersion()
    log.outputBaseTime(began.value)
    log.outputStartTime(began.value)
    log.outputLegend()
    // A reader that wants a part of the log stops at the first interval after that part. So the intervals must be
    // sorted.
    for i <- intervals.sortBy(i => (i.fromS, i.kind)) if i.histogram.getTotalCount > 0 do
      i.histogram.setTag(i.kind)
      log.outputIntervalHistogram(i.fromS, i.untilS, i.histogram, LatencyLog.NanosPerMilli / i.unitNanos)
    log.close()
    out.toByteArray

object LatencyLog:
  final val Micro = 1000L
  private val NanosPerMilli = 1e6

  /** All latencies of a log, by kind. Left: why it cannot be used. */
  def sums(path: Path): Either[String, Map[String, Histogram]] =
    try
      if Files.size(path) > ResultStore.MostBytes then Left(s"$path: too large for a latency log")
      else
        val bytes = Files.readAllBytes(path)
        val found = histograms(bytes)
        val lines = String(bytes, US_ASCII).linesIterator.count(isInterval)
        // The library takes any line that it does not understand for the end of the log.
        Either.cond(
          found.size == lines,
          summed(found),
          s"$path: broken: only ${found.size} of its $lines intervals can be read"
        )
    catch
      case e: IOException => Left(s"$path: cannot be read: ${FileTrouble.words(e)}")
      case NonFatal(e) => Left(s"$path: broken: not a histogram log: ${e.getMessage}")

  private def isInterval(line: String): Boolean = !line.isBlank && !line.startsWith("#") && !line.startsWith("\"")

  private def histograms(bytes: Array[Byte]): List[Histogram] =
    val reader = HistogramLogReader(ByteArrayInputStream(bytes))
    Iterator.continually(reader.nextIntervalHistogram()).takeWhile(_ != null).collect { case h: Histogram => h }.toList

  private def summed(found: List[Histogram]): Map[String, Histogram] =
    found.groupBy(histogram => Option(histogram.getTag).getOrElse("")).map((kind, all) => kind -> Histograms.sum(all))

/** Histograms as they are encoded in result files: HdrHistogram V2, compressed, base64. */
object Histograms:
  /** On its way to another JVM, a histogram is text. */
  given codec: Json.ReadWriter[Histogram] = Json.readwriter[String].bimap(pack, unpack)

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

/** The latency logs next to a result file, one for each workload that has latencies: `latencies/<result
  * file>/<workload>.hlog`. A result is complete without them, so users may leave them out when they send it.
  */
object LatencyLogs:
  /** The name of the folder within the results folder. */
  val Folder = "latencies"

  /** @return
    *   the log's name in the result file
    * @throws java.io.IOException
    *   if it cannot be written
    */
  def write(file: Path, workload: WorkloadResult, log: LatencyLog): String =
    val repetition = if workload.repetition > 1 then s".r${workload.repetition}" else ""
    val name = s"$Folder/${stem(file)}/${plain(workload.id)}$repetition.hlog"
    ResultStore.write(file.resolveSibling(name), log.bytes)
    name

  /** The path of a log. None if it is outside the folder for logs: the name may come from someone else's file, so it
    * must not lead anywhere else.
    */
  def path(file: Path, name: String): Option[Path] =
    val home = file.toAbsolutePath.normalize.resolveSibling(Folder)
    try Some(home.resolveSibling(name).normalize).filter(_.startsWith(home))
    catch case _: InvalidPathException => None

  /** Deletes the logs of these workloads. If a log cannot be deleted, it does no harm. */
  def delete(file: Path, workloads: List[WorkloadResult]): Unit =
    for workload <- workloads; name <- workload.latencyLog; log <- path(file, name) do Try(Files.deleteIfExists(log))

  /** Moves the logs of a result file into another results folder, next to the file. */
  def move(file: Path, folder: Path): Unit = if Files.isDirectory(logs(file)) then
    Files.move(logs(file), made(file, folder)): Unit

  /** @throws java.io.IOException
    *   for example if the disk is full
    */
  def copy(file: Path, folder: Path): Unit = if Files.isDirectory(logs(file)) then
    val target = Files.createDirectories(made(file, folder))
    val all = Using.resource(Files.list(logs(file)))(_.iterator.asScala.toList)
    for log <- all do Files.copy(log, target.resolve(log.getFileName), StandardCopyOption.REPLACE_EXISTING)

  private def logs(file: Path): Path = file.resolveSibling(Folder).resolve(stem(file))

  /** Where the logs of a file go if the file moves into the folder. */
  private def made(file: Path, folder: Path): Path = Files.createDirectories(folder.resolve(Folder)).resolve(stem(file))

  private def stem(file: Path): String = plain(file.getFileName.toString.stripSuffix(".json"))

  /** Makes a name safe for a file name. */
  private def plain(name: String): String = name.replaceAll("[^A-Za-z0-9_+.-]", "_").replaceAll("^\\.+", "_")
