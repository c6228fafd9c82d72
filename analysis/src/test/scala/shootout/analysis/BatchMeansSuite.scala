package shootout.analysis

import java.util.Random

class BatchMeansSuite extends munit.FunSuite:
  /** A first-order autoregressive series with mean 100. */
  private def series(seed: Int, length: Int, kept: Double): IndexedSeq[Double] =
    val random = Random(seed)
    var deviation = 0.0
    IndexedSeq.fill(length):
      deviation = kept * deviation + 5 * random.nextGaussian()
      100 + deviation

  private def covered(length: Int, kept: Double): Int = (1 to 500).count: seed =>
    val values = series(seed, length, kept)
    val mean = values.sum / length
    math.abs(mean - 100) <= BatchMeans.halfWidthShare(values).get * mean

  test("few values have Student's interval"):
    // mean 3, standard deviation sqrt(2.5), t(0.975, 4) = 2.7764
    val half = 2.7764451 * math.sqrt(2.5) / math.sqrt(5) / 3
    assertEqualsDouble(BatchMeans.halfWidthShare(IndexedSeq(3, 1, 5, 2, 4)).get, half, 1e-6)

  test("the interval of independent values has its nominal coverage"):
    val times = covered(40, kept = 0)
    assert(times >= 455 && times <= 490, s"$times of 500")

  test("the interval of correlated values is wider than Student's"):
    val times = covered(100, kept = 0.7)
    assert(times >= 400, s"$times of 500")
    val wider = (1 to 500).map: seed =>
      val values = series(seed, 100, kept = 0.7)
      val mean = values.sum / 100
      val deviation = math.sqrt(values.map(v => (v - mean) * (v - mean)).sum / 99)
      BatchMeans.halfWidthShare(values).get * mean / (1.984 * deviation / 10)
    assert(wider.sum / 500 > 1.5, wider.sum / 500)

  test("few values, and zeros, have no interval"):
    assertEquals(BatchMeans.halfWidthShare(IndexedSeq(1, 2, 3, 4)), None)
    assertEquals(BatchMeans.halfWidthShare(IndexedSeq.fill(20)(0.0)), None)
    assertEquals(BatchMeans.halfWidthShare(IndexedSeq.fill(20)(7.0)), Some(0.0))
