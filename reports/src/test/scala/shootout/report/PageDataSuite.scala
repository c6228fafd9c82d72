package shootout.report

import java.nio.file.{Files, Paths}
import munit.FunSuite
import shootout.analysis.JudgedResult
import shootout.result.ResultFile
import shootout.units.Json

class PageDataSuite extends FunSuite:
  private val golden = Paths.get(getClass.getResource("/golden/stomp-hornetq.json").toURI)
  private val file = ResultFiles.read(golden).toOption.get
  private val others = ResultFiles.in(List(golden.getParent)).files

  private def headOf(file: ResultDocument): ujson.Value = PageData.head(List(file))(0)

  private def changed(change: ujson.Value => Unit): ResultDocument =
    val json = ujson.read(Files.readString(golden))
    change(json)
    ResultDocument(golden, JudgedResult(Json.read[ResultFile](json)))

  /** The cells of a group as the page has them when one is opened. */
  private def opened(files: List[ResultDocument], group: String): List[ujson.Value] =
    val heads = PageData.head(files).arr.toList.flatMap(_.listAt("cells")).filter(_("group").str == group)
    heads.zip(PageData.details(files, group).listAt("cells")).map(PageContents.laidOver(_, _))

  test(
    "the head is the file without what only an opened cell shows; it says how many samples and which clients a cell has"
  ):
    val head = headOf(file)
    assertEquals(head("environment"), file.json("environment"))
    assertEquals(head("file").str, "stomp-hornetq.json")
    assertEquals(head("cells").arr.size, file.json("cells").arr.size)
    assertEquals(head("means").arr.size, file.json("means").arr.size)
    for (cell, original) <- head("cells").arr.zip(file.json("cells").arr) do
      assert(!cell.obj.contains("samples") && !cell.obj.contains("log_tail"))
      assertEquals(cell("sample_count").num.toInt, original("samples").arr.size)
      assertEquals(cell("client_groups").arr.map(_("role").str).toSet, Set("producer", "consumer"))
      assertEquals(cell("audit"), original("audit"))
    assert(!ujson.write(head).contains("histogram"))

  test("several files come out as they went in, each with its own cells"):
    val heads = PageData.head(others).arr.toList
    assertEquals(heads.map(_("file").str), others.map(_.path.getFileName.toString))
    for (head, other) <- heads.zip(others) do
      assertEquals(head("broker"), other.json("broker"))
      assertEquals(head.listAt("cells").map(_("id")), other.json.listAt("cells").map(_("id")))

  test("head and details together are all of a cell, with samples as columns and curves for histograms"):
    for group <- PageData.groups(others) do
      val cells = others.flatMap(_.json.listAt("cells")).filter(_("group").str == group)
      for (cell, original) <- opened(others, group).zip(cells) do
        val added = Set("sample_count", "measured_s", "client_groups", "series")
        assertEquals(cell.obj.keySet.toSet -- added, original.obj.keySet.toSet -- List("samples", "latency_log"))
        for key <- List("id", "load", "log_tail", "timing", "drain", "started_at_ms", "audit", "steps", "marks") do
          assertEquals(cell(key), Rounded(Curves.without(original(key))), s"$group $key")
        for rate <- original.at("summary", "confirmed") do
          assertEquals(cell("summary")("confirmed"), Rounded(rate))
          assertEquals(cell("summary")("produced")("max_per_s"), Rounded(original("summary")("produced")("max_per_s")))

  test("a curve has the percentiles of its histogram"):
    val cell = opened(List(file), file.json("cells")(0)("group").str).head
    val latency = cell("summary")("end_to_end")
    val points = latency("curve").arr.map(point => (point(0).num, point(1).num))
    assert(points.size > 15, points)
    assertEquals(points.last, (100.0, latency("us_max").num))
    assertEquals(points.map(_._1), points.map(_._1).sorted)
    val median = points.find(_._1 >= 50).get._2
    assertEqualsDouble(median, latency("us_p50").num, 0.02 * median)
    val means = PageData.details(List(file), "partitioned").listAt("means")
    assert(means.size == 2 && means.forall(_("end_to_end").obj.contains("curve")))

  test("samples are columns, a column of equal numbers is one number, and nothing of them is lost"):
    val cells = file.json("cells").arr.filter(_("group").str == "partitioned")
    val columns = opened(List(file), "partitioned").map(_("series"))
    assertEquals(columns.size, cells.size)
    for (column, cell) <- columns.zip(cells) do
      val samples = cell("samples").arr
      def values(path: String) = column.at(path).map(v => v.arrOpt.map(_.toList).getOrElse(List.fill(samples.size)(v)))
      assertEquals(values("produced_per_s"), Some(samples.map(sample => Rounded(sample("produced_per_s"))).toList))
      assertEquals(values("groups.1.consumed"), Some(samples.map(_("groups")(1)("consumed")).toList))
      assertEquals(values("end_to_end.us_p99"), Some(samples.map(_("end_to_end")("us_p99")).toList))
      assertEquals(column("errors"), ujson.Num(0))
    assertEquals(PageData.groups(List(file)).take(2), List("partitioned", "latency"))

  test("a histogram that cannot be decoded has no curve"):
    val broken = changed(_("cells")(0)("summary")("end_to_end")("histogram") = "HISTFAAA")
    val cell = opened(List(broken), broken.json("cells")(0)("group").str).head
    assert(!cell("summary")("end_to_end").obj.contains("curve"))
