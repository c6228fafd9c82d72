package shootout.report.judge

import java.nio.file.{Files, Path}
import shootout.analysis.PartialResults
import shootout.report.FolderSuite
import shootout.result.ResultStore

import PartialResults.{at, flagged, judged, row}

class SummarySuite extends FolderSuite:
  override protected def fill(dir: Path): Unit =
    for (judged, i) <- PartialResults.quick.zipWithIndex do
      ResultStore.write(dir.resolve(s"$i.json"), judged.file)

  folder.test("the text has the verdict, the ranking, failures and the confidence"): dir =>
    val (status, out, err) = report("--summary", "text", dir.toString)
    assertEquals((status, err), (0, ""))
    val lines = out.linesIterator.toList
    assert(lines.head.startsWith("Over 6 loads: Not decided: "), out)
    assertEquals(lines.dropWhile(!_.startsWith("Rank")).drop(1).takeWhile(_.nonEmpty).count(_.head != ' '), 12)
    assertEquals(lines.dropWhile(!_.startsWith("For")).takeWhile(_.nonEmpty).filter(_.length > 120), Nil)
    val patterns = List(
      "For +Best",
      "Persistent, fsync +Not decided: ActiveMQ Classic · STOMP leads .*",
      "1 +ActiveMQ Apollo · STOMP 1.7.1, memory only +1.36× +[0-9.]+–[0-9.]+×\\? +5/5",
      "Not in the verdict of persistent loads: RabbitMQ · STOMP \\(D: durability not exercised in 2 loads, .*\\)\\.",
      "Delivered before it was stored \\(flag D\\), and counted all the same .*: RabbitMQ · STOMP \\(.*",
      "Confidence: 32 of 93 numbers are uncertain \\(N noisy: 26.*\\. Of \\d+ measured results, 93 are numbers; .*"
    )
    for pattern <- patterns do assert(lines.exists(_.matches(pattern)), s"$pattern\n$out")
    assert(!Files.exists(dir.resolve("index.html")), "a page was drawn")

  test("the summary of a single row has its own numbers"):
    val out = WrittenSummary.of(judged(List(row("A", at("c", 12345).flagged("noisy")))), SummaryFormat.Text)
    val expected =
      "Only A (1.0, fsync; uncertain: N) was measured, in 1 load: there is nothing to compare it with.\n\n" +
        "Load  Judged by            Number   95 %                 Flags\n" +
        "c     messages consumed/s  12.3k/s  8.18k/s to 18.6k/s?  1N\n"
    assertEquals(out.linesIterator.take(4).mkString("", "\n", "\n"), expected)

  test("control characters of a file do not reach the terminal"):
    val hostile = row("A\u001b[2J\u0007\u009b31m", at("c", 12345))
    for format <- List(SummaryFormat.Text, SummaryFormat.Markdown) do
      val out = WrittenSummary.of(judged(List(hostile)), format)
      if format == SummaryFormat.Text then assert(out.contains("Only A[2J31m (1.0, fsync)"), out)
      assertEquals(out.filter(c => Character.isISOControl(c) && c != '\n'), "")

  folder.test("Markdown has tables, and JSON the same data"): dir =>
    val (status, text, _) = report("--summary", "markdown", dir.toString)
    assertEquals(status, 0)
    val verdict = "Not decided: ActiveMQ Artemis · STOMP leads **HornetQ · HornetQ Core · hornetq-jms** by 1.00×"
    assert(text.contains(verdict) && text.contains("| For | Best |\n|---|---|\n| All at full speed |"), text)
    val json = ujson.read(report("--summary", "json", dir.toString)._2)
    assertEquals(json("format").str, "broker-shootout-summary")
    val first = json("verdicts")(0)
    val label = first("leader")("row")("label").str
    assertEquals((first("outcome").str, label), ("undecided", "HornetQ · HornetQ Core · hornetq-jms"))
    assertEqualsDouble(first("open")(0)("ratio")("factor").num, 1.0, 0.01)
    assertEquals(json("rankings")(0)("rows").arr.size, 12)
    val flagged = json("rankings").arr.flatMap(_("rows").arr).filter(_("flags").arr.exists(_.str == "D"))
    assertEquals(flagged.map(_("row")("label").str).toSet, Set("RabbitMQ · STOMP"))
    val worst = json("failures")(0)("incidents")(0)
    assertEquals(worst.obj.keySet.toSet, Set("workload", "what", "flags", "beside"))

  folder.test("--out also draws the page, and bad usage exits with 2"): dir =>
    val (status, out, _) = report(dir.toString, "--out", dir.toString, "--summary", "text")
    assertEquals((status, out.linesIterator.toList.last), (0, dir.resolve("index.html").toString))
    val (wrong, _, why) = report("--summary", "xml", dir.toString)
    assertEquals((wrong, why.trim), (2, "benchmark-report: --summary: found 'xml', expected text, markdown, json"))
    val (empty, nothing, _) = report("--summary", "json", dir.resolve("none").toString)
    assertEquals((empty, nothing), (2, ""))

  test("the summary has a part for each machine"):
    def on(host: String, rates: (String, Double)*) = rates.toList.map: (name, perSecond) =>
      val file = row(name, at("1", perSecond))
      file("environment") = ujson.Obj("host" -> host)
      file
    val slow = on("x", "A" -> 40.0, "B" -> 10.0)
    val files = judged(slow ++ on("y", "B" -> 4000.0, "A" -> 1000.0))
    val text = WrittenSummary.of(files, SummaryFormat.Text)
    assert(text.startsWith("On x:\n\nOver 1 load (throughput): A · x"), text)
    assert(text.contains("\nOn y:\n\nOver 1 load (throughput): B · y"), text)
    assert(WrittenSummary.of(files, SummaryFormat.Markdown).startsWith("## On x\n"))
    val json = ujson.read(WrittenSummary.of(files, SummaryFormat.Json))
    assertEquals(json("machines").arr.map(_("machine").str).toList, List("x", "y"))
    assertEquals(json("machines")(1)("verdicts")(0)("leader")("row")("label").str, "B · y")
    assert(!json.obj.contains("verdicts"))
    assert(!WrittenSummary.of(judged(slow), SummaryFormat.Text).contains("On x"))

  test("the text has the fastest replicated contender, and the price of replication"):
    val text = WrittenSummary.of(PartialResults.replicated, SummaryFormat.Text)
    val lines = text.linesIterator.toList
    assert(lines.exists(_.startsWith("Sends that are confirmed when replicated: who is fastest. 1 thread: NATS")), text)
    val price =
      lines.find(_.startsWith("The price of replication, as a share of the rate of one node:")).getOrElse("")
    assert(price.contains("Kafka, three nodes sends 0.29× with 1 thread, 0.23× with 5 threads, 0.18× with 25"), text)
