package shootout.run

import shootout.scenario.{ConsumerGroup, Phase}

class GeneratorPartSuite extends munit.FunSuite:
  test("each client has one load JVM, and none of these has many more than another"):
    for parts <- 1 to 4; all <- 1 to 13 do
      for has <- List[(GeneratorPart, Int) => Boolean](_.hasProducer(_, all), _.hasConsumer(_, all)) do
        val counts = List.tabulate(parts)(index => (0 until all).count(has(GeneratorPart(index, parts), _)))
        assertEquals(counts.sum, all)
        assert(counts.max - counts.min <= 1, s"$counts of $all")

  test("one producer and one consumer are in different ones"):
    val both = List(0, 1).map(GeneratorPart(_, 2))
    assertEquals(both.map(_.hasProducer(0, 1)), List(true, false))
    assertEquals(both.map(_.hasConsumer(0, 1)), List(false, true))
    assert(GeneratorPart.whole.hasProducer(0, 1) && GeneratorPart.whole.hasConsumer(0, 1))

  test("what cannot be dealt says why"):
    val cell = Cells.cell()
    val ramp = Cells.producers.copy(rampPerSecond = Some(5))
    assertEquals(GeneratorPart.cannot(cell, 2), None)
    for
      (other, words) <- List(
        cell.copy(crash = true) -> "killed",
        cell.copy(phase = Some(Phase("test", 0, 2, "load"))) -> "phases",
        cell.copy(producers = List(ramp)) -> "one after the other",
        cell.copy(consumers = List(ConsumerGroup.plain.copy(rampPerSecond = Some(5)))) -> "one after the other",
        cell.copy(producers = Nil) -> "nobody sends",
        cell.copy(consumers = Nil) -> "too few clients"
      )
    do assert(GeneratorPart.cannot(other, 2).exists(_.contains(words)), words)
