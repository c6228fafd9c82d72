package shootout.cli

import shootout.campaign.Pair
import shootout.result.{RateSweepResult, ResultFile, ResultStore, Status}
import shootout.analysis.Results

import java.nio.file.Path

class RunSummarySuite extends munit.FunSuite:
  private val golden: ResultFile =
    val home = Path.of(sys.props("shootout.home"))
    ResultStore.read(home.resolve("reports/src/test/resources/golden/stomp-activemq.json")).toOption.get
  private val pair = Pair("activemq", "stomp")
  private val good = Results.workload()

  private def lines(statuses: Status*): List[String] =
    val workloads = statuses.toList.zipWithIndex.map((status, n) =>
      good.copy(id = s"c$n", status = status, reason = Option.when(status == Status.Failed)("it broke"))
    )
    RunSummary.of(List(pair -> golden.copy(workloads = workloads)), 130)

  test("a run in which all went well takes one line") {
    assertEquals(lines(Status.Measured), List("1 workload measured, 0 failed; 2 min."))
  }

  test("what failed is named, with its reason") {
    assertEquals(
      lines(Status.Measured, Status.Failed, Status.Unsupported, Status.Skipped, Status.Measured),
      List(
        "2 workloads measured, 1 failed, 1 unsupported, 1 not run; 2 min.",
        "  activemq (stomp) c1: it broke"
      )
    )
  }

  test("how many numbers are of a busy machine") {
    val resources = Results.resources(0.1, 1).copy(foreignShare = Some(0.5))
    val workloads = List(good, good.copy(id = "b", resources = Some(resources)))
    val found = RunSummary.of(List(pair -> golden.copy(workloads = workloads)), 5)
    assertEquals(found.size, 2)
    assert(found.last.startsWith("  1 of them was measured while other programs used much of the machine"), found)
  }

  test("above a rate that was not held is no failure, and not just not run") {
    val beyond = good.copy(status = Status.Skipped, rateSweep = Some(RateSweepResult("rate", 1e6, Some("low"))))
    assertEquals(
      RunSummary.of(List(pair -> golden.copy(workloads = List(good, beyond))), 130),
      List("1 workload measured, 0 failed, 1 skipped (a lower rate was not sustained); 2 min.")
    )
  }

  test("of many that failed, ten") {
    val found = lines(List.fill(12)(Status.Failed)*)
    assertEquals((found.size, found.last), (12, "  and 2 more that failed"))
  }

  test("a broker that could not be had") {
    val broker = golden.broker.copy(available = false, reason = Some("no package"), remedy = Some("get one"))
    val missing = golden.copy(workloads = Nil, broker = broker)
    val found = RunSummary.of(List(pair -> missing, pair.copy(protocol = "amqp") -> missing), 5)
    assertEquals(found.tail, List("  activemq (stomp, amqp) not available: no package (get one)"))
  }
