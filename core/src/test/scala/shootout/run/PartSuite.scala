package shootout.run

import shootout.scenario.{ConsumerGroup, Phase}

class PartSuite extends munit.FunSuite:
  test("each client has one load JVM, and none of these has many more than another"):
    for parts <- 1 to 4; all <- 1 to 13 do
      for has <- List[(Part, Int) => Boolean](_.hasProducer(_, all), _.hasConsumer(_, all)) do
        val counts = List.tabulate(parts)(index => (0 until all).count(has(Part(index, parts), _)))
        assertEquals(counts.sum, all)
        assert(counts.max - counts.min <= 1, s"$counts of $all")

  test("one producer and one consumer are in different ones"):
    assertEquals(List(0, 1).map(Part(_, 2)).map(p => (p.hasProducer(0, 1), p.hasConsumer(0, 1))), List((true, false), (false, true)))
    assert(Part.whole.hasProducer(0, 1) && Part.whole.hasConsumer(0, 1))

  test("what cannot be dealt says why"):
    val cell = Cells.cell()
    val ramp = Cells.producers.copy(rampPerSecond = Some(5))
    assertEquals(Part.cannot(cell, 2), None)
    for
      (other, words) <- List(
        cell.copy(crash = true) -> "killed",
        cell.copy(phase = Some(Phase("test", 0, 2, "load"))) -> "phases",
        cell.copy(producers = List(ramp)) -> "one after the other",
        cell.copy(consumers = List(ConsumerGroup.plain.copy(rampPerSecond = Some(5)))) -> "one after the other",
        cell.copy(producers = Nil) -> "nobody sends",
        cell.copy(consumers = Nil) -> "too few clients"
      )
    do assert(Part.cannot(other, 2).exists(_.contains(words)), words)
