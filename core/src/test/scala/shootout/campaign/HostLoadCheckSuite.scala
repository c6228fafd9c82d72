package shootout.campaign

import shootout.result.SurroundingsResult

class HostLoadCheckSuite extends munit.FunSuite:
  private def warnings(foreign: Double, steal: Double, runs: Int): List[String] =
    HostLoadCheck.warnings(SurroundingsResult(foreign, steal, runs))

  test("a quiet machine is not worth a word") {
    assertEquals(warnings(0.05, 0.01, 0), Nil)
  }

  test("a busy one is, with what was seen and what to do") {
    val said = warnings(0.48, 0.2, 1).mkString
    for part <- List("another run of this tool", "48 %", "20 %", "flagged (B)", "end the other work") do
      assert(said.contains(part), s"$part is not in: $said")
  }
