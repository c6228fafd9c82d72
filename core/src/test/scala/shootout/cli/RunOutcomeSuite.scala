package shootout.cli

import shootout.campaign.Pair
import shootout.result.{RateSweepResult, Status}
import shootout.analysis.Results

class RunOutcomeSuite extends munit.FunSuite:
  private val golden = CommandLines.golden("stomp-activemq")
  private val pair = Pair("activemq", "stomp")
  private val good = Results.workload()

  private def lines(statuses: Status*): List[String] =
    val workloads = statuses.toList.zipWithIndex.map((status, n) =>
      good.copy(id = s"c$n", status = status, reason = Option.when(status == Status.Failed)("it broke"))
    )
    RunOutcome.of(List(pair -> golden.copy(workloads = workloads)), 130)

  test("a summary has one line, and one for each failure with its reason, up to ten"):
    assertEquals(lines(Status.Measured), List("1 workload measured, 0 failed; 2 min."))
    val found =
      lines(Status.Measured, Status.Failed, Status.Unsupported, Status.Skipped, Status.Measured)
    assertEquals(found.head, "2 workloads measured, 1 failed, 1 unsupported, 1 not run; 2 min.")
    assertEquals(found.tail, List("  activemq (stomp) c1: it broke"))
    val many = lines(List.fill(12)(Status.Failed)*)
    assertEquals((many.size, many.last), (12, "  and 2 more that failed"))

  test("a summary counts measurements on a busy machine"):
    val resources = Results.resources(0.1, 1).copy(foreignShare = Some(0.5))
    val workloads = List(good, good.copy(id = "b", resources = Some(resources)))
    val found = RunOutcome.of(List(pair -> golden.copy(workloads = workloads)), 5)
    assertEquals(found.size, 2)
    assert(found.last.startsWith("  1 of them was measured while other programs used much of the machine"), found)

  test("a workload above an unsustained rate counts as skipped for that reason"):
    val beyond =
      good.copy(status = Status.Skipped, rateSweep = Some(RateSweepResult("rate", 1e6, Some("low"))))
    val found = RunOutcome.of(List(pair -> golden.copy(workloads = List(good, beyond))), 130)
    assertEquals(found, List("1 workload measured, 0 failed, 1 skipped (a lower rate was not sustained); 2 min."))

  test("a summary names an unavailable broker with its protocols"):
    val broker =
      golden.broker.copy(available = false, reason = Some("no package"), remedy = Some("get one"))
    val missing = golden.copy(workloads = Nil, broker = broker)
    val found = RunOutcome.of(List(pair -> missing, pair.copy(protocol = "amqp") -> missing), 5)
    assertEquals(found.tail, List("  activemq (stomp, amqp) not available: no package (get one)"))
