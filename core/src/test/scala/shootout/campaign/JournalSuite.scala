package shootout.campaign

import shootout.result.*
import shootout.engine.WorkloadDraft
import shootout.scenario.*
import shootout.units.{DestinationType, EpochMillis, Json, Nanos}

import java.nio.file.{Files, Path}

class JournalSuite extends munit.FunSuite:
  private val golden =
    val home = Path.of(sys.props("shootout.home"))
    ResultStore.read(home.resolve("reports/src/test/resources/golden/stomp-activemq.json")).toOption.get

  private val folder = FunFixture[Path](
    _ => Files.createTempDirectory("journal"),
    shootout.broker.Brokers.delete(_)
  )

  private def workload(id: String): Workload =
    val timing = Timing(Nanos(0), 1, Nanos.ofSeconds(1), Nanos(0), Nanos(0))
    Workload(id, "group", "title", Nil, Destinations(DestinationType.Queue, 1, None), Nil, Nil, timing, None)

  private def result(id: String, status: Status, repetition: Int = 1): WorkloadResult =
    WorkloadDraft(workload(id), repetition, EpochMillis(1)).without(status, "because")

  folder.test("after every workload the file holds it, whole") { dir =>
    val path = dir.resolve("stomp-x.json")
    val journal = Journal(path, golden.copy(workloads = Nil))
    for n <- 1 to 3 do
      journal.add(result(s"c$n", Status.Measured))
      assertEquals(ResultStore.read(path).toOption.get.workloads.size, n)
    assertEquals(Files.list(dir).count, 1L, "something was left beside it")
  }

  folder.test("workloads stand as they are planned, whichever was measured first") { dir =>
    val path = dir.resolve("stomp-x.json")
    val place = List("a", "b", "c").zipWithIndex.toMap
    val journal = Journal(path, golden.copy(workloads = Nil), place = place)
    for id <- List("c", "a", "b") do journal.add(result(id, Status.Measured))
    assertEquals(ResultStore.read(path).toOption.get.workloads.map(_.id), List("a", "b", "c"))
  }

  folder.test("a repeated workload replaces its earlier result, another repetition does not") { dir =>
    val path = dir.resolve("stomp-x.json")
    val journal = Journal(path, golden.copy(workloads = Nil))
    journal.add(result("c", Status.Skipped))
    journal.add(result("c", Status.Measured))
    journal.add(result("c", Status.Failed, repetition = 2))
    assertEquals(ResultStore.read(path).toOption.get.workloads.map(_.status), List(Status.Measured, Status.Failed))
  }

  private def log(workload: WorkloadResult): LatencyLog =
    val histogram = shootout.engine.LatencyRecorder.histogram()
    histogram.recordValue(7)
    LatencyLog(workload.id, EpochMillis(1), List(LatencyInterval("send", 0, 1, histogram)))

  folder.test("a result names the log of its latencies, which goes when the result is replaced by one without") { dir =>
    val path = dir.resolve("stomp-x.json")
    val journal = Journal(path, golden.copy(workloads = Nil))
    def logs = ResultStore.read(path).toOption.get.workloads.map(_.latencyLog)
    for repetition <- 1 to 2; of = result("c", Status.Measured, repetition) do journal.add(of, Some(log(of)))
    assertEquals(logs, List("c", "c.r2").map(name => Some(s"latencies/stomp-x/$name.hlog")))
    val files = logs.flatten.map(dir.resolve(_))
    assertEquals(files.map(LatencyLog.sums(_).map(_.keySet)), List.fill(2)(Right(Set("send"))))
    journal.add(result("c", Status.Skipped))
    assertEquals(logs.count(_.isDefined), 1)
    assertEquals(files.map(Files.exists(_)), List(false, true))
  }

  folder.test("a log that cannot be written loses no result, and that is said") { dir =>
    val path = dir.resolve("stomp-x.json")
    val journal = Journal(path, golden.copy(workloads = Nil))
    Files.writeString(dir.resolve("latencies"), "in the way")
    val measured = result("c", Status.Measured)
    journal.add(measured, Some(log(measured)))
    val saved = ResultStore.read(path).toOption.get.workloads.head
    assertEquals((saved.status, saved.latencyLog), (Status.Measured, None))
    assert(saved.notes.exists(_.startsWith("its latencies over time could not be written: ")), saved.notes)
  }

  folder.test("done are runs whose workloads all have an answer; a stopped one is run again, as a whole") { dir =>
    val journal = Journal(dir.resolve("stomp-x.json"), golden.copy(workloads = Nil))
    val linked = PlannedRun(List(workload("load"), workload("unload")))
    val plan = Plan(Nil, List(linked))
    journal.add(result("load", Status.Measured))
    assertEquals(journal.missing(plan, 1), List(linked))
    journal.add(result("unload", Status.Skipped))
    assertEquals(journal.missing(plan, 1), List(linked))
    journal.add(result("unload", Status.Failed))
    assertEquals(journal.missing(plan, 1), Nil)
    assertEquals(journal.missing(plan, 2), List(linked))
  }

  folder.test("what is above a rate that was not held has its answer") { dir =>
    val journal = Journal(dir.resolve("stomp-x.json"), golden.copy(workloads = Nil))
    val plan = Plan(Nil, List(PlannedRun(List(workload("high")))))
    val rateSweep = RateSweepResult("rate", 1e6, Some("low"))
    journal.add(result("high", Status.Skipped).copy(rateSweep = Some(rateSweep)))
    assertEquals(journal.missing(plan, 1), Nil)
    assertEquals(journal.result("high", 1).flatMap(_.rateSweep), Some(rateSweep))
  }

  private val device = Path.of("/dev/full")

  /** With two workloads in the file, of which the second one is not on the disk: that is full, as far as this file is concerned. */
  private def full(dir: Path, elsewhere: List[Path]): ResultNotSaved =
    val path = dir.resolve("stomp-x.json")
    val journal = Journal(path, golden.copy(workloads = Nil), elsewhere = elsewhere)
    journal.add(result("first", Status.Measured))
    Files.createSymbolicLink(dir.resolve(".stomp-x.json.incomplete"), device)
    val said = intercept[ResultNotSaved](journal.add(result("second", Status.Measured)))
    assertEquals(ResultStore.read(path).toOption.get.workloads.map(_.id), List("first"), "what was there is whole")
    assert(said.getMessage.startsWith(s"--out: $path cannot be written (No space left on device): "), said.getMessage)
    assert(!said.getMessage.contains('\n'), said.getMessage)
    said

  folder.test("a full disk: what was measured is kept on another one, and where is said") { dir =>
    assume(Files.exists(device))
    val other = Files.createTempDirectory("other")
    try
      val said = full(dir, List(device.resolve("none"), other))
      val kept = Files.walk(other).filter(_.endsWith("stomp-x.json")).toList
      assertEquals(kept.size, 1)
      assert(
        said.getMessage.contains(s"is kept in ${kept.get(0)}; free some space, move that file back"),
        said.getMessage
      )
      assertEquals(ResultStore.read(kept.get(0)).toOption.get.workloads.map(_.id), List("first", "second"))
      assertEquals(Files.list(dir).count, 1L, "the half of a file takes no space")
    finally shootout.broker.Brokers.delete(other)
  }

  folder.test("a full disk and no other: that is said, too") { dir =>
    assume(Files.exists(device))
    assert(full(dir, List(device.resolve("none"))).getMessage.contains("nor is there room for it in /dev/full/none"))
  }

  folder.test("a null where there must be something is said with its place, and not carried on") { dir =>
    val file = dir.resolve("nobody.json")
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
  }
