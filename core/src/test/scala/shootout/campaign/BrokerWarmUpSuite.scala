package shootout.campaign

import shootout.engine.Workloads
import shootout.scenario.{Confirm, Window}
import shootout.units.Nanos

class BrokerWarmUpSuite extends munit.FunSuite:
  private def workloads(count: Int, warmUpMs: Int) =
    List.fill(count)(Workloads.workload()).map(c => c.copy(timing = c.timing.copy(warmUp = Nanos.ofMillis(warmUpMs))))

  test("three times the longest warm-up, but long enough for the first workload, and longer where few follow") {
    assertEqualsDouble(BrokerWarmUp.seconds(workloads(4, 500)), 4.0, 1e-6)
    assertEqualsDouble(BrokerWarmUp.seconds(workloads(5, 500)), 2.5, 1e-6)
    assertEqualsDouble(BrokerWarmUp.seconds(workloads(5, 3000)), 9.0, 1e-6)
    assertEquals(BrokerWarmUp.seconds(Nil), 0.0)
  }

  test("a protocol is warmed up with the most that it can, and with requests where that piles up") {
    val measured = workloads(3, 500)
    def windows(can: shootout.scenario.Workload => Boolean) =
      BrokerWarmUp.kinds(measured, can).map(_.producers.head).map(p => (p.window, p.requests))
    assertEquals(windows(_ => true), List(Window.Of(100) -> false, Window.Of(1) -> true))
    assertEquals(
      windows(c => c.producers.head.window == Window.Of(1) && !c.producers.head.requests),
      List(Window.Of(1) -> false)
    )
    assertEquals(
      windows(c => c.producers.head.confirm == Confirm.None && !c.producers.head.requests),
      List(Window.Unbounded -> false)
    )
    assertEquals(windows(_ => false), Nil)
  }

  test("none where no workload wants any") {
    assertEquals(BrokerWarmUp.workloads(workloads(3, 0)), Nil)
    assertEquals(BrokerWarmUp.seconds(workloads(3, 0)), 0.0)
    assert(BrokerWarmUp.workloads(workloads(3, 0) ++ workloads(1, 500)).nonEmpty)
  }

  test("workloads that wait until they are steady make it wait as well") {
    val adaptive = workloads(5, 3000).map(c => c.copy(timing = c.timing.copy(warmUpLimit = Some(Nanos.ofSeconds(9)))))
    assertEqualsDouble(BrokerWarmUp.seconds(adaptive), 2.5, 1e-6)
    assert(BrokerWarmUp.workloads(adaptive).head.timing.warmUpLimit.exists(_.seconds > 5))
    assertEquals(BrokerWarmUp.workloads(workloads(5, 3000)).head.timing.warmUpLimit, None)
  }

  test("what runs is as long as what is planned") {
    for count <- List(1, 5) do
      val timing = BrokerWarmUp.workloads(workloads(count, 500)).head.timing
      val whole = timing.warmUp.seconds + timing.samples * timing.sampleInterval.seconds
      assertEqualsDouble(whole, BrokerWarmUp.seconds(workloads(count, 500)), 1e-6)
  }
