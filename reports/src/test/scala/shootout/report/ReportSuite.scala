package shootout.report

import java.nio.file.{Files, Path, Paths}
import munit.FunSuite

class ReportSuite extends FunSuite:
  private val golden = Paths.get(getClass.getResource("/golden/stomp-activemq.json").toURI)
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("report"), delete)

  private def delete(dir: Path): Unit =
    Files.list(dir).forEach(Files.delete(_))
    Files.delete(dir)

  private def put(dir: Path, name: String, text: String): Unit = Files.writeString(dir.resolve(name), text): Unit
  private def goldenText: String = Files.readString(golden)

  /** What stands in the page's data scripts of a kind, parsed. */
  private def embedded(page: String, kind: String): List[ujson.Value] =
    s"""(?s)<script type="application/json" class="$kind"[^>]*>(.*?)</script>""".r
      .findAllMatchIn(page)
      .map(found => ujson.read(found.group(1)))
      .toList

  folder.test("writes one page that holds the results as they are, style, scripts and nothing to load"): dir =>
    put(dir, "stomp-activemq.json", goldenText)
    assertEquals(Report.write(List(dir), dir), Right(dir.resolve("index.html")))
    val page = Files.readString(dir.resolve("index.html"))
    val List(head) = embedded(page, "result"): @unchecked
    val golden = ujson.read(goldenText)
    assertEquals(head("broker"), golden("broker"))
    assertEquals(head("cells")(0)("summary"), golden("cells")(0)("summary"))
    assertEquals(embedded(page, "series").size, golden("groups").arr.size)
    assertEquals(embedded(page, "problems"), List(ujson.Arr()))
    assert(!page.contains("<!-- shootout:"))
    assert(!"""(?i)<(script|img|iframe)[^>]*\ssrc=|<link[^>]*href="(?!data:)""".r.findFirstIn(page).isDefined)
    assert(!"""(?m)^(import|export) """.r.findFirstIn(page).isDefined)

  folder.test("a hostile text cannot leave its script element"): dir =>
    val hostile = "</script><script>alert(1)</script><!-- <img src=x onerror=alert(2)>"
    val json = ujson.read(goldenText)
    json("broker")("title") = hostile
    put(dir, "a\"><b.json", ujson.write(json))
    assert(Report.write(List(dir), dir).isRight)
    val page = Files.readString(dir.resolve("index.html"))
    assertEquals(embedded(page, "result").head("broker")("title").str, hostile)
    assert(!page.contains("<script>alert"))
    assert(page.contains("data-file=\"a&quot;&gt;&lt;b.json\""))

  folder.test("names broken, foreign and newer files, and draws the good ones all the same"): dir =>
    put(dir, "a-good.json", goldenText)
    put(dir, "b-cut.json", goldenText.take(500))
    put(dir, "c-foreign.json", """{"format": "something-else"}""")
    put(dir, "d-newer.json", goldenText.replace("\"format_version\": 1", "\"format_version\": 2"))
    put(dir, "e-holes.json", """{"format": "broker-shootout-result", "format_version": 1, "cells": 3}""")
    put(dir, "f-array.json", "[]")
    put(dir, "notes.txt", "not looked at")
    val drawn = Report.draw(List(dir), dir)
    assertEquals(drawn.page, Some(dir.resolve("index.html")))
    val expected = List(
      "b-cut.json: broken, not JSON",
      "c-foreign.json: not a result file",
      "d-newer.json: of format version 2; this report reads up to 1",
      "e-holes.json: broken: missing or of the wrong type: tool, protocol, broker, environment, settings and 3 more",
      "f-array.json: not a result file"
    )
    assertEquals(drawn.problems.size, expected.size)
    drawn.problems.zip(expected).foreach((problem, start) => assert(problem.startsWith(s"$dir/$start"), problem))
    val page = Files.readString(dir.resolve("index.html"))
    assertEquals(embedded(page, "problems"), List(ujson.Arr.from(drawn.problems)))
    assertEquals(Report.write(List(dir), dir), Left(drawn.problems))

  folder.test("a hole deep in a file is named by its path"): dir =>
    val json = ujson.read(goldenText)
    json("cells")(3).obj.remove("load")
    json("cells")(4)("samples")(1)("t_s") = "late"
    put(dir, "holes.json", ujson.write(json))
    assertEquals(
      Report.draw(List(dir), dir).problems,
      List(s"$dir/holes.json: broken: missing or of the wrong type: cells[3].load, cells[4].samples[1].t_s")
    )

  folder.test("without a good file there is no page"): dir =>
    val missing = dir.resolve("missing")
    assertEquals(
      Report.draw(List(dir, missing), dir),
      Drawn(None, List(s"$dir: no result file (*.json) here", s"$missing: no such folder"))
    )

  folder.test("the command draws into the first folder, or where --out says"): dir =>
    put(dir, "stomp-activemq.json", goldenText)
    val (status, printed) = run(dir.toString)
    assertEquals((status, printed.trim), (0, dir.resolve("index.html").toString))
    val out = Files.createDirectory(dir.resolve("out"))
    assertEquals(run(dir.toString, "--out", out.toString)._1, 0)
    assert(Files.exists(out.resolve("index.html")))
    delete(out)

  test("bad usage, and folders that are not there, exit with 2"):
    assertEquals(run()._1, 2)
    assertEquals(run("--nonsense", ".")._1, 2)
    assertEquals(run("no-such-folder")._1, 2)

  test("--help tells the truth about options and exit status"):
    val (status, help) = run("--help")
    assertEquals(status, 0)
    List("DIR...", "--out", "Exit status").foreach(word => assert(help.contains(word), word))

  /** Exit status and standard output. */
  private def run(args: String*): (Int, String) =
    val out = java.io.ByteArrayOutputStream()
    val status = Console.withOut(out)(Console.withErr(java.io.ByteArrayOutputStream())(Main.run(args*)))
    (status, out.toString)
