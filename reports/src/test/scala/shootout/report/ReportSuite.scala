package shootout.report

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

class ReportSuite extends FolderSuite:
  private def put(dir: Path, name: String, text: String): Unit = Files.writeString(dir.resolve(name), text): Unit
  private def files(dir: Path): List[ResultDocument] = ResultFiles.in(List(dir)).files
  private def goldenText: String = Golden.text("activemq")

  /** The names of the data files. */
  private def beside(dir: Path): List[String] =
    Using.resource(Files.list(dir.resolve("index-data")))(_.iterator.asScala.map(_.getFileName.toString).toList.sorted)

  folder.test("an unusable file is reported with the reason"): dir =>
    assertEquals(Report.save(Path.of("/"), "page"), Left("/: is a folder; name a file in it"))
    put(dir, "file", "")
    val page = dir.resolve("file/page.html")
    assertEquals(Report.save(page, "page"), Left(s"$page: cannot be written: there is a file of that name"))
    val missing = dir.resolve("a.json")
    def reason = ResultFiles.read(missing).left.toOption
    assertEquals(reason, Some(s"$missing cannot be read: there is no such file or folder"))
    Files.write(missing, Array(0xe4.toByte))
    assert(reason.exists(_.startsWith(s"$missing cannot be read: it is not in UTF-8")))

  folder.test("a page loads only its data files, one for each group"): dir =>
    put(dir, "activemq")(_ => ())
    assertEquals(Report.draw(List(dir), dir), Drawn(Some(dir.resolve("index.html")), Nil))
    val page = Files.readString(dir.resolve("index.html"))
    val data = PageContents.data(page)
    val head = data("results")(0)
    val golden = Golden.json("activemq")
    assertEquals(head("broker"), golden("broker"))
    assertEquals(head("workloads")(0)("audit"), golden("workloads")(0)("audit"))
    assertEquals(data("problems"), ujson.Arr(): ujson.Value)
    assert(!page.contains("<!-- shootout:"))
    assert(!"""(?i)<(script|img|iframe)[^>]*\ssrc=|<link[^>]*href="(?!data:)""".r.findFirstIn(page).isDefined)
    assert(!"""(?m)^(import|export) """.r.findFirstIn(page).isDefined)
    val places = data("beside")
    assertEquals(places.obj.keySet.toSet, golden("workloads").arr.map(_("group").str).toSet)
    assertEquals(places.obj.values.map(_("path").str.stripPrefix("index-data/")).toList.sorted, beside(dir))
    for (group, place) <- places.obj do
      val text = Files.readString(dir.resolve(place("path").str))
      assert(text.startsWith(s"shootoutData('${place("stamp").str}', "), text.take(60))
      assertEquals(PageContents.inDataFile(text), PageData.details(files(dir), group): ujson.Value)

  folder.test("a single file has everything and loads nothing"): dir =>
    put(dir, "activemq")(_ => ())
    val page = dir.resolve("all.html")
    assertEquals(Report.drawAs(List(dir), page).page, Some(page))
    val text = Files.readString(page)
    val groups = PageData.groups(files(dir))
    assertEquals(PageContents.series(text), groups.map(PageData.details(files(dir), _)))
    assertEquals(PageContents.data(text)("beside"), ujson.Null)
    assert(text.contains("script-src 'unsafe-inline';"), "nothing may be loaded")
    assert(!Files.exists(dir.resolve("index-data")))

  folder.test("drawing again deletes only files of groups that are gone"): dir =>
    put(dir, "activemq")(_ => ())
    Report.draw(List(dir), dir)
    val all = beside(dir)
    put(dir.resolve("index-data"), "mine.js", "// not ours")
    val json = Golden.json("activemq")
    val first = json("workloads")(0)("group").str
    json("workloads") = ujson.Arr.from(json("workloads").arr.filter(_("group").str == first))
    put(dir, "stomp-activemq.json", ujson.write(json))
    assertEquals(Report.draw(List(dir), dir).problems, Nil)
    assertEquals(beside(dir), List(all.head, "mine.js"))

  folder.test("a hostile text cannot leave its script element"): dir =>
    val hostile = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)>"
    val json = Golden.json("activemq")
    json("broker")("title") = hostile
    put(dir, "a\"><b.json", ujson.write(json))
    assertEquals(Report.draw(List(dir), dir).problems, Nil)
    val page = Files.readString(dir.resolve("index.html"))
    val head = PageContents.data(page)("results")(0)
    assertEquals(head("broker")("title").str, hostile)
    assertEquals(head("file").str, "a\"><b.json")
    assert(!page.contains("<script>alert"))

  folder.test("a data file has a safe name and quotes any text"): dir =>
    val hostile = "../../'); alert(1); ('\\\u2028</script>\n"
    val json = Golden.json("activemq")
    json("workloads").arr.foreach(workload => workload("group") = hostile)
    put(dir, "a.json", ujson.write(json))
    assertEquals(Report.draw(List(dir), dir).problems, Nil)
    val places = PageContents.data(Files.readString(dir.resolve("index.html")))("beside")
    val path = places(hostile)("path").str
    assert("index-data/\\d+-[A-Za-z0-9_-]+\\.js".r.matches(path), path)
    val details = PageContents.inDataFile(Files.readString(dir.resolve(path)))
    assertEquals(details("group").str, hostile)
    assertEquals(details, PageData.details(files(dir), hostile): ujson.Value)

  folder.test("invalid files are reported, and valid ones are drawn"): dir =>
    put(dir, "a-good.json", goldenText)
    put(dir, "b-cut.json", goldenText.take(500))
    put(dir, "c-foreign.json", """{"format": "something-else"}""")
    put(dir, "d-newer.json", goldenText.replace("\"format_version\": 2", "\"format_version\": 3"))
    put(dir, "e-holes.json", """{"format": "broker-shootout-result", "format_version": 2, "workloads": 3}""")
    put(dir, "f-array.json", "[]")
    put(dir, "notes.txt", "not looked at")
    val drawn = Report.draw(List(dir), dir)
    assertEquals(drawn.page, Some(dir.resolve("index.html")))
    val expected = List(
      "b-cut.json is not a result file: ",
      "c-foreign.json is not a result file: its \"format\" is not",
      "d-newer.json: found format_version 3, expected 2",
      "e-holes.json is not a result file: ",
      "f-array.json is not a result file: its \"format\" is not"
    )
    assertEquals(drawn.problems.size, expected.size)
    drawn.problems.zip(expected).foreach((problem, start) => assert(problem.startsWith(s"$dir/$start"), problem))
    val page = Files.readString(dir.resolve("index.html"))
    assertEquals(PageContents.data(page)("problems"), ujson.Arr.from(drawn.problems): ujson.Value)

  folder.test("no page is drawn without a valid file"): dir =>
    val missing = dir.resolve("missing")
    assertEquals(
      Report.draw(List(dir, missing), dir),
      Drawn(None, List(s"$dir: no result file (*.json) here", s"$missing: no such folder"))
    )

  folder.test("the page is drawn into the first folder, or that of --out"): dir =>
    put(dir, "activemq")(_ => ())
    val (status, printed, _) = report(dir.toString)
    assertEquals((status, printed.trim), (0, dir.resolve("index.html").toString))
    val out = Files.createDirectory(dir.resolve("out"))
    assertEquals(report(dir.toString, "--out", out.toString)._1, 0)
    assert(Files.exists(out.resolve("index.html")))
    delete(out)

  test("bad usage and missing folders exit with 2"):
    assertEquals(report()._1, 2)
    assertEquals(report("--nonsense", ".")._1, 2)
    assertEquals(report("no-such-folder")._1, 2)
