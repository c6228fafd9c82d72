package shootout.engine

import shootout.scenario.*
import shootout.scenario.Distribution.*
import shootout.units.Nanos

class PacerSuite extends munit.FunSuite:
  test("a pacer waits the think time between sends, and never without one"):
    val pacer = Pacer.of(None, Some(ValueSampler(Constant(10e6), 1)), 0)
    val sent = (0L until 1_000_000_000L by 1_000_000).filter { now =>
      val allowed = pacer.allowed(now) > 0
      if allowed then pacer.sent(1, now)
      allowed
    }
    assertEquals((sent.size, pacer.wakeAt(0)), (100, 1_000_000_000L))
    assertEquals(Pacer.of(None, None, 0).allowed(0), Pacer.Batch)

class DrawingSuite extends munit.FunSuite:
  private def draws(function: Distribution, n: Int = 20_000): List[Double] =
    val drawing = ValueSampler(function, 42)
    List.fill(n)(drawing.at(0))

  test("uniform: values stay within the bounds and average the middle"):
    val values = draws(Uniform(100, 300))
    assert(values.forall(v => v >= 100 && v < 300))
    assertEqualsDouble(values.sum / values.size, 200, 3)

  test("normal: values have the given mean and deviation, and never fall below zero"):
    val values = draws(Normal(100, 10))
    val mean = values.sum / values.size
    assertEqualsDouble(mean, 100, 0.5)
    assertEqualsDouble(math.sqrt(values.map(v => (v - mean) * (v - mean)).sum / values.size), 10, 0.5)
    assert(draws(Normal(0, 10)).forall(_ >= 0))

  test("burst: busy and quiet periods alternate"):
    val drawing =
      ValueSampler(Burst(quiet = 1, busy = 9, quietFor = Nanos(30), busyFor = Nanos(10)), 1)
    assertEquals(List(0L, 9L, 10L, 39L, 40L, 50L).map(drawing.at), List(9.0, 9.0, 1.0, 1.0, 9.0, 1.0))

  test("steps: each value holds until the next"):
    val steps =
      Steps(List(Nanos(0) -> Constant(5), Nanos(10) -> Constant(7)))
    val drawing = ValueSampler(steps, 1)
    assertEquals(List(0L, 9L, 10L, 1000L).map(drawing.at), List(5.0, 5.0, 7.0, 7.0))

class SelectorSuite extends munit.FunSuite:
  private val red = List("color" -> "red", "size" -> "big")

  test("a selector compares headers for equality, joined by AND"):
    assertEquals(Selector.admits(Some("color = 'red'"), red), Some(true))
    assertEquals(Selector.admits(Some("color='blue'"), red), Some(false))
    assertEquals(Selector.admits(Some("color = 'red' AND size = 'small'"), red), Some(false))
    assertEquals(Selector.admits(Some("color = 'red' and size = 'big'"), red), Some(true))

  test("an absent selector admits all; an unknown one gives no answer"):
    assertEquals(Selector.admits(None, Nil), Some(true))
    assertEquals(Selector.admits(Some("weight > 3"), red), None)

/** Schedules of open loops, against known answers and without a clock. */
class ScheduleSuite extends munit.FunSuite:
  private val second = 1_000_000_000L

  private def schedule(rate: Distribution, share: Double = 1, phase: Double = 0, seed: Long = 1): Schedule =
    Schedule(rate, share, phase, 0, seed)

  private def times(schedule: Schedule, until: Long): Vector[Long] =
    val found = Vector.newBuilder[Long]
    while schedule.next < until do
      found += schedule.next
      schedule.advance()
    found.result()

  private def steps(values: (Long, Distribution)*): Distribution =
    Steps(values.toList.map((s, v) => Nanos(s) -> v))

  test("a rate with a fractional interval does not drift in an hour"):
    val hour = times(schedule(Constant(300)), 3600 * second)
    assertEquals(hour.size, 300 * 3600)
    for n <- Seq(1, 2, 3, 1000, hour.size - 1) do assert(math.abs(hour(n) - n * (second / 300.0)) < 2, s"message $n")

  test("the producers of a group take turns and share a total rate"):
    val rate = Constant(1000)
    val all =
      (0 until 4).flatMap(i => times(schedule(rate, share = 0.25, phase = i / 4.0), second)).sorted
    assertEquals(all, (0 until 1000).map(_ * 1_000_000L))
    val each = (0 until 4).map(i => schedule(Constant(10), phase = i / 4.0).next)
    assertEquals(each, IndexedSeq(0L, 25_000_000L, 50_000_000L, 75_000_000L))

  test("a slow step does not delay the fast step after it"):
    // half a message is due in the first second, so the other half takes 50 ms of the next
    val slowThenFast = steps(0L -> Constant(0.5), second -> Constant(10))
    assertEquals(times(schedule(slowThenFast), 2 * second).take(3), Vector(0L, 1_050_000_000L, 1_150_000_000L))

  test("a burst sends only in its busy periods"):
    val burst =
      Burst(quiet = 0, busy = 100, quietFor = Nanos(9 * second), busyFor = Nanos(second))
    val found = times(schedule(burst), 30 * second)
    assertEquals(found.size, 300)
    assert(found.forall(t => t % (10 * second) < second))

  test("a schedule ends when the rate falls to zero"):
    val ending = steps(0L -> Constant(10), second -> Constant(0))
    assertEquals(times(schedule(ending), 3600 * second).size, 10)
    assertEquals(times(schedule(Uniform(0, 0)), 3600 * second).size, 0)

  test("Poisson: gaps are exponential, with mean and deviation 1/rate, and independent"):
    val found = times(schedule(Poisson(1000), seed = 42), 100 * second)
    val gaps = found.zip(found.tail).map((a, b) => (b - a) / 1e6)
    val mean = gaps.sum / gaps.size
    assertEqualsDouble(mean, 1, 0.01)
    assertEqualsDouble(math.sqrt(gaps.map(g => (g - mean) * (g - mean)).sum / gaps.size), 1, 0.02)
    // P(gap > t) = exp(-t)
    for t <- Seq(0.1, 0.5, 1.0, 2.0, 5.0) do
      assertEqualsDouble(gaps.count(_ > t).toDouble / gaps.size, math.exp(-t), 0.005, s"beyond $t")
    val neighbours = gaps.zip(gaps.tail).map((a, b) => (a - mean) * (b - mean)).sum / gaps.size
    assertEqualsDouble(neighbours, 0, 0.02)
    assertNotEquals(found.head, 0L)

  test("Poisson: counts per second have equal variance and mean, even shared by producers"):
    val poisson = Poisson(200)
    val shares = (0 until 5).flatMap(i => times(schedule(poisson, share = 0.2, seed = i), 500 * second))
    val counts = shares.groupMapReduce(_ / second)(_ => 1)(_ + _).values.map(_.toDouble).toVector
    val mean = counts.sum / counts.size
    assertEqualsDouble(mean, 200, 3)
    assertEqualsDouble(counts.map(c => (c - mean) * (c - mean)).sum / counts.size / mean, 1, 0.2)

  test("the seed determines the times"):
    val poisson = Poisson(100)
    assertEquals(times(schedule(poisson, seed = 7), second), times(schedule(poisson, seed = 7), second))
    assertNotEquals(times(schedule(poisson, seed = 7), second), times(schedule(poisson, seed = 8), second))

  test("a schedule knows how many messages were due in a period"):
    val rates = List(
      Constant(300),
      Poisson(1000),
      Uniform(100, 1000),
      steps(0L -> Constant(7), 2 * second -> Poisson(500)),
      Burst(1, 100, Nanos(second), Nanos(300_000_000L))
    )
    for rate <- rates; phase <- Seq(0.0, 0.4) do
      val all = times(schedule(rate, phase = phase), 10 * second)
      val asked = schedule(rate, phase = phase)
      for (from, until) <- Seq((0L, 10 * second), (second, 3 * second), (1_234_567_891L, 1_234_567_892L)) do
        val expected = all.count(t => t >= from && t < until).toLong
        assertEquals(asked.due(from, until), expected, s"$rate from $from until $until")
