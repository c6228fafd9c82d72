package shootout.analysis

import munit.FunSuite

class ChangeSuite extends FunSuite:
  private def repeated(values: Double*): List[Reading] = values.toList.map(Reading(_, Some(1), 10))
  private def single(value: Double, spread: Double, samples: Int = 10) =
    List(Reading(value, Some(spread), samples))
  private def change(old: List[Reading], now: List[Reading]): Change = Change.between(old, now).get

  test("Welch's interval is that of R: t.test(extra ~ group, sleep)"):
    val one = List(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0)
    val two = List(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4)
    assertEqualsDouble(Change.welch(one, two), (3.3654832 + 0.2054832) / 2, 1e-7)

  test("Welch's interval is that of R for different sizes: t.test(mpg ~ am, mtcars)"):
    val automatic = List(21.4, 18.7, 18.1, 14.3, 24.4, 22.8, 19.2, 17.8, 16.4, 17.3, 15.2, 10.4, 10.4, 14.7, 21.5, 15.5,
      15.2, 13.3, 19.2)
    val manual = List(21.0, 21.0, 22.8, 32.4, 30.4, 33.9, 27.3, 26.0, 30.4, 15.8, 19.7, 15.0, 21.4)
    assertEqualsDouble(Change.welch(automatic, manual), (11.280194 - 3.209684) / 2, 1e-6)

  test("Welch's interval is Student's for equal sizes and spreads"):
    assertEqualsDouble(Change.welch(List(9, 10, 11), List(19, 20, 21)), 2.7764 * math.sqrt(2.0 / 3), 1e-3)

  test("a change is the ratio of the means, with an interval of that ratio"):
    val found = change(repeated(90, 100, 110), repeated(140, 150, 160))
    assertEquals((found.old, found.now, found.percent, found.guess), (100.0, 150.0, 50.0, false))
    val (a, b) = (100.0 / 3 / (100 * 100), 100.0 / 3 / (150 * 150))
    val freedom = (a + b) * (a + b) / ((a * a + b * b) / 2)
    assertEqualsDouble(found.half.get, Student.t(freedom) * math.sqrt(a + b), 1e-9)
    val (low, high) = found.interval.get
    assertEqualsDouble((100 + low) * (100 + high), 150.0 * 150, 1e-6)

  test("no interval reaches below -100%"):
    val found = change(single(12300, 35000), single(7400, 20000))
    val (low, high) = found.interval.get
    assert(low > -100 && low < -90 && high > 1000, found.interval)
    assertEquals(found.verdict(more = true), ChangeVerdict.Noise)

  test("a change whose interval includes 0 is noise"):
    val noise = change(repeated(90, 100, 110), repeated(100, 110, 120))
    assertEquals(noise.verdict(more = true), ChangeVerdict.Noise)
    assertEquals(noise.surelyWorseBy(more = false), None)
    val up = change(repeated(99, 100, 101), repeated(119, 120, 121))
    assertEquals((up.verdict(more = true), up.verdict(more = false)), (ChangeVerdict.Better, ChangeVerdict.Worse))
    assertEquals(up.surelyWorseBy(more = true), None)
    assertEqualsDouble(up.half.get, 2.81 * math.sqrt(1.0 / 3 / 10000 + 1.0 / 3 / 14400), 2e-4)
    assertEqualsDouble(up.surelyWorseBy(more = false).get, 100 * (1.2 * math.exp(-up.half.get) - 1), 1e-9)
    val down = change(repeated(119, 120, 121), repeated(99, 100, 101))
    assertEquals((down.verdict(more = true), down.verdict(more = false)), (ChangeVerdict.Worse, ChangeVerdict.Better))
    assertEqualsDouble(down.surelyWorseBy(more = true).get, 100 * (1 - math.exp(down.half.get) / 1.2), 1e-9)

  test("equal repetitions leave no doubt"):
    assertEquals(change(repeated(100, 100), repeated(101, 101)).half, Some(0.0))
    assertEquals(change(repeated(100, 100), repeated(100, 100)).verdict(more = true), ChangeVerdict.Noise)

  test("the interval of one repetition follows its samples and the noise floor"):
    val wide = change(single(100, 20), single(150, 20))
    assert(wide.guess)
    assertEqualsDouble(wide.half.get, 2.1235 * math.sqrt(0.04 + 0.04 / 2.25), 1e-3)
    assertEquals(wide.verdict(more = true), ChangeVerdict.Noise)
    assertEquals(change(single(100, 0.1), single(91, 0.1)).half, Some(math.log(1 + Change.NoiseFloor / 100)))
    assertEquals(change(single(100, 0.1), single(91, 0.1)).verdict(more = true), ChangeVerdict.Noise)
    assertEquals(change(single(100, 0.1), single(85, 0.1)).verdict(more = true), ChangeVerdict.Worse)

  test("a single repetition on one side is a guess, whatever its number of samples"):
    assert(change(repeated(99, 100, 101), single(150, 1)).guess)
    val few = change(single(100, 10, samples = 100), single(100, 10, samples = 100)).half.get
    val many = change(single(100, 10, samples = 10000), single(100, 10, samples = 10000)).half.get
    assertEqualsDouble(few, many, 0.005)

  test("a change without an interval is noise"):
    val unknown = change(List(Reading(100, None, 1)), List(Reading(10, None, 1)))
    assertEquals((unknown.half, unknown.verdict(more = true)), (None, ChangeVerdict.Noise))
    assertEquals(unknown.surelyWorseBy(more = true), None)
    assertEquals(Change.between(Nil, single(1, 1)), None)

  test("a change from or to zero is certain"):
    val found = change(single(0, 0), single(1, 1))
    assertEquals((found.percent.isInfinite, found.verdict(more = true)), (true, ChangeVerdict.Better))
    val gone = change(single(3260, 4000), single(0, 0))
    assertEquals((gone.percent, gone.half, gone.verdict(more = true)), (-100.0, Some(0.0), ChangeVerdict.Worse))
    assertEquals(change(single(0, 0), single(0, 0)).verdict(more = true), ChangeVerdict.Noise)
