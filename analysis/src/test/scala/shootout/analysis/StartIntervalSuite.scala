package shootout.analysis

import scala.util.Random

class StartIntervalSuite extends munit.FunSuite:
  private val Races = 2000
  private val Starts = 20

  /** The share of races whose interval excludes the true value after any start. */
  private def errors(spread: Double, typical: Double): Double =
    val random = Random(1)
    val wrong = (1 to Races).count: _ =>
      val values = List.fill(Starts)(spread * random.nextGaussian())
      (1 to Starts).exists: n =>
        val sofar = values.take(n)
        StartInterval.half(sofar, typical) < math.abs(sofar.sum / n)
    wrong.toDouble / Races

  test("races that look after every start err in at most 5%"):
    for spread <- List(0.02, 0.07, 0.14) do
      assert(errors(spread, 0.14) <= 0.05, s"$spread: ${errors(spread, 0.14)}")
    assert(errors(0.28, 0.14) <= 0.2, errors(0.28, 0.14))

  test("an interval narrows with more starts and with less spread"):
    def half(values: Double*) = StartInterval.half(values.toList, 0.1)
    assert(half(0, 0.1) < half(0))
    assert(half(0, 0.1, 0, 0.1) < half(0, 0.1))
    assert(half(0, 0.01, 0, 0.01) < half(0, 0.1, 0, 0.1))

  test("the number of further starts is estimated for a lead or a tie"):
    def needed(values: Double*) =
      StartInterval.startsNeeded(values.toList, 0.14, margin = math.log(1.1), most = 40)
    assertEquals(needed(0.5, 0.51), Some(3))
    val lead = needed(0.2, 0.21)
    assert(lead.exists(n => n > 3 && n < 10), lead)
    assert(needed(0.0, 0.01).exists(_ > lead.get), needed(0.0, 0.01))
    assertEquals(StartInterval.startsNeeded(List(0.09, 0.11), 0.14, margin = math.log(1.1), most = 10), None)
