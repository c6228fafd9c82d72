package shootout.result

import java.nio.file.{Files, Path}
import munit.FunSuite
import org.HdrHistogram.{Histogram, HistogramLogReader}
import scala.util.Random
import shootout.units.EpochMillis

/** Logs that HdrHistogram's own reader reads. */
class LatencyLogSuite extends FunSuite:
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("log"), delete)
  private val began = EpochMillis(1_700_000_000_123L)
  private val random = Random(3)

  private def delete(path: Path): Unit =
    if Files.isDirectory(path) then Files.list(path).forEach(delete(_))
    Files.delete(path)

  private def latencies(count: Int): Histogram =
    val histogram = Histogram(3)
    histogram.setAutoResize(true)
    for _ <- 1 to count do histogram.recordValue(random.nextLong(1_000_000))
    histogram

  /** One interval per second. */
  private def intervals(kind: String, counts: Int*): List[LatencyInterval] =
    counts.toList.zipWithIndex.map((count, n) => LatencyInterval(kind, n, n + 1, latencies(count)))

  private def sum(of: List[LatencyInterval]): Histogram =
    val sum = latencies(0)
    of.foreach(interval => sum.add(interval.histogram))
    sum

  private def saved(dir: Path, intervals: List[LatencyInterval]): Path =
    Files.write(dir.resolve("x.hlog"), LatencyLog("x", began, intervals).bytes)

  folder.test("HdrHistogram reads any window of a log"): dir =>
    val all = intervals("send", 100, 200, 0, 300)
    val log = saved(dir, all)
    def window(from: Double, until: Double): List[Histogram] =
      val reader = HistogramLogReader(log.toFile)
      Iterator.continually(reader.nextIntervalHistogram(from, until)).takeWhile(_ != null).collect {
        case h: Histogram => h
      }.toList
    assertEquals(window(1, 2.5).map(h => h: Any), List(all(1).histogram))
    assertEquals(window(0, 9).map(_.getStartTimeStamp), List(0, 1000, 3000).map(began.value + _))
    assertEquals(window(0, 9).map(_.getTag).distinct, List("send"))

  folder.test("each kind of latency has its tag, and empty intervals are not written"): dir =>
    val costs = intervals("write", 10).map(_.copy(unitNanos = 1))
    val log = saved(dir, intervals("send", 100, 0, 50) ++ costs)
    val lines = Files.readString(log).linesIterator.filter(_.startsWith("Tag=")).toList
    assertEquals(lines.map(_.takeWhile(_ != ',')), List("Tag=send", "Tag=write", "Tag=send"))
    val Array(_, _, _, largest, _) = lines(1).split(','): @unchecked
    assertEqualsDouble(largest.toDouble, costs.head.histogram.getMaxValue / 1e6, 0.001)
    assertEquals(LatencyLog.sums(log).map(_.keySet), Right(Set("send", "write")))

  folder.test("logs of repetitions can be added"): dir =>
    val (first, second) = (intervals("send", 100, 200), intervals("send", 50))
    val sums = List(first, second).map(of => LatencyLog.sums(saved(dir, of)).toOption.get("send"))
    val joined = latencies(0)
    sums.foreach(joined.add(_))
    assertEquals(joined, sum(first ++ second))

  folder.test("a log that is cut off, invalid or missing is named"): dir =>
    val log = saved(dir, intervals("send", 100, 200))
    val whole = Files.readAllBytes(log)
    def broken(bytes: Array[Byte]): Boolean =
      LatencyLog.sums(Files.write(log, bytes)).left.exists(_.startsWith(s"$log: broken: "))
    // a log may end between two lines, or after its last significant character
    for
      length <- whole.length / 2 until whole.length by 7
      if whole.slice(length - 1, length + 1).forall(_ != '\n') && whole.drop(length).exists(c => c != '\n' && c != '=')
    do assert(broken(whole.take(length)), s"cut off behind $length bytes")
    assert(broken("nothing of the kind\nat all".getBytes))
    assert(broken(whole ++ "Tag=send,1,2".getBytes))
    val missing = dir.resolve("missing.hlog")
    assertEquals(LatencyLog.sums(missing), Left(s"$missing: cannot be read: there is no such file or folder"))

  folder.test("logs are moved, copied and deleted with their result file"): dir =>
    val file = dir.resolve("stomp-x.json")
    val golden = Path.of(sys.props.getOrElse("shootout.home", "..")).resolve("reports/src/test/resources/golden")
    val workloads = ResultStore.read(golden.resolve("stomp-hornetq.json")).toOption.get.workloads.take(2)
    val log = LatencyLog("x", began, intervals("send", 10))
    val named =
      workloads.map(workload => workload.copy(latencyLog = Some(LatencyLogs.write(file, workload, log))))
    def there(home: Path) = named.flatMap(_.latencyLog).map(home.resolve(_)).map(Files.exists(_))
    assertEquals(named.flatMap(_.latencyLog).distinct.size, 2)
    assertEquals(there(dir), List(true, true))
    val List(copy, away) = List("copy", "away").map(name => Files.createDirectory(dir.resolve(name))): @unchecked
    LatencyLogs.copy(file, copy)
    LatencyLogs.delete(file, named.take(1))
    assertEquals((there(copy), there(dir)), (List(true, true), List(false, true)))
    LatencyLogs.move(file, away)
    assertEquals((there(away), there(dir)), (List(false, true), List(false, false)))
    // missing logs are no error
    LatencyLogs.move(file, away)
    LatencyLogs.delete(file, named ++ workloads)
