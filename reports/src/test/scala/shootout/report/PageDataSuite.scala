package shootout.report

import java.nio.file.Paths
import munit.FunSuite

class PageDataSuite extends FunSuite:
  private val golden = Paths.get(getClass.getResource("/golden/stomp-hornetq.json").toURI)
  private val file = ResultFiles.read(golden).toOption.get

  test("the head is the file without samples and histograms; it says how many samples and which clients a cell has"):
    val head = PageData.head(file)
    assertEquals(head("environment"), file.json("environment"))
    assertEquals(head("cells").arr.size, file.json("cells").arr.size)
    for (cell, original) <- head("cells").arr.zip(file.json("cells").arr) do
      assert(!cell.obj.contains("samples"))
      assertEquals(cell("sample_count").num.toInt, original("samples").arr.size)
      assertEquals(cell("client_groups").arr.map(_("role").str).toSet, Set("producer", "consumer"))
      assertEquals(cell("audit"), original("audit"))
    assert(!ujson.write(head).contains("histogram"))

  test("a curve has the percentiles of its histogram"):
    val head = PageData.head(file)
    val latency = head("cells")(0)("summary")("end_to_end")
    val points = latency("curve").arr.map(point => (point(0).num, point(1).num))
    assert(points.size > 15, points)
    assertEquals(points.last, (100.0, latency("us_max").num))
    assertEquals(points.map(_._1), points.map(_._1).sorted)
    val median = points.find(_._1 >= 50).get._2
    assertEqualsDouble(median, latency("us_p50").num, 0.02 * median)
    assert(head("means")(0)("end_to_end").obj.contains("curve"))

  test("a file without p95 gets it from its histogram; one that has it keeps its own"):
    val json = ujson.copy(file.json)
    val latency = json("cells")(0)("summary")("end_to_end")
    val p95 = latency("us_p95").num
    latency.obj.remove("us_p95")
    json("cells")(1)("summary")("end_to_end")("us_p95") = 7
    val head = PageData.head(ResultFile(golden, ujson.Obj(json.obj)))
    assertEquals(head("cells")(0)("summary")("end_to_end")("us_p95").num, p95)
    assertEquals(head("cells")(1)("summary")("end_to_end")("us_p95").num, 7.0)

  test("samples are columns, a column of equal numbers is one number, and nothing of them is lost"):
    val columns = PageData.series(file, "partitioned").arr
    val cells = file.json("cells").arr.filter(_("group").str == "partitioned")
    assertEquals(columns.size, cells.size)
    for (column, cell) <- columns.zip(cells) do
      val samples = cell("samples").arr
      def values(path: String) = column.at(path).map(v => v.arrOpt.map(_.toList).getOrElse(List.fill(samples.size)(v)))
      assertEquals(values("produced_per_s"), Some(samples.map(_("produced_per_s")).toList))
      assertEquals(values("groups.1.consumed"), Some(samples.map(_("groups")(1)("consumed")).toList))
      assertEquals(values("end_to_end.us_p99"), Some(samples.map(_("end_to_end")("us_p99")).toList))
      assertEquals(column("errors"), ujson.Num(0))
    assertEquals(PageData.groups(file).take(2), List("partitioned", "latency"))

  test("samples that lack a number have null there; a histogram that cannot be decoded has no curve"):
    val json = ujson.copy(file.json)
    json("cells")(0)("samples")(1).obj.remove("produced_per_s")
    json("cells")(0)("summary")("end_to_end")("histogram") = "HISTFAAA"
    val broken = ResultFile(golden, ujson.Obj(json.obj))
    assertEquals(PageData.series(broken, "partitioned")(0)("produced_per_s")(1), ujson.Null)
    assert(!PageData.head(broken)("cells")(0)("summary")("end_to_end").obj.contains("curve"))
