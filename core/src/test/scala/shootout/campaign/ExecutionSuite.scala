package shootout.campaign

import shootout.result.{Cause, Status, WorkloadResult}
import shootout.analysis.Results

class ExecutionSuite extends munit.FunSuite:
  private def told(result: WorkloadResult, startedHere: Boolean = true): String =
    Execution.inWarmUp(result, startedHere)

  private val restarted = "; the broker was restarted for this workload, and not warmed up again"

  test("what went wrong in the warm-up is told: its reason, else what was left, else what was noted") {
    val failed = Results.workload().copy(status = Status.Failed, reason = Some("it died"), notes = List("a note"))
    assertEquals(told(failed), s"in the warm-up before this load: it died$restarted")
    val left =
      Results.workload().copy(audit = Some(Results.clean.copy(undrained = 2, lost = 1)), notes = List("a note"))
    assertEquals(told(left), s"in the warm-up before this load: 3 messages did not come out of it again$restarted")
    val noted = Results.workload().copy(notes = List("cut off"))
    assertEquals(told(noted), s"in the warm-up before this load: cut off$restarted")
  }

  test("a warm-up behind which messages pile up is no failure: a lighter one is tried") {
    val left = Results.workload().copy(audit = Some(Results.clean.copy(undrained = 2)))
    assert(Execution.piledUp(left))
    assert(!Execution.piledUp(left.copy(status = Status.Failed)))
    assert(!Execution.piledUp(Results.workload().copy(audit = Some(Results.clean), notes = List("cut off"))))
  }

  private val reset =
    Results.workload().copy(status = Status.Failed, reason = Some("lost: reset"), cause = Some(Cause.ConnectionLost))

  test("a broker that ends the connection: what it last complained of stands behind the reason") {
    val known = Execution.explained(reset, lives = true, lastError = Some("BodyNotTerminated"))
    assertEquals(known.reason, Some("lost: reset (the broker's log: BodyNotTerminated)"))
    assertEquals(known.cause, Some(Cause.ConnectionLost))
    assertEquals(Execution.explained(reset, lives = true, lastError = None), reset)
  }

  test("a broker that ended: that first") {
    val known = Execution.explained(reset, lives = false, lastError = Some("out of memory"))
    assertEquals(
      known.reason,
      Some("the broker's process ended under load: lost: reset (the broker's log: out of memory)")
    )
    assertEquals(known.cause, Some(Cause.BrokerEnded))
    assertEquals(Execution.explained(known, lives = false, lastError = None), known, "not twice")
  }

  test("a workload that failed for another reason has nothing to do with what the broker logs") {
    val other = reset.copy(cause = None)
    assertEquals(Execution.explained(other, lives = true, lastError = Some("an old error")), other)
  }

  test("a broker that is somebody else's was not restarted") {
    assertEquals(
      told(Results.workload(), startedHere = false),
      "in the warm-up before this load: it did not come to a clean end"
    )
  }
