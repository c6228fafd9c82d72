package shootout.report.judge

import java.io.ByteArrayOutputStream
import java.nio.file.{Files, Path}
import shootout.report.Main

import Results.marked

class SummarySuite extends munit.FunSuite:
  private val folder = FunFixture[Path](
    _ =>
      val dir = Files.createTempDirectory("summary")
      for (json, i) <- Results.quick.zipWithIndex do Files.writeString(dir.resolve(s"$i.json"), ujson.write(json))
      dir
    ,
    delete
  )

  private def delete(path: Path): Unit =
    if Files.isDirectory(path) then Files.list(path).forEach(delete(_))
    Files.delete(path)

  private def run(args: String*): (Int, String, String) =
    val (out, err) = (ByteArrayOutputStream(), ByteArrayOutputStream())
    val status = Console.withOut(out)(Console.withErr(err)(Main.run(args*)))
    (status, out.toString, err.toString)

  folder.test("text: the headline, the verdict, every row with its factor and interval, failures, and how sure it is"):
    dir =>
      val (status, out, err) = run("--summary", "text", dir.toString)
      assertEquals((status, err), (0, ""))
      val lines = out.linesIterator.toList
      assert(
        lines.head.startsWith(
          "Over 6 loads, ActiveMQ Apollo · STOMP (1.7.1, memory only) may be ahead: 1.79× (1.42–2.26×)"
        ),
        out
      )
      assert(lines.exists(_.matches("For +Winner +Lead +Runner-up +Confidence")), out)
      assert(lines.exists(_.matches("1 +ActiveMQ Apollo · STOMP 1.7.1, memory only +1.63× +1.42–1.88×\\? +5/5")), out)
      assertEquals(lines.dropWhile(!_.startsWith("Rank")).drop(1).takeWhile(_.nonEmpty).size, 12)
      assert(out.contains("Confidence: 32 of 93 numbers are uncertain (N noisy: 26"), out)
      val leftOut =
        "Not in the verdict of persistent loads: RabbitMQ · STOMP (D: durability not exercised in 2 loads, 0 B written for a message of 20 B)."
      assert(lines.contains(leftOut), out)
      assert(
        lines.exists(_.startsWith(
          "Delivered before it was stored (mark D), and counted all the same in verdicts that are not about storing: RabbitMQ · STOMP ("
        )),
        out
      )
      assert(
        lines.exists(_.matches("Confidence: .*\\. Of \\d+ results that were measured 93 are numbers; .*not held\\.")),
        out
      )
      val late = lines.filter(_.contains("D: delivered before it was stored"))
      assert(late.nonEmpty && late.forall(_.contains("RabbitMQ · STOMP")), "the ranking of all loads has the mark")
      assert(lines.exists(_.startsWith("Letters behind a name: marks of its numbers (")), out)
      assert(!Files.exists(dir.resolve("index.html")), "no page was asked for")

  test("a single row: its own numbers"):
    val out = WrittenSummary.of(List(Results.row("A", Results.at("c", 12345).marked("noisy"))), SummaryFormat.Text)
    val expected =
      "Only A (1.0, fsync; uncertain: N) is here, in 1 load: nobody to compare with.\n\n" +
        "Load  Judged by            Number   95 %                 Marks\n" +
        "c     messages consumed/s  12.3k/s  11.2k/s to 13.6k/s?  N\n"
    assertEquals(out.linesIterator.take(4).mkString("", "\n", "\n"), expected)

  test("a stranger's file gives no orders to a terminal"):
    val hostile = Results.row("A\u001b[2J\u0007\u009b31m", Results.at("c", 12345))
    for format <- List(SummaryFormat.Text, SummaryFormat.Markdown) do
      val out = WrittenSummary.of(List(hostile), format)
      if format == SummaryFormat.Text then assert(out.contains("Only A[2J31m (1.0, fsync)"), out)
      assertEquals(out.filter(c => Character.isISOControl(c) && c != '\n'), "")

  folder.test("markdown: two tables"): dir =>
    val (status, out, _) = run("--summary", "markdown", dir.toString)
    assertEquals(status, 0)
    assert(out.contains("**ActiveMQ Apollo · STOMP** (1.7.1, memory only)"), out)
    assert(
      out.contains("| For | Winner | Lead | Runner-up | Confidence |\n|---|---|---|---|---|\n| All at full speed |"),
      out
    )

  folder.test("json: the same as data, and nothing else on the way out"): dir =>
    val (_, out, _) = run("--summary", "json", dir.toString)
    val json = ujson.read(out)
    assertEquals(json("format").str, "broker-shootout-summary")
    assertEquals(json("verdict")(0)("winners")(0)("row")("label").str, "ActiveMQ Apollo · STOMP")
    assertEqualsDouble(json("verdict")(0)("lead")(0)("ratio")("factor").num, 1.79, 0.01)
    assertEquals(json("rankings")(0)("rows").arr.size, 12)
    val marked = json("rankings").arr.flatMap(_("rows").arr).filter(_("marks").arr.exists(_.str == "D"))
    assertEquals(marked.map(_("row")("label").str).toSet, Set("RabbitMQ · STOMP"))
    val worst = json("failures")(0)("incidents")(0)
    assertEquals(worst.obj.keySet.toSet, Set("cell", "what", "marks", "beside"))

  folder.test("what somebody needs: which rows can, at what cost, and why the others cannot"): dir =>
    val (status, out, err) = run("--need", "1000/s,1KiB,persistent,100ms", dir.toString)
    assertEquals((status, err), (0, ""))
    val lines = out.linesIterator.toList
    assertEquals(lines.head, "1k messages/s of 1 KiB, persistent, p99 below 100 ms:")
    assert(
      lines.exists(_.matches("11 of 12 can\\. Most to spare: 6 rows, up to 20k/s, 20\\.0 times what you ask\\.")),
      out
    )
    assert(lines.exists(_.matches("Row +p99 +Measured at +Broker CPU +.*")), out)
    assert(!Files.exists(dir.resolve("index.html")), "no page was asked for")
    val (_, document, _) = run("--need", "1000/s,1KiB,persistent,100ms", "--summary", "markdown", dir.toString)
    assert(document.startsWith("## 1k messages/s of 1 KiB"), document)

  folder.test("what somebody needs, as data; and what is wrong with it"): dir =>
    val (_, out, _) = run("--summary", "json", "--need", "1000/s,1KiB,persistent,100ms", dir.toString)
    val json = ujson.read(out)
    assertEquals(json("format").str, "broker-shootout-need")
    assertEquals(json("need")("rate_per_s").num, 1000.0)
    assertEquals(json("answers").arr.size, 12)
    val able = json("answers").arr.filter(_("can").str == "yes")
    assert(able.nonEmpty && able.forall(_("margin").num >= 1) && able.forall(_("at")("p99_us").num <= 1e5), out)
    val (status, nothing, why) = run("--need", "1000", dir.toString)
    assertEquals((status, nothing), (2, ""))
    assert(why.startsWith("benchmark-report: --need: '1000' is none of its parts"), why)

  folder.test("with --out the page is drawn as well; a format that is none, and a folder without results, end with 2"):
    dir =>
      val (status, out, _) = run(dir.toString, "--out", dir.toString, "--summary", "text")
      assertEquals(status, 0)
      assertEquals(out.linesIterator.toList.last, dir.resolve("index.html").toString)
      val (wrong, _, why) = run("--summary", "xml", dir.toString)
      assertEquals((wrong, why.trim), (2, "benchmark-report: --summary: text, markdown, json, not 'xml'"))
      val (empty, nothing, _) = run("--summary", "json", dir.resolve("none").toString)
      assertEquals((empty, nothing), (2, ""))
