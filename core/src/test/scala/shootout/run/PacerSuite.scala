package shootout.run

import shootout.scenario.Distribution
import shootout.units.Nanos

class PacerSuite extends munit.FunSuite:
  private val second = 1_000_000_000L
  private def pacer(rate: Option[Distribution] = None, think: Option[Distribution] = None): Pacer =
    Pacer.of(rate.map(Schedule(_, 1, 0, 0, 1)), think.map(ValueSampler(_, 1)), 0)

  /** Sends whatever is allowed until `until`, looking at the clock every `step`. @return stamps */
  private def drive(pacer: Pacer, from: Long, until: Long, step: Long): List[Long] =
    val stamps = List.newBuilder[Long]
    for now <- from until until by step do
      while pacer.allowed(now) > 0 do
        stamps += pacer.stamp(now)
        pacer.sent(1, now)
    stamps.result()

  test("a constant rate keeps its deadlines: no drift, however seldom it is looked at") {
    val stamps = drive(pacer(rate = Some(Distribution.Constant(1000))), 0, second, 7_300_000)
    // the last look is at 992.8 ms
    assertEquals(stamps, List.tabulate(993)(_ * 1_000_000L))
  }

  test("after a stall, late messages carry the time at which they were due") {
    val p = pacer(rate = Some(Distribution.Constant(100)))
    drive(p, 0, second, 1_000_000)
    val late = drive(p, 3 * second, 3 * second + 1, 1)
    assertEquals(late.head, second)
    assertEquals(late.size, 201)
  }

  test("a rate of zero sends nothing, and the next step's rate holds from its beginning") {
    val steps = Distribution.Steps(List(Nanos(0) -> Distribution.Constant(0), Nanos(second) -> Distribution.Constant(10)))
    val stamps = drive(pacer(rate = Some(steps)), 0, 2 * second, 1_000_000)
    assert(stamps.forall(_ >= second), stamps.headOption)
    assertEquals(stamps.size, 10)
  }

  test("think time lies between one send and the next") {
    val p = pacer(think = Some(Distribution.Constant(10e6)))
    assertEquals(drive(p, 0, second, 1_000_000).size, 100)
    assertEquals(p.wakeAt(second), second)
  }

  test("a flood is never held back") {
    assertEquals(pacer().allowed(0), Pacer.Batch)
  }

class DrawingSuite extends munit.FunSuite:
  private def draws(function: Distribution, n: Int = 20_000): List[Double] =
    val drawing = ValueSampler(function, 42)
    List.fill(n)(drawing.at(0))

  test("uniform: within its bounds, with the mean in the middle") {
    val values = draws(Distribution.Uniform(100, 300))
    assert(values.forall(v => v >= 100 && v < 300))
    assertEqualsDouble(values.sum / values.size, 200, 3)
  }

  test("normal: mean and standard deviation as asked for, never below zero") {
    val values = draws(Distribution.Normal(100, 10))
    val mean = values.sum / values.size
    assertEqualsDouble(mean, 100, 0.5)
    assertEqualsDouble(math.sqrt(values.map(v => (v - mean) * (v - mean)).sum / values.size), 10, 0.5)
    assert(draws(Distribution.Normal(0, 10)).forall(_ >= 0))
  }

  test("burst: busy first, then quiet, and again") {
    val drawing = ValueSampler(Distribution.Burst(quiet = 1, busy = 9, quietFor = Nanos(30), busyFor = Nanos(10)), 1)
    assertEquals(List(0L, 9L, 10L, 39L, 40L, 50L).map(drawing.at), List(9.0, 9.0, 1.0, 1.0, 9.0, 1.0))
  }

  test("steps: each holds until the next") {
    val drawing = ValueSampler(Distribution.Steps(List(Nanos(0) -> Distribution.Constant(5), Nanos(10) -> Distribution.Constant(7))), 1)
    assertEquals(List(0L, 9L, 10L, 1000L).map(drawing.at), List(5.0, 5.0, 7.0, 7.0))
  }

  test("the same seed draws the same series") {
    assertEquals(draws(Distribution.Uniform(0, 1), 100), draws(Distribution.Uniform(0, 1), 100))
  }

class SelectorSuite extends munit.FunSuite:
  private val red = List("color" -> "red", "size" -> "big")

  test("equality, joined by AND") {
    assertEquals(Selector.admits(Some("color = 'red'"), red), Some(true))
    assertEquals(Selector.admits(Some("color='blue'"), red), Some(false))
    assertEquals(Selector.admits(Some("color = 'red' AND size = 'small'"), red), Some(false))
    assertEquals(Selector.admits(Some("color = 'red' and size = 'big'"), red), Some(true))
  }

  test("no selector admits all, and one that is not understood is not guessed at") {
    assertEquals(Selector.admits(None, Nil), Some(true))
    assertEquals(Selector.admits(Some("weight > 3"), red), None)
  }
