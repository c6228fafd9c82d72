package shootout.record

import shootout.result.{RateSummary, Sample}

class RatesSuite extends munit.FunSuite:
  private def rates(samples: (Double, Double)*): RateSummary =
    Sampler.rates(samples.toList.map((seconds, rate) => sample(seconds, rate)), _.consumedPerS)

  private def sample(seconds: Double, rate: Double) =
    Sample(seconds, seconds, rate, rate, rate, rate, 0, 0, Nil)

  test("the mean weighs samples by their length; one that was cut short says nothing about the spread"):
    assertEquals(rates((1.0, 100), (1.0, 200), (0.1, 7050)), RateSummary(1005 / 2.1, math.sqrt(5000), 100, 1005 / 2.1))

  test("if all but one were cut short they count, or a cell that nobody could sample would look steady"):
    val summary = rates((1.18, 458), (0.005, 0), (0.015, 35707))
    assert(summary.stdevPerS > summary.meanPerS, s"$summary")
    assertEquals((summary.minPerS, summary.maxPerS), (0.0, 35707.0))

  test("the mean lies between least and most, also when most messages came in a sample that was cut short"):
    val fast = rates((1.0, 100), (1.0, 100), (0.1, 5000))
    assertEquals((fast.minPerS, fast.maxPerS, fast.stdevPerS), (100.0, 700 / 2.1, 0.0))
    val slow = rates((1.0, 100), (1.0, 100), (0.4, 0))
    assertEquals((slow.minPerS, slow.maxPerS), (200 / 2.4, 100.0))
