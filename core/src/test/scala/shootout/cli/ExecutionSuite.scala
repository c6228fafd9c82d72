package shootout.cli

import shootout.result.{CellResult, Status}
import shootout.verdict.Results

class ExecutionSuite extends munit.FunSuite:
  private def told(result: CellResult, startedHere: Boolean = true): String =
    Execution.inWarmUp(result, startedHere)

  private val anew = "; the broker was started anew for this cell, and not warmed up again"

  test("what went wrong in the warm-up is told: its reason, else what was left, else what was noted") {
    val failed = Results.cell().copy(status = Status.Failed, reason = Some("it died"), notes = List("a note"))
    assertEquals(told(failed), s"in the warm-up before this cell: it died$anew")
    val left = Results.cell().copy(audit = Some(Results.clean.copy(undrained = 2, lost = 1)), notes = List("a note"))
    assertEquals(told(left), s"in the warm-up before this cell: 3 messages did not come out of it again$anew")
    val noted = Results.cell().copy(notes = List("cut off"))
    assertEquals(told(noted), s"in the warm-up before this cell: cut off$anew")
  }

  test("a broker that is somebody else's was not started anew") {
    assertEquals(told(Results.cell(), startedHere = false), "in the warm-up before this cell: it did not come to a clean end")
  }
