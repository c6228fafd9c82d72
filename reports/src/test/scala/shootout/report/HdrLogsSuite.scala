package shootout.report

import java.nio.file.{Files, Path}
import org.HdrHistogram.{Histogram, HistogramLogReader}
import shootout.result.{LatencyInterval, LatencyLog, WorkloadResult}
import shootout.units.EpochMillis

class HdrLogsSuite extends FolderSuite:
  private val file = ResultFiles.read(Golden.path("hornetq")).toOption.get
  private val workloads = file.json("workloads").arr.size

  /** The histograms of a log by tag. */
  private def read(path: Path): Map[String, Histogram] =
    val reader = HistogramLogReader(path.toFile)
    val all = Iterator.continually(reader.nextIntervalHistogram()).takeWhile(_ != null)
    all.collect { case histogram: Histogram => histogram.getTag -> histogram }.toMap

  folder.test("each workload with latencies has a log with the percentiles of the result"): dir =>
    assertEquals(HdrLogs.write(List(file), dir), Logged(workloads, 0, Nil))
    for
      workload <- file.json("workloads").arr
      suffix = if workload("repetition").num > 1 then s".r${workload("repetition").num.toInt}" else ""
      histograms = read(dir.resolve(s"stomp-hornetq/${workload("id").str}$suffix.hdr"))
      name <- List("end_to_end", "send", "round_trip", "schedule_delay")
    do
      val summary = workload.at("summary", name)
      assertEquals(histograms.contains(name), summary.isDefined, s"${workload("id")} $name")
      for json <- summary; histogram <- histograms.get(name) do
        val found = List(50, 90, 95, 99, 99.9, 99.99).map(histogram.getValueAtPercentile(_).toDouble)
        assertEquals(found, List("us_p50", "us_p90", "us_p95", "us_p99", "us_p999", "us_p9999").map(json(_).num))
        assertEquals(histogram.getTotalCount.toDouble, json("count").num)
        assertEquals(histogram.getMaxValue.toDouble, json("us_max").num)

  folder.test("the head of a log has the version, the start and the unit"): dir =>
    HdrLogs.write(List(file), dir): Unit
    val log = Files.readString(dir.resolve("stomp-hornetq/20b_1a_1queue_1.hdr"))
    assert(log.contains("#[Histogram log format version 1.3]"), log.take(300))
    assert(log.contains("values are microseconds"))
    val reader = HistogramLogReader(dir.resolve("stomp-hornetq/20b_1a_1queue_1.hdr").toFile)
    val histogram = reader.nextIntervalHistogram()
    val workload = file.json("workloads")(0)
    assertEquals(reader.getStartTimeSec, (workload("started_at_ms").num + 1000) / 1000)
    assertEquals(histogram.getEndTimeStamp, (workload("started_at_ms").num + 1000 + 3000).toLong)

  folder.test("an invalid histogram is reported, and no name leaves the folder"): dir =>
    val broken = Golden.document("hornetq"): json =>
      json("workloads")(0)("id") = "../../outside"
      json("workloads")(1)("summary")("end_to_end")("histogram") = "HISTFAAA"
    val logged = HdrLogs.write(List(broken), dir)
    assertEquals((logged.logs, logged.problems.size), (workloads - 1, 1))
    assert(logged.problems.head.contains("20b_1a_1queue_1: a histogram cannot be decoded"), logged.problems)
    assert(Files.exists(dir.resolve("stomp-hornetq/__.._outside.hdr")))
    assert(!Files.exists(dir.getParent.resolve("outside.hdr")))

  /** The latencies of a workload in two intervals, the fast ones first. */
  private def halves(workload: WorkloadResult): List[LatencyInterval] =
    SavedLog.summary(workload).toOption.get.toList.flatMap: (kind, all) =>
      val fast = Histogram(3)
      val median = all.getValueAtPercentile(50)
      all.recordedValues.forEach: value =>
        if value.getValueIteratedTo <= median then
          fast.recordValueWithCount(value.getValueIteratedTo, value.getCountAtValueIteratedTo)
      val slow = all.copy()
      slow.subtract(fast)
      List(LatencyInterval(kind, 0, 1, fast), LatencyInterval(kind, 1, 2, slow))

  private val logs = "latencies/stomp-hornetq"

  /** A result with a log of the first workload, whose bytes are changed, and a missing one of the second. */
  private def withLogs(dir: Path, name: String = s"$logs/a.hlog")(
      bytes: LatencyLog => Array[Byte]
  ): (ResultDocument, Path) =
    val path = put(dir, "hornetq"): json =>
      json("workloads")(0)("latency_log") = name
      json("workloads")(1)("latency_log") = s"$logs/b.hlog"
    val log = Files.createDirectories(dir.resolve(logs)).resolve("a.hlog")
    Files.write(log, bytes(LatencyLog("a", EpochMillis(1_000_000), halves(file.result.workloads.head))))
    (ResultFiles.read(path).toOption.get, log)

  folder.test("a log of the run is copied, and a missing one is no problem"): dir =>
    val (result, log) = withLogs(dir)(_.bytes)
    assertEquals(HdrLogs.write(List(result), dir.resolve("out")), Logged(workloads, byInterval = 1, Nil))
    val made = dir.resolve("out/stomp-hornetq/20b_1a_1queue_1.hdr")
    assertEquals(Files.readString(made), Files.readString(log))
    assertEquals(HistogramLogReader(made.toFile).nextIntervalHistogram(1.0, 2.0).getStartTimeStamp, 1_001_000L)
    assertEquals(check.Check.of(result.path), Nil)

  folder.test("a broken or wrong log is reported, and its load has one interval"): dir =>
    val cut = (log: LatencyLog) => log.bytes.dropRight(40)
    val half = (log: LatencyLog) => log.copy(intervals = log.intervals.take(1)).bytes
    val none = (_: LatencyLog) => "no log\n".getBytes
    for bytes <- List(cut, half, none) do
      val (result, log) = withLogs(dir)(bytes)
      val logged = HdrLogs.write(List(result), dir.resolve("out"))
      assertEquals((logged.logs, logged.byInterval, logged.problems.size), (workloads, 0, 1))
      assert(logged.problems.head.startsWith(s"$log: broken: "), logged.problems)
      assertEquals(check.Check.of(result.path), logged.problems)

  folder.test("a log outside the folder of logs is not read"): dir =>
    for name <- List("../outside.hlog", "stomp-hornetq.json", "/etc/passwd", "latencies/../../x", "\u0000") do
      val (result, _) = withLogs(dir, name)(_.bytes)
      val logged = HdrLogs.write(List(result), dir.resolve("out"))
      assertEquals((logged.byInterval, logged.problems.size), (0, 1), name)
      assert(logged.problems.head.contains("is not below latencies"), logged.problems)

  folder.test("--hdr writes the logs"): dir =>
    put(dir.resolve("results"), "hornetq")(_ => ())
    val (status, out, _) = report(dir.resolve("results").toString, "--hdr", dir.resolve("logs").toString)
    assertEquals(status, 0)
    assert(out.contains("HdrHistogram logs"), out)
    assert(Files.exists(dir.resolve("logs/stomp-hornetq/20b_1a_1queue_1.r3.hdr")))
