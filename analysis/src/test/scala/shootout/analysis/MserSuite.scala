package shootout.analysis

import java.util.Random

class MserSuite extends munit.FunSuite:
  private def noisy(seed: Int, spread: Double)(means: Seq[Double]): IndexedSeq[Double] =
    val random = Random(seed)
    means.map(_ * (1 + spread * random.nextGaussian())).toIndexedSeq

  test("a step is found to the value, whichever way it goes") {
    assertEquals(Mser.length(IndexedSeq.fill(7)(10.0) ++ IndexedSeq.fill(20)(100.0)), 7)
    assertEquals(Mser.length(IndexedSeq.fill(7)(100.0) ++ IndexedSeq.fill(20)(10.0)), 7)
  }

  test("a series without variation has no transient") {
    assertEquals(Mser.length(IndexedSeq.fill(20)(5.0)), 0)
    assert(Mser.isOver(IndexedSeq.fill(20)(0.0)))
  }

  test("while a rate climbs it is not steady; some time behind the climb it is") {
    // as of a JVM that compiles: towards 1, with a time constant of ten values
    val climbs = (1 to 100).map(seed => noisy(seed, 0.05)((0 until 100).map(i => 1 - math.exp(-i / 10.0))))
    assertEquals(climbs.count(c => Mser.isOver(c.take(15))), 0)
    assert(climbs.forall(c => Mser.length(c) >= 10))
    // chance may deceive a single look, so that one looks again
    assert(climbs.forall(c => (16 to 100).exists(n => Mser.isOver(c.take(n)))))
  }

  test("a steady series is mostly seen as such") {
    val seen = (1 to 200).count(seed => Mser.isOver(noisy(seed, 0.1)(Seq.fill(20)(1.0))))
    assert(seen > 150, s"$seen of 200")
  }

  test("a few values tell nothing") {
    assert(!Mser.isOver(IndexedSeq.fill(9)(1.0)))
    assertEquals(Mser.length(IndexedSeq.empty), 0)
  }
