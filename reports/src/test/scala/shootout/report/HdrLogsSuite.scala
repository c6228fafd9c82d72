package shootout.report

import java.nio.file.{Files, Path, Paths}
import org.HdrHistogram.{Histogram, HistogramLogReader}
import shootout.analysis.JudgedResult
import shootout.result.{LatencyInterval, LatencyLog, ResultFile, WorkloadResult}
import shootout.units.{EpochMillis, Json}

class HdrLogsSuite extends FolderSuite:
  private val golden = Paths.get(getClass.getResource("/golden/stomp-hornetq.json").toURI)
  private val file = ResultFiles.read(golden).toOption.get

  private def document(path: Path, json: ujson.Value): ResultDocument =
    ResultDocument(path, JudgedResult(Json.read[ResultFile](json)))

  /** What a log holds, by tag. */
  private def read(path: Path): Map[String, Histogram] =
    val reader = HistogramLogReader(path.toFile)
    Iterator
      .continually(reader.nextIntervalHistogram())
      .takeWhile(_ != null)
      .collect { case histogram: Histogram => histogram.getTag -> histogram }
      .toMap

  folder.test("a log for each workload with latencies; read back, it has the percentiles of the result"): dir =>
    assertEquals(HdrLogs.write(List(file), dir), Logged(file.json("workloads").arr.size, 0, Nil))
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

  folder.test("the head of a log says the version, when it began, and the unit"): dir =>
    HdrLogs.write(List(file), dir): Unit
    val log = Files.readString(dir.resolve("stomp-hornetq/20b_1a_1queue_1.hdr"))
    assert(log.contains("#[Histogram log format version 1.3]"), log.take(300))
    assert(log.contains("values are microseconds"))
    val reader = HistogramLogReader(dir.resolve("stomp-hornetq/20b_1a_1queue_1.hdr").toFile)
    val histogram = reader.nextIntervalHistogram()
    val workload = file.json("workloads")(0)
    assertEquals(reader.getStartTimeSec, (workload("started_at_ms").num + 1000) / 1000)
    assertEquals(histogram.getEndTimeStamp, (workload("started_at_ms").num + 1000 + 3000).toLong)

  folder.test("a histogram that cannot be decoded is named, and a name cannot leave the folder"): dir =>
    val json = ujson.read(Files.readString(golden))
    json("workloads")(0)("id") = "../../outside"
    json("workloads")(1)("summary")("end_to_end")("histogram") = "HISTFAAA"
    val logged = HdrLogs.write(List(document(golden, json)), dir)
    assertEquals(logged.logs, json("workloads").arr.size - 1)
    assertEquals(logged.problems.size, 1)
    assert(logged.problems.head.contains("20b_1a_1queue_1: a histogram cannot be decoded"), logged.problems)
    assert(Files.exists(dir.resolve("stomp-hornetq/__.._outside.hdr")))
    assert(!Files.exists(dir.getParent.resolve("outside.hdr")))

  /** The latencies of a workload, fast ones in a first interval and the others in a second. */
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

  /** The golden file in a folder, with a log of the first workload that has these bytes, and one of the second that was not sent along. */
  private def kept(dir: Path, name: String = "latencies/stomp-hornetq/a.hlog")(
      bytes: LatencyLog => Array[Byte]
  ): (ResultDocument, Path) =
    val json = ujson.read(Files.readString(golden))
    json("workloads")(0)("latency_log") = name
    json("workloads")(1)("latency_log") = "latencies/stomp-hornetq/b.hlog"
    val log = Files.createDirectories(dir.resolve("latencies/stomp-hornetq")).resolve("a.hlog")
    Files.write(log, bytes(LatencyLog("a", EpochMillis(1_000_000), halves(file.result.workloads.head))))
    val path = Files.writeString(dir.resolve("stomp-hornetq.json"), ujson.write(json))
    (document(path, json), log)

  private val workloads = file.json("workloads").arr.size

  folder.test("a log that the run has kept is taken as it is; one that was not sent along is missed by nobody"): dir =>
    val (kept, log) = this.kept(dir)(_.bytes)
    assertEquals(HdrLogs.write(List(kept), dir.resolve("out")), Logged(workloads, byInterval = 1, Nil))
    val made = dir.resolve("out/stomp-hornetq/20b_1a_1queue_1.hdr")
    assertEquals(Files.readString(made), Files.readString(log))
    assertEquals(HistogramLogReader(made.toFile).nextIntervalHistogram(1.0, 2.0).getStartTimeStamp, 1_001_000L)
    assertEquals(check.Check.of(kept.path), Nil)

  folder.test("one that is broken, or of another load, is named, and its load has one interval"): dir =>
    val cut = (log: LatencyLog) => log.bytes.dropRight(40)
    val half = (log: LatencyLog) => log.copy(intervals = log.intervals.take(1)).bytes
    val none = (_: LatencyLog) => "no log\n".getBytes
    for bytes <- List(cut, half, none) do
      val (kept, log) = this.kept(dir)(bytes)
      val logged = HdrLogs.write(List(kept), dir.resolve("out"))
      assertEquals((logged.logs, logged.byInterval, logged.problems.size), (workloads, 0, 1))
      assert(logged.problems.head.startsWith(s"$log: broken: "), logged.problems)
      assertEquals(check.Check.of(kept.path), logged.problems)

  folder.test("none is looked for outside of the folder for logs"): dir =>
    for name <- List("../outside.hlog", "stomp-hornetq.json", "/etc/passwd", "latencies/../../x", "\u0000") do
      val (kept, _) = this.kept(dir, name)(_.bytes)
      val logged = HdrLogs.write(List(kept), dir.resolve("out"))
      assertEquals((logged.byInterval, logged.problems.size), (0, 1), name)
      assert(logged.problems.head.contains("is not below latencies"), logged.problems)

  folder.test("the command writes them beside the page, on request"): dir =>
    val results = Files.createDirectory(dir.resolve("results"))
    Files.copy(golden, results.resolve("stomp-hornetq.json"))
    val out = java.io.ByteArrayOutputStream()
    val status = Console.withOut(out)(Main.run(results.toString, "--hdr", dir.resolve("logs").toString))
    assertEquals(status, 0)
    assert(out.toString.contains("HdrHistogram logs"))
    assert(Files.exists(dir.resolve("logs/stomp-hornetq/20b_1a_1queue_1.r3.hdr")))
