package shootout.analysis

import java.util.Random

class MserSuite extends munit.FunSuite:
  private def noisy(seed: Int, spread: Double)(means: Seq[Double]): IndexedSeq[Double] =
    val random = Random(seed)
    means.map(_ * (1 + spread * random.nextGaussian())).toIndexedSeq

  test("a step is found exactly"):
    assertEquals(Mser.length(IndexedSeq.fill(7)(10.0) ++ IndexedSeq.fill(20)(100.0)), 7)
    assertEquals(Mser.length(IndexedSeq.fill(7)(100.0) ++ IndexedSeq.fill(20)(10.0)), 7)

  test("a constant series has no warm-up"):
    assertEquals(Mser.length(IndexedSeq.fill(20)(5.0)), 0)
    assert(Mser.isOver(IndexedSeq.fill(20)(0.0)))

  test("a rate that rises is not steady until some time later"):
    // like a JVM that compiles: towards 1, with a time constant of ten values
    val climbs = (1 to 100).map(seed => noisy(seed, 0.05)((0 until 100).map(i => 1 - math.exp(-i / 10.0))))
    assertEquals(climbs.count(c => Mser.isOver(c.take(15))), 0)
    assert(climbs.forall(c => Mser.length(c) >= 10))
    // a single look may be wrong by chance
    assert(climbs.forall(c => (16 to 100).exists(n => Mser.isOver(c.take(n)))))

  test("most steady series are recognized"):
    val seen = (1 to 200).count(seed => Mser.isOver(noisy(seed, 0.1)(Seq.fill(20)(1.0))))
    assert(seen > 150, s"$seen of 200")

  test("a few values are never steady"):
    assert(!Mser.isOver(IndexedSeq.fill(9)(1.0)))
    assertEquals(Mser.length(IndexedSeq.empty), 0)
