package shootout.campaign

import shootout.broker.BrokerSpec
import shootout.yaml.Yaml
import shootout.result.*
import shootout.engine.WorkloadDraft
import shootout.scenario.{Plan, ScenarioFile}
import shootout.cli.CommandLines
import shootout.units.EpochMillis

import java.nio.file.{Files, Path}

/** `--continue` keeps what is the same measurement, and nothing else. */
class ContinuationSuite extends munit.FunSuite:
  private val golden =
    ResultStore.read(CommandLines.home.resolve("reports/src/test/resources/golden/stomp-apollo.json")).toOption.get
  private val brokers = CommandLines.catalogue
  private val pair = Pair("apollo", "stomp")

  private val sizes =
    """group: mine
      |matrix: {size: [20 B, 1 KiB]}
      |scenario:
      |  id: mine
      |  destinations: {type: queue}
      |  producers: {size: $size}
      |  consumers: {}
      |""".stripMargin

  private def prepared(yaml: String, catalogue: List[BrokerSpec], words: String*): PreparedRun =
    val settings =
      CommandLines.settings(words.toList ++ List("--brokers", "apollo", "--protocols", "stomp"), catalogue)
    val scenarios =
      ScenarioFile.parse(Yaml.parse("x.yaml", yaml).toOption.get).fold(p => fail(p.mkString("\n")), List(_))
    def plan(only: List[String]) =
      Plan.from(scenarios, settings.plan.copy(only = only)).fold(p => fail(p.mkString), identity)
    PreparedRun(settings, catalogue, plan(settings.plan.only), Drivers(Nil, Map.empty), plan(Nil))

  private def now(yaml: String, words: String*): PreparedRun = prepared(yaml, brokers, words*)

  /** What a run leaves behind. */
  private def file(of: PreparedRun): ResultFile =
    val conditions = Conditions(of, pair)
    val workloads = of.plan.workloads.map { workload =>
      WorkloadDraft(workload, 1, EpochMillis(1)).without(Status.Measured, "").copy(measuredWith =
        Some(conditions.of(workload, "1.7.1"))
      )
    }
    golden.copy(workloads = workloads)

  private def reasons(before: ResultFile, of: PreparedRun): Map[String, String] =
    Continuation.of(of, pair, before).dropped.map((r, why) => r.id -> why).toMap

  private val before = file(now(sizes))
  private val ids = before.workloads.map(_.id)

  test("the same plan: nothing is dropped, and nothing said") {
    val same = Continuation.of(now(sizes), pair, before)
    assertEquals((same.lines, same.dropped, same.gone), (Nil, Nil, Nil))
    assertEquals(Continuation.of(now("title: Another title\n# a comment\n" + sizes), pair, before).lines, Nil)
  }

  test("a scenario that was edited under the same ids is measured again") {
    val edited = now(sizes.replace("producers: {", "producers: {headers: {a: b}, "))
    assertEquals(edited.plan.workloads.map(_.id), ids)
    assertEquals(reasons(before, edited).keySet, ids.toSet)
    assert(reasons(before, edited).values.forall(_.contains("the load has changed")))
  }

  test("an added value of an axis leaves the other workloads alone") {
    val more = Continuation.of(now(sizes.replace("[20 B,", "[20 B, 100 B,")), pair, before)
    assertEquals((more.dropped, more.gone), (Nil, Nil))
  }

  test("another number of samples; --only keeps the others and says so") {
    val all = reasons(before, now(sizes, "--samples", "3"))
    assertEquals(all.keySet, ids.toSet)
    assert(all.values.forall(_.contains("samples or drain have changed")), all)
    val one = Continuation.of(now(sizes, "--samples", "3", "--only", ids.head), pair, before)
    assertEquals((one.dropped.map(_._1.id), one.otherwise.map(_.id)), (List(ids.head), ids.tail))
    assert(one.lines.exists(line => line.contains("kept with another timing") && line.contains(ids.last)), one.lines)
  }

  test("another version is not relabelled") {
    val older =
      brokers.map(b => if b.name == "apollo" then b.copy(identity = b.identity.copy(version = Some("1.7"))) else b)
    val found = reasons(before, prepared(sizes, older))
    assertEquals(found.keySet, ids.toSet)
    assert(found.values.forall(why => why.contains("apollo 1.7.1 over") && why.contains("apollo 1.7 over")), found)
  }

  test("another setting of the broker, or of how it is spoken to") {
    val apollo = brokers.find(_.name == "apollo").get
    val started = apollo.launched(launch => launch.copy(start = launch.start :+ "-Dx=y"))
    val dialect = apollo.protocol("stomp").get.dialect.copy(entries = Nil)
    val spoken = apollo.protocols.map(p => if p.name == "stomp" then p.copy(dialect = dialect) else p)
    for changed <- List(started, apollo.copy(speaks = apollo.speaks.copy(spoken = spoken))) do
      val found = reasons(before, prepared(sizes, changed :: brokers.filterNot(_.name == "apollo")))
      assert(found.size == 2 && found.values.forall(_.contains("settings")), found)
  }

  test("another disk: measured again, and both are named") {
    val other = "ext4 on /dev/elsewhere"
    val moved = before.copy(workloads =
      before.workloads.map(c => c.copy(measuredWith = c.measuredWith.map(_.copy(disk = Some(other)))))
    )
    val found = reasons(moved, now(sizes))
    assertEquals(found.keySet, ids.toSet)
    assert(found.values.forall(_.contains(s"the disk was '$other' and is '")), found)
    val plugged = Conditions.disk("ext4 on /dev/vda (one, two)")
    assertEquals(plugged, Conditions.disk("ext4 on /dev/vda (one)"))
  }

  test("another heap") {
    assert(reasons(before, now(sizes, "--heap", "512")).values.forall(_.contains("settings")))
    assertEquals(reasons(before, now(sizes, "--heap", "512")).keySet, ids.toSet)
  }

  test("the disk of a broker that somebody else started is not known") {
    val endpoint = shootout.units.Endpoint("127.0.0.1", 61613, None, None, None)
    val plan = now(sizes)
    val there =
      plan.copy(settings = plan.settings.copy(external = Some(External(endpoint, "stomp", "apollo", "apollo"))))
    assertEquals(Conditions(there, pair).of(there.plan.workloads.head, "").disk, None)
    assert(!reasons(before, there).values.exists(_.contains("the disk")))
  }

  test("a workload is the same when it is read from a file") {
    val path = Files.createTempFile("continued", ".json")
    try
      ResultStore.write(path, before)
      assertEquals(reasons(ResultStore.read(path).toOption.get, now(sizes)), Map.empty)
    finally Files.delete(path)
  }

  test("where nothing tells what workloads were measured with, all of them are measured again") {
    val unknown = before.copy(workloads = before.workloads.map(_.copy(measuredWith = None)))
    assert(reasons(unknown, now(sizes)).values.forall(_.contains("the file does not say what they were measured with")))
  }

  test("workloads that no scenario has any more are left out; those that --only passes over are not") {
    val fewer = Continuation.of(now(sizes.replace("[20 B, 1 KiB]", "[20 B]")), pair, before)
    assertEquals(fewer.gone.map(_.id), ids.tail)
    assert(fewer.lines.exists(_.contains(s"the scenarios have no such load: ${ids.last}")), fewer.lines)
    assertEquals(fewer.remaining.workloads.map(_.id), ids.take(1))
    assert(!fewer.remaining.complete)
    assertEquals(Continuation.of(now(sizes, "--only", ids.head), pair, before).lines, Nil)
  }

  test("a share goes with its maximum, though its own load is the same") {
    val shares = sizes.replace("matrix: {size: [20 B, 1 KiB]}", "matrix: {rate: [max, 50 %]}")
      .replace("size: $size", "size: 20 B, rate: $rate")
    val all = file(now(shares))
    val maximum = all.workloads.head
    val other = maximum.copy(measuredWith = maximum.measuredWith.map(_.copy(workload = ujson.Obj("timing" -> 1))))
    val found = reasons(all.copy(workloads = other :: all.workloads.tail), now(shares))
    assertEquals(found.values.toList.sorted, List("the load has changed", "their maximum is measured again"))
  }

  test("the file as it was is kept beside, and the one that is continued has only what fits") {
    val out = Files.createTempDirectory("continued")
    try
      val here = now(sizes, "--out", out.toString, "--continue")
      val path = here.settings.resultFile(pair)
      // as this machine and this tool would have written it
      Journal.open(here, pair, goOn = false).toOption.get.write()
      val fresh = ResultStore.read(path).toOption.get
      val stale = before.workloads.last.copy(measuredWith = None)
      val logged = List(before.workloads.head, stale).map { workload =>
        workload.copy(latencyLog =
          Some(LatencyLogs.write(path, workload, LatencyLog(workload.id, EpochMillis(1), Nil)))
        )
      }
      ResultStore.write(path, fresh.copy(workloads = logged))
      val said = Continuation.prepare(here)
      assertEquals(ResultStore.read(path).toOption.get.workloads.map(_.id), ids.take(1))
      assert(said.exists(_.contains("1 load is measured again")), said)
      val kept = Files.walk(out.resolve("earlier")).filter(_.toString.endsWith(".json")).toList
      assertEquals(kept.size, 1)
      def logs(home: Path) = logged.flatMap(_.latencyLog).map(home.resolve(_)).map(Files.exists(_))
      assertEquals((logs(out), logs(kept.get(0).getParent.nn)), (List(true, false), List(true, true)))
      assertEquals(ResultStore.read(kept.get(0)).toOption.get.workloads.map(_.id), ids)
      assertEquals(Continuation.prepare(here), Nil)
    finally shootout.broker.Brokers.delete(out)
  }
