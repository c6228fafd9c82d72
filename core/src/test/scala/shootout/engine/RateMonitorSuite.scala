package shootout.engine

import shootout.machine.Meter
import shootout.result.ResourceSample

/** A monitor that reads a simulated load every 20 ms. */
private class MonitoredLoad:
  private var count = 0.0
  private var now = 0L
  val monitor: RateMonitor = RateMonitor(() => count.toLong)
  monitor.begin(0)

  def seconds: Double = now / 1e9
  def nanos: Long = now

  def advance(perSecond: Double): Unit =
    now += MonitoredLoad.Look
    count += perSecond * MonitoredLoad.Look / 1e9
    monitor.advance(now)

  def advance(looks: Int, perSecond: Int => Double): Unit = for n <- 1 to looks do advance(perSecond(n))

private object MonitoredLoad:
  val Look = 20_000_000L

class RateMonitorSuite extends munit.FunSuite:
  /** The time at which a load with this rate becomes steady, in seconds. */
  private def steadyAt(seconds: Int)(rate: Double => Double): Option[Double] =
    val load = MonitoredLoad()
    (1 to seconds * 50).find: n =>
      load.advance(rate(n / 50.0))
      load.monitor.steady
    .map(_ / 50.0)

  test("a constant rate counts as steady after 1.5 s, also a rate of zero"):
    assertEqualsDouble(steadyAt(5)(_ => 100_000).get, 1.4, 0.11)
    assert(steadyAt(5)(_ => 0).isDefined)

  test("a rate that climbs for 2 s is steady only after a plateau of that length"):
    val at = steadyAt(10)(t => math.min(1, t / 2) * 100_000).get
    assert(at > 2.5 && at < 5.5, at)

  test("a rate that always climbs is never steady"):
    assertEquals(steadyAt(10)(t => t * 10_000), None)

  test("the monitor forgets the rate before a reset, and judges samples by their own rate"):
    val load = MonitoredLoad()
    load.advance(100, _ => 50_000)
    assert(load.monitor.steady)
    load.monitor.notYet()
    load.advance(10, _ => 50_000)
    assert(!load.monitor.steady)
    load.monitor.sample(load.nanos)
    load.advance(190, _ => 50_000)
    assert(load.monitor.wasSteady)
    load.advance(200, _ => 100_000)
    assert(!load.monitor.wasSteady)

  test("the precision is computed from the samples only"):
    val load = MonitoredLoad()
    load.advance(100, n => n * 2500)
    load.monitor.sample(load.nanos)
    load.advance(100, _ => 500_000)
    assertEqualsDouble(load.monitor.precision.get, 0, 1e-9)

class WarmingUpSuite extends munit.FunSuite:
  /** The time at which such a load is warm, in seconds. */
  private def warmAt(expectedPerS: Option[Double] = None, compilers: Double => Option[Double] = _ => None)(
      rate: Double => Double
  ): Option[Double] =
    val load = MonitoredLoad()
    val meter = new Meter:
      def begin(): Unit = ()
      def sample(): Option[ResourceSample] = None
      def compilerCores(): Option[Double] = compilers(load.seconds)
    val warming = WarmingUp(load.monitor, expectedPerS, meter)
    warming.begin(0)
    (1 to 500).find: n =>
      load.advance(rate(n / 50.0))
      warming.advance(load.nanos)
      warming.isOver
    .map(_ / 50.0)

  test("a steady load is not warm while a JVM compiles"):
    val steady = warmAt()(_ => 100_000).get
    assert(steady < 2, steady)
    val compiled = warmAt(compilers = t => Some(if t < 4 then 0.9 else 0.02))(_ => 100_000).get
    assert(compiled >= 4 && compiled < 5, compiled)
    assertEquals(warmAt(compilers = _ => Some(0.5))(_ => 100_000), None)

  test("an open loop is warm only after it has caught up"):
    def late(t: Double): Double = if t < 2 then 50_000 else if t < 6 then 125_000 else 100_000
    assert(warmAt()(late).get < 6)
    val caughtUp = warmAt(expectedPerS = Some(100_000))(late).get
    assert(caughtUp >= 6 && caughtUp < 8, caughtUp)

  test("an open loop below its rate is never warm, but may be steady"):
    assertEquals(warmAt(expectedPerS = Some(100_000))(_ => 60_000), None)
    assert(steady(expectedPerS = 100_000, rate = 60_000))
    assert(!steady(expectedPerS = 100_000, rate = 110_000))

  private def steady(expectedPerS: Double, rate: Double): Boolean =
    val load = MonitoredLoad()
    val warming = WarmingUp(load.monitor, Some(expectedPerS), Meter.none)
    load.advance(200, _ => rate)
    warming.isSteady

  test("a load of few messages is warm although its rate varies by chance"):
    // four or six in half a second, where five are due
    assert(warmAt(expectedPerS = Some(10))(t => if (t * 2).toInt % 2 == 0 then 8 else 12).isDefined)
