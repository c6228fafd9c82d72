package shootout.campaign

class ProgressSuite extends munit.FunSuite:
  private val second = 1_000_000_000L
  private val run =
    ContenderRun(Pair("apollo", "stomp"), 1, PlannedWork.none, PlannedWork(100, 600), seed = 1, startNanos = 7 * second)

  private def left(past: Double, elapsed: Long): Double =
    Progress.secondsLeft(run, PlannedWork(1, past), (7 + elapsed) * second)

  test("the time left follows the plan at first, then the time that the finished parts took"):
    assertEqualsDouble(left(20, elapsed = 90), 580, 1e-9)
    assertEqualsDouble(left(200, elapsed = 300), 600, 1e-9)
    assertEqualsDouble(left(700, elapsed = 300), 0, 1e-9)
