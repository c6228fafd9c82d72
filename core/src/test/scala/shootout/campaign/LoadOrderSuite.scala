package shootout.campaign

import shootout.broker.Unavailable
import shootout.cli.CommandLines
import shootout.result.{LatencyInterval, LatencyLog, Status}
import shootout.scenario.{Plan, PlanSettings, Profile, ScenarioFile}
import shootout.units.{Endpoint, EpochMillis, Json, Trust}
import shootout.analysis.Results

import org.HdrHistogram.Histogram

import java.nio.file.attribute.PosixFilePermissions
import java.nio.file.{Files, Path}

class LoadOrderSuite extends munit.FunSuite:
  private def plan(profile: Profile): Plan =
    val folders =
      List("stomp-benchmark/scenarios", "jms-benchmark/scenarios").map(CommandLines.home.resolve(_))
    val read = ScenarioFile.read(folders).flatMap(Plan.from(_, PlanSettings(profile)))
    read.fold(problems => fail(problems.mkString("\n")), identity)

  private val endpoint =
    Endpoint("h", 1, Some("me"), Some("secret"), Some(Trust.Store(Path.of("/ca"), "hidden")), Some("v"))
  private val settings =
    CommandLines.settings(List("--metrics", "9400", "--seed", "7", "--profile", "quick"))
  private val order = LoadOrder(
    ContenderRun(Pair("a", "b"), 2, PlannedWork.none, PlannedWork(3, 1.5), 7, Long.MaxValue, only = Some(Set("x"))),
    settings.copy(external = Some(External(endpoint, "b", "a", "c"))),
    plan(Profile.Full).runs,
    List(Results.workload()),
    CommandLines.catalogue.head
  )

  test("every shipped load reads back unchanged from a file that only its owner can read, once"):
    assert(order.workloads.size > 150, order.workloads.size)
    val file = Files.createTempFile("order", ".json")
    order.write(file)
    assertEquals(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)), "rw-------")
    assertEquals(LoadOrder.take(file), order)
    assert(!Files.exists(file))

  test("every broker reads back unchanged"):
    for spec <- CommandLines.catalogue do
      val sent = order.copy(broker = spec, runs = Nil, settings = settings)
      assertEquals(Json.read[LoadOrder](Json.write(sent)), sent)

  private def reported(event: LoadEvent): LoadEvent =
    val line = Json.write[LoadEvent](event)
    assert(!line.contains('\n'), line)
    Json.read[LoadEvent](line)

  test("an event is one line and reads back unchanged"):
    val histogram = Histogram(3)
    histogram.recordValue(4711)
    val log = LatencyLog("x", EpochMillis(7), List(LatencyInterval("send", 0, 1.5, histogram)))
    val result = Results.workload().copy(status = Status.Measured, notes = List("one\ntwo"))
    for event <- List(
        LoadEvent.Said("two\nlines"),
        LoadEvent.BrokerMissing(Unavailable("gone", logTail = List("last", "words"))),
        LoadEvent.WarmedUp(2.5),
        LoadEvent.Begun("x"),
        LoadEvent.Ended(result, Some(log)),
        LoadEvent.Ended(result, None)
      )
    do assertEquals(reported(event), event)
