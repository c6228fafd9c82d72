package shootout.campaign

import shootout.broker.{BrokerSpec, TemporaryFolder}
import shootout.yaml.Yaml
import shootout.result.*
import shootout.engine.WorkloadDraft
import shootout.scenario.{Plan, ScenarioFile}
import shootout.cli.CommandLines
import shootout.units.EpochMillis

import java.nio.file.{Files, Path}

/** `--continue` keeps only workloads that would be measured in the same way. */
class ContinuationSuite extends TemporaryFolder:
  private val golden = CommandLines.golden("stomp-apollo")
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

  private def file(of: PreparedRun): ResultFile =
    val conditions = Conditions(of, pair)
    val workloads = of.plan.workloads.map: workload =>
      val measured = WorkloadDraft(workload, 1, EpochMillis(1)).without(Status.Measured, "")
      measured.copy(measuredWith = Some(conditions.of(workload, "1.7.1")))
    golden.copy(workloads = workloads)

  private def reasons(before: ResultFile, of: PreparedRun): Map[String, String] =
    Continuation.of(of, pair, before).dropped.map((r, why) => r.id -> why).toMap

  private val before = file(now(sizes))
  private val ids = before.workloads.map(_.id)

  /** All workloads are measured again, with these words in their reasons. */
  private def drops(of: PreparedRun, words: String*)(using munit.Location): Unit =
    val found = reasons(before, of)
    assertEquals(found.keySet, ids.toSet)
    for why <- found.values; word <- words do assert(why.contains(word), why)

  test("the same plan keeps all workloads without a word"):
    val same = Continuation.of(now(sizes), pair, before)
    assertEquals((same.lines, same.dropped, same.gone), (Nil, Nil, Nil))
    assertEquals(Continuation.of(now("title: Another title\n# a comment\n" + sizes), pair, before).lines, Nil)

  test("an edited scenario with the same ids is measured again"):
    val edited = now(sizes.replace("producers: {", "producers: {headers: {a: b}, "))
    assertEquals(edited.plan.workloads.map(_.id), ids)
    drops(edited, "the load has changed")

  test("a new value of an axis keeps the other workloads"):
    val more = Continuation.of(now(sizes.replace("[20 B,", "[20 B, 100 B,")), pair, before)
    assertEquals((more.dropped, more.gone), (Nil, Nil))

  test("another number of samples drops all workloads; --only keeps the others and says so"):
    drops(now(sizes, "--samples", "3"), "samples or drain have changed")
    val one = Continuation.of(now(sizes, "--samples", "3", "--only", ids.head), pair, before)
    assertEquals((one.dropped.map(_._1.id), one.otherwise.map(_.id)), (List(ids.head), ids.tail))
    assert(one.lines.exists(line => line.contains("kept with another timing") && line.contains(ids.last)), one.lines)

  test("another version of the broker drops all workloads and is named"):
    val older =
      brokers.map(b => if b.name == "apollo" then b.copy(identity = b.identity.copy(version = Some("1.7"))) else b)
    drops(prepared(sizes, older), "apollo 1.7.1 over", "apollo 1.7 over")

  test("another setting of the broker or its protocol, or another heap, drops all workloads"):
    val apollo = brokers.find(_.name == "apollo").get
    val started = apollo.launched(launch => launch.copy(start = launch.start :+ "-Dx=y"))
    val dialect = apollo.protocol("stomp").get.dialect.copy(entries = Nil)
    val spoken = apollo.protocols.map(p => if p.name == "stomp" then p.copy(dialect = dialect) else p)
    for changed <- List(started, apollo.copy(speaks = apollo.speaks.copy(spoken = spoken))) do
      drops(prepared(sizes, changed :: brokers.filterNot(_.name == "apollo")), "settings")
    drops(now(sizes, "--heap", "512"), "settings")

  test("another disk drops all workloads, and both disks are named"):
    val other = "ext4 on /dev/elsewhere"
    val moved = before.copy(workloads =
      before.workloads.map(c => c.copy(measuredWith = c.measuredWith.map(_.copy(disk = Some(other)))))
    )
    val found = reasons(moved, now(sizes))
    assertEquals(found.keySet, ids.toSet)
    assert(found.values.forall(_.contains(s"the disk was '$other' and is '")), found)
    val plugged = Conditions.disk("ext4 on /dev/vda (one, two)")
    assertEquals(plugged, Conditions.disk("ext4 on /dev/vda (one)"))

  test("the disk of a broker that the run did not start is unknown"):
    val endpoint = shootout.units.Endpoint("127.0.0.1", 61613, None, None, None)
    val plan = now(sizes)
    val there =
      plan.copy(settings = plan.settings.copy(external = Some(External(endpoint, "stomp", "apollo", "apollo"))))
    assertEquals(Conditions(there, pair).of(there.plan.workloads.head, "").disk, None)
    assert(!reasons(before, there).values.exists(_.contains("the disk")))

  test("workloads without recorded conditions are measured again"):
    val unknown = before.copy(workloads = before.workloads.map(_.copy(measuredWith = None)))
    assert(reasons(unknown, now(sizes)).values.forall(_.contains("the file does not say what they were measured with")))

  test("workloads that no scenario has any more are dropped; those that --only skips are kept"):
    val fewer = Continuation.of(now(sizes.replace("[20 B, 1 KiB]", "[20 B]")), pair, before)
    assertEquals(fewer.gone.map(_.id), ids.tail)
    assert(fewer.lines.exists(_.contains(s"the scenarios have no such load: ${ids.last}")), fewer.lines)
    assertEquals(fewer.remaining.workloads.map(_.id), ids.take(1))
    assert(!fewer.remaining.complete)
    assertEquals(Continuation.of(now(sizes, "--only", ids.head), pair, before).lines, Nil)

  test("a share is measured again with its maximum"):
    val shares = sizes.replace("matrix: {size: [20 B, 1 KiB]}", "matrix: {rate: [max, 50 %]}")
      .replace("size: $size", "size: 20 B, rate: $rate")
    val all = file(now(shares))
    val maximum = all.workloads.head
    val other =
      maximum.copy(measuredWith = maximum.measuredWith.map(_.copy(workload = ujson.Obj("timing" -> 1))))
    val found = reasons(all.copy(workloads = other :: all.workloads.tail), now(shares))
    assertEquals(found.values.toList.sorted, List("the load has changed", "their maximum is measured again"))

  folder.test("the old file and its logs are kept, and the continued file has only matching workloads"): out =>
    val here = now(sizes, "--out", out.toString, "--continue")
    val path = here.settings.resultFile(pair)
    // a file of this machine and this version
    Journal.open(here, pair, goOn = false).toOption.get.write()
    val fresh = ResultStore.read(path).toOption.get
    val stale = before.workloads.last.copy(measuredWith = None)
    val logged = List(before.workloads.head, stale).map: workload =>
      val log = LatencyLogs.write(path, workload, LatencyLog(workload.id, EpochMillis(1), Nil))
      workload.copy(latencyLog = Some(log))
    ResultStore.write(path, fresh.copy(workloads = logged))
    val printed = Continuation.prepare(here)
    assertEquals(ResultStore.read(path).toOption.get.workloads.map(_.id), ids.take(1))
    assert(printed.exists(_.contains("1 load is measured again")), printed)
    val kept = Files.walk(out.resolve("earlier")).filter(_.toString.endsWith(".json")).toList
    assertEquals(kept.size, 1)
    def logs(home: Path) = logged.flatMap(_.latencyLog).map(home.resolve(_)).map(Files.exists(_))
    assertEquals((logs(out), logs(kept.get(0).getParent.nn)), (List(true, false), List(true, true)))
    assertEquals(ResultStore.read(kept.get(0)).toOption.get.workloads.map(_.id), ids)
    assertEquals(Continuation.prepare(here), Nil)
