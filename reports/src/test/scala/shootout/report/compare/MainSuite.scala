package shootout.report.compare

import java.nio.file.{Files, Path, Paths}
import shootout.analysis.MeasureUnit
import shootout.report.FolderSuite

class MainSuite extends FolderSuite:
  private val golden = Paths.get(getClass.getResource("/golden").toURI)

  private def run(args: String*): (Int, String, String) = outcome(Main.run(args*))

  /** A folder with HornetQ's golden result, changed. */
  private def changed(dir: Path, name: String)(change: ujson.Value => Unit): String =
    val json = ujson.read(Files.readString(golden.resolve("stomp-hornetq.json")))
    change(json)
    val out = Files.createDirectories(dir.resolve(name))
    Files.writeString(out.resolve("stomp-hornetq.json"), ujson.write(json))
    out.toString

  private def workloads(json: ujson.Value, id: String): List[ujson.Value] =
    json("workloads").arr.filter(_("id").str == id).toList

  private def scale(workloads: List[ujson.Value], by: Double): Unit =
    workloads.foreach(workload =>
      workload("summary")("consumed")("mean_per_s") = workload("summary")("consumed")("mean_per_s").num * by
    )

  private val repeated = "20b_1a_1queue_1"

  /** Compared with the unchanged result, with these options. */
  private def against(dir: Path, options: String*)(change: ujson.Value => Unit): (Int, String, String) =
    val args = List(changed(dir, "old")(_ => ()), changed(dir, "new")(change)) ++ options
    run(args*)

  folder.test("a result compared with itself: all noise, exit 0, and a page in the new folder"): dir =>
    val (status, out, err) = against(dir, "--fail-on-regression", "0")(_ => ())
    assertEquals((status, err), (0, ""))
    assert(out.contains("0 better, 0 worse, 21 within the noise."), out)
    val page = Files.readString(dir.resolve("new/compare.html"))
    assert(out.contains("new/compare.html") && page.contains("\"verdict\":\"noise\""))
    assert(!page.contains("<!-- shootout:") && !page.contains("jquery"))

  folder.test(
    "a rate that is surely lower than allowed fails; one that may be within does not; without a limit nothing does"
  ): dir =>
    val slower: ujson.Value => Unit = json =>
      scale(workloads(json, repeated), 0.9)
      // each message costs as much as before
      workloads(json, repeated).map(_("resources")("broker")).foreach(broker =>
        broker("cpu_cores") = broker("cpu_cores").num * 0.9
      )
    val (status, out, _) = against(dir, "--fail-on-regression", "5")(slower)
    assertEquals(status, 1)
    assert(
      out.contains(
        "Regression: HornetQ 2.4.9.Final (STOMP), 20b_1a_1queue_1: consumed/s 71.4k -> 64.2k (-10.0 %, 95 %: -1"
      ),
      out
    )
    assertEquals(against(dir, "--fail-on-regression", "8")(slower)._1, 0)
    assertEquals(against(dir)(slower)._1, 0)
    assertEquals(against(dir, "--fail-on-regression", "5")(json => scale(workloads(json, repeated), 1.3))._1, 0)

  folder.test("a noisy workload may lose 10 % and a single repetition 9 % without failing"): dir =>
    assertEquals(
      against(dir, "--fail-on-regression", "0")(json => scale(workloads(json, "20b_5a_5queue_5"), 0.9))._1,
      0
    )
    assertEquals(
      against(dir, "--fail-on-regression", "0")(json => scale(workloads(json, "latency-20b_1a_1queue_1"), 0.91))._1,
      0
    )
    assertEquals(
      against(dir, "--fail-on-regression", "0")(json => scale(workloads(json, "latency-20b_1a_1queue_1"), 0.8))._1,
      1
    )

  folder.test("the mean over all workloads is judged as well as each workload"): dir =>
    val (status, out, _) = against(dir, "--fail-on-regression", "1"): json =>
      scale(
        json("workloads").arr.toList.filter(c => c("status").str == "measured" && !c("load")("open_loop").bool),
        0.6
      )
    assertEquals(status, 1, out)
    val means = out.linesIterator.filter(_.startsWith("Regression: HornetQ 2.4.9.Final (STOMP), mean over ")).toList
    assertEquals(means.size, 1, out)

  folder.test("what delivers nothing has failed, and what began at nothing is no line less"): dir =>
    def silent(json: ujson.Value) = workloads(json, "latency-20b_1a_1queue_1").foreach: workload =>
      workload("summary")("consumed")("mean_per_s") = 0
    val (status, out, _) = against(dir, "--fail-on-regression", "20")(silent)
    assertEquals(status, 1)
    assert(out.contains("latency-20b_1a_1queue_1: failed: it delivers nothing now, but did before"), out)
    assert(out.contains("to nothing"), out)
    val (again, back, _) = run(changed(dir, "old")(silent), changed(dir, "new")(_ => ()), "--fail-on-regression", "20")
    assertEquals(again, 0, back)
    assert(back.contains("from nothing"), back)

  folder.test("success says what it could not have seen"): dir =>
    val (status, out, _) = against(dir, "--fail-on-regression", "20")(_ => ())
    assertEquals(status, 0)
    val unseen = "Regressions: none above 20 %; in (\\d+) of 21 numbers, the interval is too wide to see one".r
    val found = unseen.findFirstMatchIn(out)
    assert(found.exists(m => (1 to 20).contains(m.group(1).toInt)), out)

  folder.test("any two rows: two protocols of one broker"): dir =>
    changed(dir, "both")(_ => ())
    val json = ujson.read(Files.readString(golden.resolve("stomp-hornetq.json")))
    json("protocol") = "amqp"
    json("protocol_title") = "AMQP"
    Files.writeString(dir.resolve("both/amqp-hornetq.json"), ujson.write(json))
    val (status, out, err) = run(dir.resolve("both").toString, "--brokers", "stomp-hornetq,amqp-hornetq")
    assertEquals((status, err), (0, ""))
    assert(out.contains("HornetQ 2.4.9.Final (STOMP) -> HornetQ 2.4.9.Final (AMQP)"), out)
    assert(out.contains("mean over "), out)
    val files = List("stomp", "amqp").map(name => dir.resolve(s"both/$name-hornetq.json").toString)
    assertEquals(run(files*)._1, 0)

  folder.test("latency and CPU time get worse upwards"): dir =>
    val slow: ujson.Value => Unit =
      workloads(_, "latency-20b_1a_1queue_1_of50").foreach(_("summary")("end_to_end")("us_p99") = 5000)
    val (status, out, _) = against(dir, "--fail-on-regression", "5")(slow)
    assertEquals(status, 1)
    assert(out.contains("end to end p99 778 us -> 5.00 ms"), out)
    def hungry(by: Double)(json: ujson.Value) = workloads(json, repeated).foreach: workload =>
      val broker = workload("resources")("broker")
      broker("cpu_cores") = broker("cpu_cores").num * by
    assertEquals(against(dir, "--fail-on-regression", "5")(hungry(1.5))._1, 1)
    assertEquals(against(dir, "--fail-on-regression", "5")(hungry(0.5))._1, 0)

  folder.test("CPU time is that of a delivered message, as on the page"): dir =>
    def of(json: ujson.Value) = workloads(json, repeated).map: workload =>
      workload("resources")("broker")("cpu_cores").num * 1e6 / workload("summary")("consumed")("mean_per_s").num
    val mean = of(ujson.read(Files.readString(golden.resolve("stomp-hornetq.json"))))
    val (_, out, _) = against(dir)(_ => ())
    val cpu = out.linesIterator.dropWhile(!_.startsWith(repeated)).find(_.contains("broker CPU/msg")).getOrElse(out)
    assert(cpu.contains(s" ${MeasureUnit.Microseconds.show(mean.sum / mean.size)} "), cpu)

  private val of50 = "latency-20b_1a_1queue_1_of50"

  folder.test("a percentile of too few messages is not compared, and the line says on which side"): dir =>
    def few(json: ujson.Value) = workloads(json, of50).foreach(_("summary")("end_to_end")("count") = 999)
    def lines(out: String) = out.linesIterator.dropWhile(_ != of50).drop(1).takeWhile(_.startsWith(" ")).toList
    val (_, one, _) = against(dir)(few)
    assert(lines(one).exists(_.matches(" +end to end p99 +778 us +- +too few messages in new.*")), one)
    assert(lines(one).exists(line => line.contains("end to end p95") && line.contains(" us  ")), one)
    val (_, both, _) = run(changed(dir, "old")(few), changed(dir, "new")(few))
    assert(!lines(both).exists(_.contains("p99")) && lines(both).exists(_.contains("p95")), both)

  folder.test("what only one side has is a line as well: nothing was delivered, and so there is no latency"): dir =>
    def silent(json: ujson.Value) = workloads(json, of50).foreach: workload =>
      workload("summary")("consumed")("mean_per_s") = 0
      workload("summary")("end_to_end") = ujson.Null
    val (_, out, _) = run(changed(dir, "old")(silent), changed(dir, "new")(_ => ()))
    assert(out.linesIterator.exists(_.matches(" +end to end p99 +- +778 us +from nothing.*")), out)
    assert(Files.readString(dir.resolve("new/compare.html")).contains("\"why\":\"from nothing\""))
    val (_, gone, _) = run(changed(dir, "old")(_ => ()), changed(dir, "new")(silent))
    assert(gone.linesIterator.exists(_.matches(" +end to end p99 +778 us +- +to nothing.*")), gone)

  private def rateSweep = ujson.Obj("axis" -> "rate", "p99_limit_us" -> 1e6, "beyond" -> ujson.Null)

  /** A step of a rate sweep of which this share was sent. */
  private def sweep(workload: ujson.Value, share: Double): Unit =
    workload("rate_sweep") = rateSweep
    workload("summary")("target_per_s") = workload("summary")("produced")("mean_per_s").num / share

  folder.test("a rate that was held and is not any more is a regression"): dir =>
    def climbing(held: Boolean)(json: ujson.Value): Unit =
      workloads(json, "latency-20b_1a_1queue_1_of50").foreach(sweep(_, if held then 1 else 0.6))
    val (status, out, _) = against(dir, "--fail-on-regression", "50")(climbing(held = false))
    assertEquals(status, 1)
    assert(out.contains("its rate was sustained before, but not now: sent 60 % of it"), out)
    assertEquals(against(dir, "--fail-on-regression", "50")(climbing(held = true))._1, 0)

  folder.test("at a rate that was held in 2 of 3 repetitions, the third's latency is not compared"): dir =>
    def climbing(json: ujson.Value): Unit = workloads(json, repeated).foreach: workload =>
      workload("load")("open_loop") = true
      sweep(workload, 1)
    def queueing(json: ujson.Value): Unit =
      climbing(json)
      workloads(json, repeated)(1)("summary")("end_to_end")("us_p99") = 9e6
    val (status, out, _) =
      run(changed(dir, "old")(climbing), changed(dir, "new")(queueing), "--fail-on-regression", "0")
    assertEquals(status, 0, out)
    val p99 = out.linesIterator.dropWhile(!_.startsWith(repeated)).find(_.contains("end to end p99")).getOrElse(out)
    assert(!p99.contains(" s ") && p99.contains("ms"), p99)

  folder.test(
    "a repetition that was stopped says nothing of whether a rate is held; one that was not run says it is not"
  ): dir =>
    def climbing(json: ujson.Value): Unit = workloads(json, repeated).foreach(sweep(_, 1))
    def onlyOnce(others: ujson.Value)(json: ujson.Value): Unit =
      climbing(json)
      for workload <- workloads(json, repeated).tail do
        workload("status") = "skipped"
        workload("reason") = "it ended"
        workload("summary") = ujson.Null
        workload("rate_sweep") = others
    def compared(others: ujson.Value): (Int, String, String) =
      run(changed(dir, "old")(climbing), changed(dir, "new")(onlyOnce(others)), "--fail-on-regression", "50")
    val (stopped, out, _) = compared(ujson.Null)
    assert(stopped == 0 && !out.contains("but not now"), out)
    val (beyond, worse, _) = compared(rateSweep)
    assert(beyond == 1 && worse.contains("its rate was sustained before, but not now: it ended"), worse)

  private def prefetching(prefetch: ujson.Value, applied: ujson.Value)(json: ujson.Value): Unit =
    workloads(json, repeated).foreach: workload =>
      workload("load")("prefetch") = prefetch
      workload("prefetch_applied") = applied

  folder.test("a prefetch that one side could not be told of is the same load, and is said"): dir =>
    def compared(old: ujson.Value => Unit, now: ujson.Value => Unit): String =
      val (_, out, _) = run(changed(dir, "old")(old), changed(dir, "new")(now))
      out.linesIterator.dropWhile(!_.startsWith(repeated)).takeWhile(_.nonEmpty).mkString("\n")
    val (told, kept) = (prefetching(1000, true), prefetching(1000, false))
    assert(!compared(told, told).contains("prefetch"))
    val out = compared(told, kept)
    assert(
      out.contains("asks for a prefetch of 1000; the broker kept its own in new") && out.contains("consumed/s"),
      out
    )
    assert(compared(kept, kept).contains("the broker kept its own in old and new"))
    assert(compared(told, prefetching(20, true)).contains("the load was changed: prefetch 1000 -> 20"))
    assert(compared(
      told,
      prefetching(ujson.Null, ujson.Null)
    ).contains("the load was changed: prefetch 1000 -> null"))

  folder.test(
    "what was measured and fails now is a regression: a workload, a repetition, or a broker that does not start"
  ): dir =>
    def fail(workload: ujson.Value): Unit =
      workload("status") = "failed"
      workload("reason") = "it died"
      workload("summary") = ujson.Null
    val (status, out, _) = against(dir, "--fail-on-regression", "50")(workloads(_, repeated).foreach(fail))
    assertEquals(status, 1)
    assert(out.contains("20b_1a_1queue_1: measured before, now failed: it died"), out)
    val once = against(dir, "--fail-on-regression", "50")(json => fail(workloads(json, repeated).head))
    assert(once._1 == 1 && once._2.contains("1 of 3 repetitions failed: it died"), once)
    val gone = against(dir, "--fail-on-regression", "50"): json =>
      json("workloads") = ujson.Arr()
      json("broker")("available") = false
      json("broker")("reason") = "no such port"
    assert(gone._1 == 1 && gone._2.contains("measured before, now failed: no such port"), gone)

  folder.test("lost messages are a regression, workloads of one side only are none"): dir =>
    val lossy: ujson.Value => Unit = workloads(_, repeated).head("audit")("lost") = 7
    val (status, out, _) = against(dir, "--fail-on-regression", "50")(lossy)
    assert(status == 1 && out.contains("7 messages lost or corrupted, none before"), out)
    val fewer =
      against(dir, "--fail-on-regression", "0")(json => json("workloads") = ujson.Arr.from(workloads(json, repeated)))
    assert(fewer._1 == 0 && fewer._2.contains("crash-1k_1p_1queue_1: only in old (measured)"), fewer)

  folder.test("steps are compared one by one; another load under the same name is not compared"): dir =>
    val flow = "flow-1k_1p_1queue_1_steps"
    val (_, steps, _) = against(dir)(workloads(_, flow).head("steps")(1)("consumed")("mean_per_s") = 1000)
    assert(steps.contains("consumed/s, window 20") && steps.contains("14.8k    1.00k"), steps)
    val (_, other, _) = against(dir)(workloads(_, flow).head("load")("window") = 5)
    assert(other.contains(s"$flow: not compared, the load was changed: window null -> 5"), other)
    val (_, heard, _) = against(dir)(workloads(_, flow).head("load")("listener") = true)
    assert(heard.contains(s"$flow: not compared, the load was changed: listener false -> true"), heard)
    val (_, older, _) = against(dir)(workloads(_, flow).head("load").obj.remove("listener"): Unit)
    assert(!older.contains(s"$flow: not compared"), older)

  folder.test("a rate that is a share of another maximum: the latency is compared, with a note, and the rate is not"):
    dir =>
      val id = "latency-20b_1a_1queue_1_of50"
      val (_, out, _) = against(dir): json =>
        workloads(json, id).foreach(_("offered")("target_per_s") = 40000)
        scale(workloads(json, id), 40 / 35.5)
      assert(out.contains("has changed: 35.5k/s before, 40.0k/s now"), out)
      assertEquals(
        out.linesIterator.dropWhile(_ != id).drop(1).take(4).map(_.trim.takeWhile(_ != ' ')).toList,
        List("end", "end", "broker", "at")
      )

  folder.test("different machines are refused with exit 2 and a list; --mixed-machines compares them and says so"):
    dir =>
      val moved: ujson.Value => Unit = json =>
        json("environment")("cpu") = "Another"
        json("environment")("cores") = 64
      val (status, out, err) = against(dir)(moved)
      assertEquals((status, out), (2, ""))
      assert(err.contains("processor: AMD EPYC 7B13 | Another") && err.contains("cores: 2 | 64"), err)
      assert(!Files.exists(dir.resolve("new/compare.html")))
      val (mixed, table, _) = against(dir, "--mixed-machines")(moved)
      assert(mixed == 0 && table.contains("cores: 2 | 64"), table)

  folder.test("two brokers of one folder, and two files"): dir =>
    val page = List("--page", dir.resolve("deep/a.html").toString)
    val (status, out, _) = run(golden.toString :: "--brokers" :: "activemq,artemis" :: page*)
    assert(status == 0 && out.contains("ActiveMQ Classic 6.3.1 (STOMP) -> ActiveMQ Artemis 2.56.0 (STOMP)"), out)
    assert(Files.exists(dir.resolve("deep/a.html")))
    val files = List("stomp-activemq.json", "stomp-artemis.json").map(golden.resolve(_).toString)
    val (both, same, _) = run(files ++ page*)
    assertEquals((both, same.linesIterator.drop(2).toList), (0, out.linesIterator.drop(2).toList))

  folder.test("bad usage and input: exit 2"): dir =>
    def status(args: String*) = run(args*)._1
    assertEquals(status(), 2)
    assertEquals(status(golden.toString), 2)
    assertEquals(status(golden.toString, "--brokers", "activemq"), 2)
    assertEquals(status(golden.toString, golden.toString, "--brokers", "activemq,artemis"), 2)
    assertEquals(status(golden.toString, "no-such-folder"), 2)
    for odd <- List("-1", "x", "NaN") do
      val (refused, _, said) = run(golden.toString, golden.toString, "--fail-on-regression", odd)
      assertEquals(
        (refused, said.trim),
        (2, s"benchmark-compare: --fail-on-regression: found '$odd', expected a number of at least 0")
      )
    assert(run(golden.toString, "--brokers", "activemq,kafka")._3.contains("no result of kafka; there are: activemq, "))
    val broken = Files.createDirectories(dir.resolve("broken"))
    Files.writeString(broken.resolve("a.json"), "{")
    assert(run(golden.toString, broken.toString)._3.contains("a.json is not a result file"))
    Files.copy(golden.resolve("stomp-rabbitmq.json"), broken.resolve("b.json"))
    assert(run(golden.toString, broken.toString)._3.contains("no load was measured on both sides"))
    Files.copy(golden.resolve("stomp-rabbitmq.json"), broken.resolve("c.json"))
    assert(run(golden.toString, broken.toString)._3.contains("give two files instead"))

  test("--help tells the options and the exit status; every line fits on a terminal"):
    val (status, help, _) = run("--help")
    assertEquals(status, 0)
    List("--brokers", "--page", "--mixed-machines", "--fail-on-regression", "Exit status").foreach(word =>
      assert(help.contains(word), word)
    )
    assertEquals(help.linesIterator.filter(_.length > 80).toList, Nil)

  test("colour only says again what words say"):
    val sides = Sides.of(List(golden), List("activemq", "artemis")).toOption.get
    val (plain, coloured) = (TextTable(false).render(sides), TextTable(true).render(sides))
    assert(coloured.contains("\u001b[2m"))
    assertEquals(coloured.replaceAll("\u001b\\[\\d+m", ""), plain)
    val long = plain.linesIterator.filter(line => line.length > 90 && !line.contains("measured before")).toList
    assertEquals(long, Nil)
