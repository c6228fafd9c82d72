package shootout.driver

import shootout.run.Cells
import shootout.scenario.{Ack, Distribution}

class NeedsSuite extends munit.FunSuite:
  test("every word stands there once") {
    assertEquals(Needs.words, Needs.words.distinct)
    for word <- List("topic", "prefetch", "ack_client", "ack_dups_ok", "message_map") do
      assert(Needs.words.contains(word))
  }

  test("a prefetch may ask for more than a number: acknowledgements, and messages of one size") {
    def needs(ack: Ack, size: Distribution) = Needs.of(Cells.cell(
      producers = List(Cells.producers.copy(size = size)),
      consumers = List(Cells.consumers.copy(ack = ack, prefetch = Some(9)))
    )).filter(_.startsWith("prefetch"))
    assertEquals(needs(Ack.Client, Distribution.Constant(20)), List("prefetch"))
    assertEquals(needs(Ack.Auto, Distribution.Constant(20)), List("prefetch", "prefetch_auto"))
    assertEquals(needs(Ack.Client, Distribution.Uniform(20, 30)), List("prefetch", "prefetch_any_size"))
  }

  test("messages of groups have something beside their bodies, for who counts bytes") {
    val needs = Needs.of(Cells.cell(
      producers = List(Cells.producers.copy(messageGroups = Some(3))),
      consumers = List(Cells.consumers.copy(ack = Ack.Client, prefetch = Some(9)))
    ))
    assertEquals(needs.filter(_.startsWith("prefetch")), List("prefetch", "prefetch_any_size"))
    assert(needs.contains("message_groups"), needs)
  }
