package shootout.report.compare

import java.nio.file.{Files, Path}
import shootout.analysis.MeasureUnit
import shootout.report.{FolderSuite, Golden}

class MainSuite extends FolderSuite:
  private type Changed = ujson.Value => Unit
  private val same: Changed = _ => ()

  private def run(args: String*): (Int, String, String) = outcome(Main.run(args*))

  /** A folder with HornetQ's golden result, changed. */
  private def changed(dir: Path, name: String)(change: Changed): String =
    put(dir.resolve(name), "hornetq")(change)
    dir.resolve(name).toString

  private def compared(dir: Path, options: String*)(old: Changed, now: Changed): (Int, String, String) =
    val args = List(changed(dir, "old")(old), changed(dir, "new")(now)) ++ options
    run(args*)

  /** Status and output of a comparison with the unchanged result, which allows regressions of this percentage. */
  private def allowing(dir: Path, percent: Int)(change: Changed): (Int, String) =
    val (status, out, _) = compared(dir, "--fail-on-regression", percent.toString)(same, change)
    (status, out)

  private def fails(dir: Path, percent: Int, words: String)(change: Changed)(using munit.Location): Unit =
    val (status, out) = allowing(dir, percent)(change)
    assertEquals(status, 1, out)
    assert(out.contains(words), out)

  private def passes(dir: Path, percent: Int)(change: Changed)(using munit.Location): String =
    val (status, out) = allowing(dir, percent)(change)
    assertEquals(status, 0, out)
    out

  private def workloads(json: ujson.Value, id: String): List[ujson.Value] =
    json("workloads").arr.filter(_("id").str == id).toList

  private def scale(workloads: List[ujson.Value], by: Double): Unit =
    for workload <- workloads do
      val consumed = workload("summary")("consumed")
      consumed("mean_per_s") = consumed("mean_per_s").num * by

  private def scaled(id: String, by: Double): Changed = json => scale(workloads(json, id), by)

  private def scaleCpu(workloads: List[ujson.Value], by: Double): Unit =
    for broker <- workloads.map(_("resources")("broker")) do broker("cpu_cores") = broker("cpu_cores").num * by

  private val repeated = "20b_1a_1queue_1"
  private val single = "latency-20b_1a_1queue_1"
  private val of50 = "latency-20b_1a_1queue_1_of50"

  /** The lines about a workload. */
  private def about(id: String, out: String): List[String] =
    out.linesIterator.dropWhile(_ != id).drop(1).takeWhile(_.startsWith(" ")).toList

  folder.test("a result compared with itself is all noise"): dir =>
    val (status, out, err) = compared(dir, "--fail-on-regression", "0")(same, same)
    assertEquals((status, err), (0, ""))
    assert(out.contains("0 better, 0 worse, 21 within the noise."), out)
    val page = Files.readString(dir.resolve("new/compare.html"))
    assert(out.contains("new/compare.html") && page.contains("\"verdict\":\"noise\""))
    assert(!page.contains("<!-- shootout:") && !page.contains("jquery"))

  folder.test("a rate fails if it is certainly lower than allowed"): dir =>
    val slower: Changed = json =>
      scale(workloads(json, repeated), 0.9)
      // at the same cost per message
      scaleCpu(workloads(json, repeated), 0.9)
    fails(
      dir,
      5,
      "Regression: HornetQ 2.4.9.Final (STOMP), 20b_1a_1queue_1: consumed/s 71.4k -> 64.2k (-10.0 %, 95 %: -1"
    )(slower)
    passes(dir, 8)(slower)
    assertEquals(compared(dir)(same, slower)._1, 0)
    passes(dir, 5)(scaled(repeated, 1.3))

  folder.test("a noisy workload may lose 10%, and a single repetition 9%"): dir =>
    passes(dir, 0)(scaled("20b_5a_5queue_5", 0.9))
    passes(dir, 0)(scaled(single, 0.91))
    fails(dir, 0, "Regression")(scaled(single, 0.8))

  folder.test("the mean over all workloads is judged too"): dir =>
    val (status, out) = allowing(dir, 1): json =>
      val closed =
        json("workloads").arr.filter(c => c("status").str == "measured" && !c("load")("open_loop").bool)
      scale(closed.toList, 0.6)
    assertEquals(status, 1, out)
    val means =
      out.linesIterator.filter(_.startsWith("Regression: HornetQ 2.4.9.Final (STOMP), mean over ")).toList
    assertEquals(means.size, 1, out)

  folder.test("a workload that delivers nothing any more has failed"): dir =>
    val silent = scaled(single, 0)
    fails(dir, 20, "latency-20b_1a_1queue_1: failed: it delivers nothing now, but did before")(silent)
    val (status, out, _) = compared(dir, "--fail-on-regression", "20")(silent, same)
    assert(status == 0 && out.contains("from nothing"), out)

  folder.test("a success states how many intervals are too wide to see a regression"): dir =>
    val unseen = "Regressions: none above 20 %; in (\\d+) of 21 numbers, the interval is too wide to see one".r
    val out = passes(dir, 20)(same)
    assert(unseen.findFirstMatchIn(out).exists(m => (1 to 20).contains(m.group(1).toInt)), out)

  folder.test("two protocols of one broker can be compared"): dir =>
    val both = changed(dir, "both")(same)
    val json = Golden.json("hornetq")
    json("protocol") = "amqp"
    json("protocol_title") = "AMQP"
    Files.writeString(dir.resolve("both/amqp-hornetq.json"), ujson.write(json))
    val (status, out, err) = run(both, "--brokers", "stomp-hornetq,amqp-hornetq")
    assertEquals((status, err), (0, ""))
    assert(out.contains("HornetQ 2.4.9.Final (STOMP) -> HornetQ 2.4.9.Final (AMQP)"), out)
    assert(out.contains("mean over "), out)
    assertEquals(run(s"$both/stomp-hornetq.json", s"$both/amqp-hornetq.json")._1, 0)

  folder.test("a higher latency and a higher CPU time are regressions"): dir =>
    fails(dir, 5, "end to end p99 778 us -> 5.00 ms")(
      workloads(_, of50).foreach(_("summary")("end_to_end")("us_p99") = 5000)
    )
    fails(dir, 5, "Regression")(json => scaleCpu(workloads(json, repeated), 1.5))
    passes(dir, 5)(json => scaleCpu(workloads(json, repeated), 0.5))

  folder.test("CPU time is per delivered message, as on the page"): dir =>
    val times = workloads(Golden.json("hornetq"), repeated).map: workload =>
      workload("resources")("broker")("cpu_cores").num * 1e6 / workload("summary")("consumed")("mean_per_s").num
    val (_, out, _) = compared(dir)(same, same)
    val cpu =
      out.linesIterator.dropWhile(!_.startsWith(repeated)).find(_.contains("broker CPU/msg")).getOrElse(out)
    assert(cpu.contains(s" ${MeasureUnit.Microseconds.show(times.sum / times.size)} "), cpu)

  folder.test("a percentile of too few messages is not compared"): dir =>
    val few: Changed = workloads(_, of50).foreach(_("summary")("end_to_end")("count") = 999)
    val one = about(of50, compared(dir)(same, few)._2)
    assert(one.exists(_.matches(" +end to end p99 +778 us +- +too few messages in new.*")), one)
    assert(one.exists(line => line.contains("end to end p95") && line.contains(" us  ")), one)
    val both = about(of50, compared(dir)(few, few)._2)
    assert(!both.exists(_.contains("p99")) && both.exists(_.contains("p95")), both)

  folder.test("a latency of one side only is shown"): dir =>
    val silent: Changed = workloads(_, of50).foreach: workload =>
      workload("summary")("consumed")("mean_per_s") = 0
      workload("summary")("end_to_end") = ujson.Null
    val came = about(of50, compared(dir)(silent, same)._2)
    assert(came.exists(_.matches(" +end to end p99 +- +778 us +from nothing.*")), came)
    assert(Files.readString(dir.resolve("new/compare.html")).contains("\"why\":\"from nothing\""))
    val gone = about(of50, compared(dir)(same, silent)._2)
    assert(gone.exists(_.matches(" +end to end p99 +778 us +- +to nothing.*")), gone)

  private def rateSweep = ujson.Obj("axis" -> "rate", "p99_limit_us" -> 1e6, "beyond" -> ujson.Null)

  /** Makes it a step of a rate sweep of which this share was sent. */
  private def sweep(workload: ujson.Value, share: Double): Unit =
    workload("rate_sweep") = rateSweep
    workload("summary")("target_per_s") = workload("summary")("produced")("mean_per_s").num / share

  folder.test("a rate that is no longer sustained is a regression"): dir =>
    def sweeping(share: Double): Changed = workloads(_, of50).foreach(sweep(_, share))
    fails(dir, 50, "its rate was sustained before, but not now: sent 60 % of it")(sweeping(0.6))
    passes(dir, 50)(sweeping(1))

  folder.test("repetitions that did not sustain the rate are left out of the latency"): dir =>
    val sustained: Changed = workloads(_, repeated).foreach: workload =>
      workload("load")("open_loop") = true
      sweep(workload, 1)
    val queueing: Changed = json =>
      sustained(json)
      workloads(json, repeated)(1)("summary")("end_to_end")("us_p99") = 9e6
    val (status, out, _) = compared(dir, "--fail-on-regression", "0")(sustained, queueing)
    assertEquals(status, 0, out)
    val p99 =
      out.linesIterator.dropWhile(!_.startsWith(repeated)).find(_.contains("end to end p99")).getOrElse(out)
    assert(!p99.contains(" s ") && p99.contains("ms"), p99)

  folder.test("a stopped repetition does not count for a rate, but a skipped one does"): dir =>
    val sustained: Changed = workloads(_, repeated).foreach(sweep(_, 1))
    def onlyOnce(others: ujson.Value): Changed = json =>
      sustained(json)
      for workload <- workloads(json, repeated).tail do
        workload("status") = "skipped"
        workload("reason") = "it ended"
        workload("summary") = ujson.Null
        workload("rate_sweep") = others
    def limited(others: ujson.Value) = compared(dir, "--fail-on-regression", "50")(sustained, onlyOnce(others))
    val (stopped, out, _) = limited(ujson.Null)
    assert(stopped == 0 && !out.contains("but not now"), out)
    val (beyond, worse, _) = limited(rateSweep)
    assert(beyond == 1 && worse.contains("its rate was sustained before, but not now: it ended"), worse)

  folder.test("a load is the same if a broker ignores its prefetch, which is reported"): dir =>
    def prefetching(prefetch: ujson.Value, applied: ujson.Value): Changed = workloads(_, repeated).foreach: workload =>
      workload("load")("prefetch") = prefetch
      workload("prefetch_applied") = applied
    val (applied, ignored) = (prefetching(1000, true), prefetching(1000, false))
    val expected = List(
      (applied, ignored, "asks for a prefetch of 1000; the broker kept its own in new"),
      (ignored, ignored, "the broker kept its own in old and new"),
      (applied, prefetching(20, true), "the load was changed: prefetch 1000 -> 20"),
      (applied, prefetching(ujson.Null, ujson.Null), "the load was changed: prefetch 1000 -> null")
    )
    def section(old: Changed, now: Changed) =
      val lines = compared(dir)(old, now)._2.linesIterator
      lines.dropWhile(!_.startsWith(repeated)).takeWhile(_.nonEmpty).mkString("\n")
    for (old, now, words) <- expected do assert(section(old, now).contains(words), words)
    assert(!section(applied, applied).contains("prefetch"))
    assert(section(applied, ignored).contains("consumed/s"))

  folder.test("failed workloads, repetitions and brokers are regressions"): dir =>
    def fail(workload: ujson.Value): Unit =
      workload("status") = "failed"
      workload("reason") = "it died"
      workload("summary") = ujson.Null
    fails(dir, 50, "20b_1a_1queue_1: measured before, now failed: it died")(workloads(_, repeated).foreach(fail))
    fails(dir, 50, "1 of 3 repetitions failed: it died")(json => fail(workloads(json, repeated).head))
    fails(dir, 50, "measured before, now failed: no such port"): json =>
      json("workloads") = ujson.Arr()
      json("broker")("available") = false
      json("broker")("reason") = "no such port"

  folder.test("lost messages are a regression, but workloads of one side only are not"): dir =>
    fails(dir, 50, "7 messages lost or corrupted, none before")(workloads(_, repeated).head("audit")("lost") = 7)
    val fewer = passes(dir, 0)(json => json("workloads") = ujson.Arr.from(workloads(json, repeated)))
    assert(fewer.contains("crash-1k_1p_1queue_1: only in old (measured)"), fewer)

  folder.test("steps are compared one by one, and a changed load is not compared"): dir =>
    val flow = "flow-1k_1p_1queue_1_steps"
    def output(change: Changed): String = compared(dir)(same, change)._2
    val steps = output(workloads(_, flow).head("steps")(1)("consumed")("mean_per_s") = 1000)
    assert(steps.contains("consumed/s, window 20") && steps.contains("14.8k    1.00k"), steps)
    val other = output(workloads(_, flow).head("load")("window") = 5)
    assert(other.contains(s"$flow: not compared, the load was changed: window null -> 5"), other)
    val listening = output(workloads(_, flow).head("load")("listener") = true)
    assert(listening.contains(s"$flow: not compared, the load was changed: listener false -> true"), listening)
    val older = output(workloads(_, flow).head("load").obj.remove("listener"): Unit)
    assert(!older.contains(s"$flow: not compared"), older)

  folder.test("at a share of a changed maximum, only the latency is compared"): dir =>
    val (_, out, _) = compared(dir)(
      same,
      json =>
        workloads(json, of50).foreach(_("offered")("target_per_s") = 40000)
        scale(workloads(json, of50), 40 / 35.5)
    )
    assert(out.contains("has changed: 35.5k/s before, 40.0k/s now"), out)
    val measures = about(of50, out).take(4).map(_.trim.takeWhile(_ != ' '))
    assertEquals(measures, List("end", "end", "broker", "at"))

  folder.test("different machines are refused, unless --mixed-machines is given"): dir =>
    val moved: Changed = json =>
      json("environment")("cpu") = "Another"
      json("environment")("cores") = 64
    val (status, out, err) = compared(dir)(same, moved)
    assertEquals((status, out), (2, ""))
    assert(err.contains("processor: AMD EPYC 7B13 | Another") && err.contains("cores: 2 | 64"), err)
    assert(!Files.exists(dir.resolve("new/compare.html")))
    val (mixed, table, _) = compared(dir, "--mixed-machines")(same, moved)
    assert(mixed == 0 && table.contains("cores: 2 | 64"), table)

  private val golden = Golden.folder.toString

  folder.test("two brokers of one folder, or two files, are compared"): dir =>
    val page = List("--page", dir.resolve("deep/a.html").toString)
    val (status, out, _) = run(golden :: "--brokers" :: "activemq,artemis" :: page*)
    assert(status == 0 && out.contains("ActiveMQ Classic 6.3.1 (STOMP) -> ActiveMQ Artemis 2.56.0 (STOMP)"), out)
    assert(Files.exists(dir.resolve("deep/a.html")))
    val files = List("activemq", "artemis").map(Golden.path(_).toString)
    val (both, table, _) = run(files ++ page*)
    assertEquals((both, table.linesIterator.drop(2).toList), (0, out.linesIterator.drop(2).toList))

  folder.test("bad usage and invalid input exit with 2"): dir =>
    val usages = List("", golden, s"$golden --brokers activemq", s"$golden no-such-folder") :+
      s"$golden $golden --brokers activemq,artemis"
    for usage <- usages do assertEquals(run(usage.split(' ').filter(_.nonEmpty)*)._1, 2, usage)
    for odd <- List("-1", "x", "NaN") do
      val (refused, _, error) = run(golden, golden, "--fail-on-regression", odd)
      val words = s"benchmark-compare: --fail-on-regression: found '$odd', expected a number of at least 0"
      assertEquals((refused, error.trim), (2, words))
    assert(run(golden, "--brokers", "activemq,kafka")._3.contains("no result of kafka; there are: activemq, "))
    val broken = Files.createDirectories(dir.resolve("broken"))
    def error: String = run(golden, broken.toString)._3
    Files.writeString(broken.resolve("a.json"), "{")
    assert(error.contains("a.json is not a result file"))
    Files.copy(Golden.path("rabbitmq"), broken.resolve("b.json"))
    assert(error.contains("no load was measured on both sides"))
    Files.copy(Golden.path("rabbitmq"), broken.resolve("c.json"))
    assert(error.contains("give two files instead"))

  test("--help fits on a terminal"):
    val (status, help, _) = run("--help")
    assertEquals((status, help.linesIterator.filter(_.length > 80).toList), (0, Nil))

  test("colours do not change the text"):
    val sides = Sides.of(List(Golden.folder), List("activemq", "artemis")).toOption.get
    val (plain, coloured) = (TextTable(false).render(sides), TextTable(true).render(sides))
    assert(coloured.contains("\u001b[2m"))
    assertEquals(coloured.replaceAll("\u001b\\[\\d+m", ""), plain)
    val long = plain.linesIterator.filter(line => line.length > 90 && !line.contains("measured before")).toList
    assertEquals(long, Nil)
