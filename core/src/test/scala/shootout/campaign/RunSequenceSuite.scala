package shootout.campaign

import shootout.engine.Workloads
import shootout.scenario.{Confirm, Distribution, PlannedRun, ProducerGroup, Rate, Window}

class RunSequenceSuite extends munit.FunSuite:
  private val brokers = List("a", "b", "c", "d", "e", "f").map(Pair(_, "stomp"))

  test("every round has every broker, in an order that the seed determines"):
    val rounds = RunSequence.rounds(brokers, 4, 7)
    assertEquals(rounds.map(_.sortBy(_.broker)), List.fill(4)(brokers))
    assertEquals(RunSequence.rounds(brokers, 4, 7), rounds)
    assertNotEquals(RunSequence.rounds(brokers, 4, 8), rounds)
    assert(rounds.distinct.sizeIs > 1, "each round has an order of its own")

  test("more repetitions with the same seed begin with the same rounds"):
    assertEquals(RunSequence.rounds(brokers, 5, 7).take(2), RunSequence.rounds(brokers, 2, 7))

  private val plain = ProducerGroup.plain(20)
  private val confirmed = plain.copy(confirm = Confirm.Receipt, window = Window.Of(1))

  private def load(id: String, producers: ProducerGroup, maximum: Option[String] = None) =
    PlannedRun(List(Workloads.sending(producers).copy(id = id, maximum = maximum)))

  private def ordered(runs: PlannedRun*) = RunSequence.workloads(runs.toList).map(_.workloads.head.id)

  test("loads that leave no backlog come first, unthrottled loads last, others as written"):
    val rate = Some(Rate.Total(Distribution.Constant(1000)))
    assertEquals(
      ordered(
        load("fast", plain),
        load("windowed", confirmed.copy(window = Window.Of(1000))),
        load("confirmed", confirmed),
        load("rated", confirmed.copy(rate = rate)),
        load("asking", plain.copy(requests = true)),
        load("fast too", plain)
      ),
      List("confirmed", "asking", "windowed", "rated", "fast", "fast too")
    )

  test("a share stays after its maximum"):
    val share = load("share", confirmed, maximum = Some("maximum"))
    val found = ordered(load("maximum", plain), share, load("confirmed", confirmed))
    assertEquals(found, List("confirmed", "maximum", "share"))

  test("phases stay together in the place of their fastest load"):
    val phases = PlannedRun(List(load("load", plain), load("unload", confirmed)).flatMap(_.workloads))
    val runs = List(phases, load("confirmed", confirmed))
    val ids = RunSequence.workloads(runs).map(_.workloads.map(_.id))
    assertEquals(ids, List(List("confirmed"), List("load", "unload")))
