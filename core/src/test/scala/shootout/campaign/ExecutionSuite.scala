package shootout.campaign

import shootout.result.{Cause, Status, WorkloadResult}
import shootout.analysis.Results

class ExecutionSuite extends munit.FunSuite:
  private def note(result: WorkloadResult): String = Execution.inWarmUp(result, startedHere = true)

  private val restarted = "; the broker was restarted for this workload, and not warmed up again"

  test("a failed warm-up is reported by its reason, its missing messages, or its note"):
    val noted = Results.workload().copy(notes = List("cut off"))
    val left = noted.copy(audit = Some(Results.clean.copy(undrained = 2, lost = 1)))
    val failed = left.copy(status = Status.Failed, reason = Some("it died"))
    assertEquals(note(failed), s"in the warm-up before this load: it died$restarted")
    assertEquals(note(left), s"in the warm-up before this load: 3 messages did not come out of it again$restarted")
    assertEquals(note(noted), s"in the warm-up before this load: cut off$restarted")

  test("a warm-up whose messages pile up is no failure, and a lighter one is tried"):
    val left = Results.workload().copy(audit = Some(Results.clean.copy(undrained = 2)))
    assert(Execution.piledUp(left))
    assert(!Execution.piledUp(left.copy(status = Status.Failed)))
    assert(!Execution.piledUp(Results.workload().copy(audit = Some(Results.clean), notes = List("cut off"))))

  private val reset =
    Results.workload().copy(status = Status.Failed, reason = Some("lost: reset"), cause = Some(Cause.ConnectionLost))

  test("the reason for a lost connection includes the broker's last logged error"):
    val known = Execution.explained(reset, lives = true, lastError = Some("BodyNotTerminated"))
    assertEquals(known.reason, Some("lost: reset (the broker's log: BodyNotTerminated)"))
    assertEquals(known.cause, Some(Cause.ConnectionLost))
    assertEquals(Execution.explained(reset, lives = true, lastError = None), reset)

  test("the reason begins with the end of the broker's process"):
    val known = Execution.explained(reset, lives = false, lastError = Some("out of memory"))
    val reason = "the broker's process ended under load: lost: reset (the broker's log: out of memory)"
    assertEquals(known.reason, Some(reason))
    assertEquals(known.cause, Some(Cause.BrokerEnded))
    assertEquals(Execution.explained(known, lives = false, lastError = None), known, "not twice")

  test("the broker's log explains no other failure"):
    val other = reset.copy(cause = None)
    assertEquals(Execution.explained(other, lives = true, lastError = Some("an old error")), other)
