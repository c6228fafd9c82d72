package shootout.campaign

import shootout.metrics.FeedAddress
import shootout.scenario.{Plan, PlanSettings, Profile, ScenarioFile}

import java.nio.file.{Files, Path}

/** What a load JVM reads is what the orchestrator resolved. */
class WorkOrderSuite extends munit.FunSuite:
  private val home = Path.of(sys.props("shootout.home"))

  private def plan(profile: Profile): Plan =
    val folders = List("stomp-benchmark/scenarios", "jms-benchmark/scenarios").map(home.resolve(_))
    val read = ScenarioFile.read(folders).flatMap(Plan.from(_, PlanSettings(profile)))
    read.fold(problems => fail(problems.mkString("\n")), identity)

  test("every shipped cell comes out of the file as it went in"):
    val assignment = Assignment(Pair("a", "b"), 2, 1.5, 100.25, 3, 9, 42, ceiling = true)
    val order = WorkOrder(assignment, plan(Profile.Quick), plan(Profile.Full), Some(FeedAddress(4711, "key")))
    assert(order.whole.cells.size > 150, order.whole.cells.size)
    val file = Files.createTempFile("order", ".json")
    order.write(file)
    assertEquals(WorkOrder.read(file), order)
    Files.delete(file)
