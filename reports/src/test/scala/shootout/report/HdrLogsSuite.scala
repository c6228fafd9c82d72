package shootout.report

import java.nio.file.{Files, Path, Paths}
import munit.FunSuite
import org.HdrHistogram.{Histogram, HistogramLogReader}

class HdrLogsSuite extends FunSuite:
  private val golden = Paths.get(getClass.getResource("/golden/stomp-hornetq.json").toURI)
  private val file = ResultFiles.read(golden).toOption.get
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("hdr"), delete)

  private def delete(path: Path): Unit =
    if Files.isDirectory(path) then Files.list(path).forEach(delete(_))
    Files.delete(path)

  /** What a log holds, by tag. */
  private def read(path: Path): Map[String, Histogram] =
    val reader = HistogramLogReader(path.toFile)
    Iterator
      .continually(reader.nextIntervalHistogram())
      .takeWhile(_ != null)
      .collect { case histogram: Histogram => histogram.getTag -> histogram }
      .toMap

  folder.test("a log for each cell with latencies; read back, it has the percentiles of the result"): dir =>
    val (written, problems) = HdrLogs.write(List(file), dir)
    assertEquals((written, problems), (file.json("cells").arr.size, Nil))
    for
      cell <- file.json("cells").arr
      suffix = if cell("repetition").num > 1 then s".r${cell("repetition").num.toInt}" else ""
      histograms = read(dir.resolve(s"stomp-hornetq/${cell("id").str}$suffix.hdr"))
      name <- List("end_to_end", "send", "round_trip", "schedule_delay")
    do
      val summary = cell.at("summary", name)
      assertEquals(histograms.contains(name), summary.isDefined, s"${cell("id")} $name")
      for json <- summary; histogram <- histograms.get(name) do
        val found = List(50, 90, 95, 99, 99.9, 99.99).map(histogram.getValueAtPercentile(_).toDouble)
        assertEquals(found, List("us_p50", "us_p90", "us_p95", "us_p99", "us_p999", "us_p9999").map(json(_).num))
        assertEquals(histogram.getTotalCount.toDouble, json("count").num)
        assertEquals(histogram.getMaxValue.toDouble, json("us_max").num)

  folder.test("the head of a log says the version, when it began, and the unit"): dir =>
    HdrLogs.write(List(file), dir)
    val log = Files.readString(dir.resolve("stomp-hornetq/20b_1a_1queue_1.hdr"))
    assert(log.contains("#[Histogram log format version 1.3]"), log.take(300))
    assert(log.contains("values are microseconds"))
    val reader = HistogramLogReader(dir.resolve("stomp-hornetq/20b_1a_1queue_1.hdr").toFile)
    val histogram = reader.nextIntervalHistogram()
    val cell = file.json("cells")(0)
    assertEquals(reader.getStartTimeSec, (cell("started_at_ms").num + 1000) / 1000)
    assertEquals(histogram.getEndTimeStamp, (cell("started_at_ms").num + 1000 + 3000).toLong)

  folder.test("a histogram that cannot be decoded is named, and a name cannot leave the folder"): dir =>
    val json = ujson.read(Files.readString(golden))
    json("cells")(0)("id") = "../../outside"
    json("cells")(1)("summary")("end_to_end")("histogram") = "HISTFAAA"
    val (written, problems) = HdrLogs.write(List(ResultDocument(golden, ujson.Obj(json.obj))), dir)
    assertEquals(written, json("cells").arr.size - 1)
    assertEquals(problems.size, 1)
    assert(problems.head.contains("20b_1a_1queue_1: a histogram cannot be decoded"), problems)
    assert(Files.exists(dir.resolve("stomp-hornetq/__.._outside.hdr")))
    assert(!Files.exists(dir.getParent.resolve("outside.hdr")))

  folder.test("the command writes them beside the page, on request"): dir =>
    val results = Files.createDirectory(dir.resolve("results"))
    Files.copy(golden, results.resolve("stomp-hornetq.json"))
    val out = java.io.ByteArrayOutputStream()
    val status = Console.withOut(out)(Main.run(results.toString, "--hdr", dir.resolve("logs").toString))
    assertEquals(status, 0)
    assert(out.toString.contains("HdrHistogram logs"))
    assert(Files.exists(dir.resolve("logs/stomp-hornetq/20b_1a_1queue_1.r3.hdr")))
