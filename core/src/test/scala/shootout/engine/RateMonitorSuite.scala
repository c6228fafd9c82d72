package shootout.engine

import shootout.machine.Meter
import shootout.result.ResourceSample

/** The monitor of a made-up load, a look every 20 ms of a made-up clock. */
class RateMonitorSuite extends munit.FunSuite:
  private val look = 20_000_000L

  /** Runs a load with this rate at each time (in seconds); the monitor, and how long it took to become steady. */
  private def run(seconds: Double)(rate: Double => Double): (RateMonitor, Option[Double]) =
    var count = 0.0
    val monitor = RateMonitor(() => count.toLong)
    monitor.begin(0)
    var steadyAt = Option.empty[Double]
    for n <- 1L to (seconds * 1e9 / look).toLong do
      val t = n * look / 1e9
      count += rate(t) * look / 1e9
      monitor.advance(n * look)
      if monitor.steady && steadyAt.isEmpty then steadyAt = Some(t)
    (monitor, steadyAt)

  test("a rate that is steady from the start is believed after a second and a half") {
    assertEqualsDouble(run(5)(_ => 100_000)._2.get, 1.4, 0.11)
  }

  test("a rate that climbs for two seconds is not steady before its plateau has lasted as long") {
    val at = run(10)(t => math.min(1, t / 2) * 100_000)._2.get
    assert(at > 2.5 && at < 5.5, at)
  }

  test("a rate that climbs for ever is never steady") {
    assertEquals(run(10)(t => t * 10_000)._2, None)
  }

  test("what was before counts no longer; when samples began tells better who has seen them") {
    var count = 0.0
    val monitor = RateMonitor(() => count.toLong)
    monitor.begin(0)
    def load(ticks: Range, perLook: Int => Int): Unit = for n <- ticks do
      count += perLook(n)
      monitor.advance(n * look)
    load(1 to 100, _ => 1000)
    assert(monitor.steady)
    monitor.notYet()
    load(101 to 110, _ => 1000)
    assert(!monitor.steady)
    monitor.sample(110 * look)
    load(111 to 300, _ => 1000)
    assert(monitor.wasSteady)
    load(301 to 500, _ => 2000)
    assert(!monitor.wasSteady)
  }

  test("a load that does nothing is steady in that") {
    assert(run(5)(_ => 0)._2.isDefined)
  }

  test("the precision is that of the samples alone") {
    var count = 0.0
    val monitor = RateMonitor(() => count.toLong)
    monitor.begin(0)
    for n <- 1 to 200 do
      if n == 101 then monitor.sample(100 * look)
      count += (if n <= 100 then n * 50 else 10_000)
      monitor.advance(n * look)
    assertEqualsDouble(monitor.precision.get, 0, 1e-9)
  }

/** Made-up loads, and compilers that are at work as long as they are told to be. */
class WarmingUpSuite extends munit.FunSuite:
  private val look = 20_000_000L

  /** When such a load is warm, in seconds. */
  private def warmAt(expectedPerS: Option[Double] = None, compilers: Double => Option[Double] = _ => None)(
      rate: Double => Double
  ): Option[Double] =
    var (count, t) = (0.0, 0.0)
    val monitor = RateMonitor(() => count.toLong)
    val meter = new Meter:
      def begin(): Unit = ()
      def sample(): Option[ResourceSample] = None
      def compilerCores(): Option[Double] = compilers(t)
    val warming = WarmingUp(monitor, expectedPerS, meter)
    monitor.begin(0)
    warming.begin(0)
    (1L to 500).find { n =>
      t = n * look / 1e9
      count += rate(t) * look / 1e9
      monitor.advance(n * look)
      warming.advance(n * look)
      warming.isOver
    }.map(_ * look / 1e9)

  test("a steady rate is not enough while a JVM compiles") {
    val steady = warmAt()(_ => 100_000).get
    assert(steady < 2, steady)
    val compiled = warmAt(compilers = t => Some(if t < 4 then 0.9 else 0.02))(_ => 100_000).get
    assert(compiled >= 4 && compiled < 5, compiled)
  }

  test("a compiler that never rests is waited for without end, here") {
    assertEquals(warmAt(compilers = _ => Some(0.5))(_ => 100_000), None)
  }

  test("an open loop that catches up carries more than it is asked to, however steadily") {
    def behind(t: Double): Double = if t < 2 then 50_000 else if t < 6 then 125_000 else 100_000
    assert(warmAt()(behind).get < 6)
    val caughtUp = warmAt(expectedPerS = Some(100_000))(behind).get
    assert(caughtUp >= 6 && caughtUp < 8, caughtUp)
  }

  test("one that is behind may still get there, and is steady in what it carries if it does not") {
    assertEquals(warmAt(expectedPerS = Some(100_000))(_ => 60_000), None)
    assert(steady(expectedPerS = 100_000, rate = 60_000))
    assert(!steady(expectedPerS = 100_000, rate = 110_000))
  }

  private def steady(expectedPerS: Double, rate: Double): Boolean =
    var count = 0.0
    val monitor = RateMonitor(() => count.toLong)
    val warming = WarmingUp(monitor, Some(expectedPerS), Meter.none)
    monitor.begin(0)
    for n <- 1L to 200 do
      count += rate * look / 1e9
      monitor.advance(n * look)
    warming.isSteady

  test("few messages that come independently of each other differ by chance") {
    // four or six in half a second, where five are owed
    assert(warmAt(expectedPerS = Some(10))(t => if (t * 2).toInt % 2 == 0 then 8 else 12).isDefined)
  }
