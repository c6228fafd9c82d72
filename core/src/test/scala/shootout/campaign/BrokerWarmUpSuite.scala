package shootout.campaign

import shootout.engine.Workloads
import shootout.scenario.{Confirm, ProducerGroup, Window, Workload}
import shootout.units.Nanos

class BrokerWarmUpSuite extends munit.FunSuite:
  private def workloads(count: Int, warmUpMs: Int) =
    List.fill(count)(Workloads.workload()).map(c => c.copy(timing = c.timing.copy(warmUp = Nanos.ofMillis(warmUpMs))))

  test("a broker warms up for three times the longest warm-up, and longer for few workloads"):
    assertEqualsDouble(BrokerWarmUp.seconds(workloads(4, 500)), 4.0, 1e-6)
    assertEqualsDouble(BrokerWarmUp.seconds(workloads(5, 500)), 2.5, 1e-6)
    assertEqualsDouble(BrokerWarmUp.seconds(workloads(5, 3000)), 9.0, 1e-6)
    assertEquals(BrokerWarmUp.seconds(Nil), 0.0)

  test("a protocol is warmed up with its heaviest supported load, or with requests if messages pile up"):
    val measured = workloads(3, 500)
    def windows(can: Workload => Boolean) =
      BrokerWarmUp.kinds(measured, can).map(_.producers.head).map(p => (p.window, p.requests))
    assertEquals(windows(_ => true), List(Window.Of(100) -> false, Window.Of(1) -> true))
    def plain(can: ProducerGroup => Boolean) =
      windows(c => can(c.producers.head) && !c.producers.head.requests)
    assertEquals(plain(_.window == Window.Of(1)), List(Window.Of(1) -> false))
    assertEquals(plain(_.confirm == Confirm.None), List(Window.Unbounded -> false))
    assertEquals(windows(_ => false), Nil)

  test("no warm-up runs if no workload wants one"):
    assertEquals(BrokerWarmUp.workloads(workloads(3, 0)), Nil)
    assertEquals(BrokerWarmUp.seconds(workloads(3, 0)), 0.0)
    assert(BrokerWarmUp.workloads(workloads(3, 0) ++ workloads(1, 500)).nonEmpty)

  test("the warm-up waits for a steady rate if the workloads do"):
    val adaptive =
      workloads(5, 3000).map(c => c.copy(timing = c.timing.copy(warmUpLimit = Some(Nanos.ofSeconds(9)))))
    assertEqualsDouble(BrokerWarmUp.seconds(adaptive), 2.5, 1e-6)
    assert(BrokerWarmUp.workloads(adaptive).head.timing.warmUpLimit.exists(_.seconds > 5))
    assertEquals(BrokerWarmUp.workloads(workloads(5, 3000)).head.timing.warmUpLimit, None)

  test("the warm-up takes the planned time"):
    for count <- List(1, 5) do
      val timing = BrokerWarmUp.workloads(workloads(count, 500)).head.timing
      val whole = timing.warmUp.seconds + timing.samples * timing.sampleInterval.seconds
      assertEqualsDouble(whole, BrokerWarmUp.seconds(workloads(count, 500)), 1e-6)
