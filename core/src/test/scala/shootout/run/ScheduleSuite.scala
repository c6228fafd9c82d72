package shootout.run

import shootout.scenario.*
import shootout.units.Nanos

/** Schedules of open loops against known answers, without a clock. */
class ScheduleSuite extends munit.FunSuite:
  private val second = 1_000_000_000L

  private def schedule(rate: Distribution, share: Double = 1, phase: Double = 0, seed: Long = 1): Schedule =
    Schedule(rate, share, phase, 0, seed)

  /** Times that are due before `until`. */
  private def times(schedule: Schedule, until: Long): Vector[Long] =
    val found = Vector.newBuilder[Long]
    while schedule.next < until do
      found += schedule.next
      schedule.advance()
    found.result()

  private def steps(values: (Long, Distribution)*): Distribution = Distribution.Steps(values.toList.map((s, v) => Nanos(s) -> v))

  test("a rate that is no whole number of nanoseconds does not drift, not in an hour") {
    val hour = times(schedule(Distribution.Constant(300)), 3600 * second)
    assertEquals(hour.size, 300 * 3600)
    for n <- Seq(1, 2, 3, 1000, hour.size - 1) do assert(math.abs(hour(n) - n * (second / 300.0)) < 2, s"message $n")
  }

  test("the producers of a group take turns, and a total is their total") {
    val rate = Distribution.Constant(1000)
    val all = (0 until 4).flatMap(i => times(schedule(rate, share = 0.25, phase = i / 4.0), second)).sorted
    assertEquals(all, (0 until 1000).map(_ * 1_000_000L))
    val each = (0 until 4).map(i => schedule(Distribution.Constant(10), phase = i / 4.0).next)
    assertEquals(each, IndexedSeq(0L, 25_000_000L, 50_000_000L, 75_000_000L))
  }

  test("between two messages lies an integral of 1: a slow step does not delay the fast one behind it") {
    // half a message in the first second, so the other half takes 50 ms of the next
    val slowThenFast = times(schedule(steps(0L -> Distribution.Constant(0.5), second -> Distribution.Constant(10))), 2 * second)
    assertEquals(slowThenFast.take(3), Vector(0L, 1_050_000_000L, 1_150_000_000L))
  }

  test("a pause sends nothing, a burst what its time allows") {
    val burst = Distribution.Burst(quiet = 0, busy = 100, quietFor = Nanos(9 * second), busyFor = Nanos(second))
    val found = times(schedule(burst), 30 * second)
    assertEquals(found.size, 300)
    assert(found.forall(t => t % (10 * second) < second))
  }

  test("when nothing is ever due again, nothing is, and nobody waits for it") {
    val ends = times(schedule(steps(0L -> Distribution.Constant(10), second -> Distribution.Constant(0))), 3600 * second)
    assertEquals(ends.size, 10)
    assertEquals(times(schedule(Distribution.Uniform(0, 0)), 3600 * second).size, 0)
  }

  test("Poisson: the gaps are exponential, with mean and standard deviation of one over the rate, and no memory") {
    val found = times(schedule(Distribution.Poisson(1000), seed = 42), 100 * second)
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
  }

  test("Poisson: counts of a second have variance and mean alike, also where producers share a total") {
    val shares = (0 until 5).flatMap(i => times(schedule(Distribution.Poisson(200), share = 0.2, seed = i), 500 * second))
    val counts = shares.groupMapReduce(_ / second)(_ => 1)(_ + _).values.map(_.toDouble).toVector
    val mean = counts.sum / counts.size
    assertEqualsDouble(mean, 200, 3)
    assertEqualsDouble(counts.map(c => (c - mean) * (c - mean)).sum / counts.size / mean, 1, 0.2)
  }

  test("the same seed gives the same times, another seed others") {
    val poisson = Distribution.Poisson(100)
    assertEquals(times(schedule(poisson, seed = 7), second), times(schedule(poisson, seed = 7), second))
    assertNotEquals(times(schedule(poisson, seed = 7), second), times(schedule(poisson, seed = 8), second))
  }

  test("what was due is known whether it was sent or not") {
    val rates = List(
      Distribution.Constant(300),
      Distribution.Poisson(1000),
      Distribution.Uniform(100, 1000),
      steps(0L -> Distribution.Constant(7), 2 * second -> Distribution.Poisson(500)),
      Distribution.Burst(1, 100, Nanos(second), Nanos(300_000_000L))
    )
    for rate <- rates; phase <- Seq(0.0, 0.4) do
      val all = times(schedule(rate, phase = phase), 10 * second)
      val asked = schedule(rate, phase = phase)
      for (from, until) <- Seq((0L, 10 * second), (second, 3 * second), (1_234_567_891L, 1_234_567_892L)) do
        val expected = all.count(t => t >= from && t < until).toLong
        assertEquals(asked.due(from, until), expected, s"$rate from $from until $until")
  }

class WindowsSuite extends munit.FunSuite:
  test("each window holds from its time until the next one's") {
    val windows =
      Windows(Window.Steps(List(Nanos(0) -> Window.Of(1), Nanos(10) -> Window.Of(5), Nanos(20) -> Window.Unbounded)))
    val seen = List(0L, 9L, 10L, 19L, 20L, 99L).map { t =>
      windows.advance(t)
      windows.current
    }
    assertEquals(seen, List(1, 1, 5, 5, Int.MaxValue, Int.MaxValue))
  }

  test("steps that passed unseen are skipped") {
    val windows =
      Windows(Window.Steps(List(Nanos(0) -> Window.Of(1), Nanos(10) -> Window.Of(5), Nanos(20) -> Window.Of(9))))
    windows.advance(25)
    assertEquals(windows.current, 9)
  }
