package shootout.campaign

import shootout.broker.TemporaryFolder
import shootout.cli.CommandLines
import shootout.result.*
import shootout.engine.{WorkloadDraft, Workloads}
import shootout.scenario.*
import shootout.units.{EpochMillis, Json}

import java.nio.file.{Files, Path}

class JournalSuite extends TemporaryFolder:
  private val golden = CommandLines.golden("stomp-activemq")

  private def file(dir: Path): Path = dir.resolve("stomp-x.json")
  private def saved(dir: Path): List[WorkloadResult] =
    ResultStore.read(file(dir)).toOption.get.workloads

  private def journal(dir: Path, place: String => Int = _ => 0, elsewhere: List[Path] = Nil): Journal =
    Journal(file(dir), golden.copy(workloads = Nil), place = place, elsewhere = elsewhere)

  private def workload(id: String): Workload = Workloads.workload().copy(id = id)

  private def result(id: String, status: Status, repetition: Int = 1): WorkloadResult =
    WorkloadDraft(workload(id), repetition, EpochMillis(1)).without(status, "because")

  folder.test("the file is whole after every workload"): dir =>
    val log = journal(dir)
    for n <- 1 to 3 do
      log.add(result(s"c$n", Status.Measured))
      assertEquals(saved(dir).size, n)
    assertEquals(Files.list(dir).count, 1L, "a temporary file was left")

  folder.test("workloads are listed in the planned order"): dir =>
    val log = journal(dir, List("a", "b", "c").zipWithIndex.toMap)
    for id <- List("c", "a", "b") do log.add(result(id, Status.Measured))
    assertEquals(saved(dir).map(_.id), List("a", "b", "c"))

  folder.test("a repeated workload replaces its earlier result; another repetition does not"): dir =>
    val log = journal(dir)
    log.add(result("c", Status.Skipped))
    log.add(result("c", Status.Measured))
    log.add(result("c", Status.Failed, repetition = 2))
    assertEquals(saved(dir).map(_.status), List(Status.Measured, Status.Failed))

  private def log(workload: WorkloadResult): LatencyLog =
    val histogram = shootout.engine.LatencyRecorder.histogram()
    histogram.recordValue(7)
    LatencyLog(workload.id, EpochMillis(1), List(LatencyInterval("send", 0, 1, histogram)))

  folder.test("a result names its latency log, which is deleted with the result"): dir =>
    val journal = this.journal(dir)
    def logs = saved(dir).map(_.latencyLog)
    for repetition <- 1 to 2; of = result("c", Status.Measured, repetition) do journal.add(of, Some(log(of)))
    assertEquals(logs, List("c", "c.r2").map(name => Some(s"latencies/stomp-x/$name.hlog")))
    val files = logs.flatten.map(dir.resolve(_))
    assertEquals(files.map(LatencyLog.sums(_).map(_.keySet)), List.fill(2)(Right(Set("send"))))
    journal.add(result("c", Status.Skipped))
    assertEquals(logs.count(_.isDefined), 1)
    assertEquals(files.map(Files.exists(_)), List(false, true))

  folder.test("a result is saved with a note although its latency log cannot be written"): dir =>
    Files.writeString(dir.resolve("latencies"), "in the way")
    val measured = result("c", Status.Measured)
    journal(dir).add(measured, Some(log(measured)))
    val found = saved(dir).head
    assertEquals((found.status, found.latencyLog), (Status.Measured, None))
    assert(found.notes.exists(_.startsWith("its latencies over time could not be written: ")), found.notes)

  folder.test("a run is done if all its workloads have a result; a stopped run is repeated as a whole"): dir =>
    val log = journal(dir)
    val linked = PlannedRun(List(workload("load"), workload("unload")))
    val plan = Plan(Nil, List(linked))
    log.add(result("load", Status.Measured))
    assertEquals(log.missing(plan, 1), List(linked))
    log.add(result("unload", Status.Skipped))
    assertEquals(log.missing(plan, 1), List(linked))
    log.add(result("unload", Status.Failed))
    assertEquals(log.missing(plan, 1), Nil)
    assertEquals(log.missing(plan, 2), List(linked))

  folder.test("a workload above a rate that was not sustained is done"): dir =>
    val log = journal(dir)
    val plan = Plan(Nil, List(PlannedRun(List(workload("high")))))
    val rateSweep = RateSweepResult("rate", 1e6, Some("low"))
    log.add(result("high", Status.Skipped).copy(rateSweep = Some(rateSweep)))
    assertEquals(log.missing(plan, 1), Nil)
    assertEquals(log.result("high", 1).flatMap(_.rateSweep), Some(rateSweep))

  private val device = Path.of("/dev/full")

  /** Fails to save the second of two workloads, because the disk seems full. */
  private def full(dir: Path, elsewhere: List[Path]): String =
    val log = journal(dir, elsewhere = elsewhere)
    log.add(result("first", Status.Measured))
    Files.createSymbolicLink(dir.resolve(".stomp-x.json.incomplete"), device)
    val message = intercept[ResultNotSaved](log.add(result("second", Status.Measured))).getMessage
    assertEquals(saved(dir).map(_.id), List("first"), "the old file is whole")
    assert(message.startsWith(s"--out: ${file(dir)} cannot be written (No space left on device): "), message)
    assert(!message.contains('\n'), message)
    message

  folder.test("on a full disk the result is saved on another one, and the message says where"): dir =>
    assume(Files.exists(device))
    val out = Files.createDirectory(dir.resolve("out"))
    val other = Files.createDirectory(dir.resolve("other"))
    val message = full(out, List(device.resolve("none"), other))
    val kept = Files.walk(other).filter(_.endsWith("stomp-x.json")).toList
    assertEquals(kept.size, 1)
    assert(message.contains(s"is kept in ${kept.get(0)}; free some space, move that file back"), message)
    assertEquals(ResultStore.read(kept.get(0)).toOption.get.workloads.map(_.id), List("first", "second"))
    assertEquals(Files.list(out).count, 1L, "an incomplete file was left")

  folder.test("without room on another disk the message says so"): dir =>
    assume(Files.exists(device))
    val message = full(dir, List(device.resolve("none")))
    assert(message.contains("nor is there room for it in /dev/full/none"), message)

  folder.test("a null for a required value is refused with its place"): dir =>
    val file = dir.resolve("x.json")
    def read(change: ujson.Value => Unit) =
      val json = ujson.read(Json.write(golden))
      change(json)
      Files.writeString(file, ujson.write(json))
      ResultStore.read(file).left.map(_.stripPrefix(s"$file: "))
    def isNull(key: String) = Left(s"$key is null but must have a value; move the file away")
    assertEquals(read(_("broker")("name") = ujson.Null), isNull("broker.name"))
    assertEquals(read(_("workloads")(0)("notes") = ujson.Null), isNull("workloads.notes"))
    assertEquals(read(_("environment") = ujson.Null), isNull("environment"))
    assert(read(_ => ()).isRight)
