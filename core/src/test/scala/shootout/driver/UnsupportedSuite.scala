package shootout.driver

import shootout.engine.Workloads
import shootout.scenario.{Ack, Distribution}

class LacksSuite extends munit.FunSuite:
  test("what is lacking has a reason, and that of the others goes first"):
    val lacks = Unsupported.all("topic", "durable")("no topics") ++ Unsupported("durable" -> "no memory")
    assertEquals(List("topic", "durable", "queue").map(lacks.get), List(Some("no topics"), Some("no memory"), None))

  test("what depends on a setting"):
    val lacks = Unsupported.where("prefetch" -> false, "ack_client" -> true)(words => s"no $words here")
    assertEquals(List("prefetch", "ack_client").map(lacks.get), List(None, Some("no ack client here")))

  test("a word that no load can ask for is refused, whether it is lacking or not"):
    val wrong = List(
      () => Unsupported("tpoic" -> "x"),
      () => Unsupported.all("queue", "tpoic")("x"),
      () => Unsupported.where("tpoic" -> false)(identity),
      () => Unsupported.word("tpoic")
    )
    for make <- wrong do
      val said = intercept[IllegalArgumentException](make()).getMessage
      assert(said.startsWith("a driver lacks 'tpoic', which no load can ask for; did you mean 'topic'? (known: "), said)

class NeedsSuite extends munit.FunSuite:
  test("every word stands there once") {
    assertEquals(Needs.words, Needs.words.distinct)
    for word <- List("topic", "prefetch", "ack_client", "ack_dups_ok", "message_map") do
      assert(Needs.words.contains(word))
  }

  test("a prefetch may ask for more than a number: acknowledgements, and messages of one size") {
    def needs(ack: Ack, size: Distribution) = Needs.of(Workloads.workload(
      producers = List(Workloads.producers.copy(size = size)),
      consumers = List(Workloads.consumers.copy(ack = ack, prefetch = Some(9)))
    )).filter(_.startsWith("prefetch"))
    assertEquals(needs(Ack.Client, Distribution.Constant(20)), List("prefetch"))
    assertEquals(needs(Ack.Auto, Distribution.Constant(20)), List("prefetch", "prefetch_auto"))
    assertEquals(needs(Ack.Client, Distribution.Uniform(20, 30)), List("prefetch", "prefetch_any_size"))
  }

  test("messages of groups have something beside their bodies, for who counts bytes") {
    val needs = Needs.of(Workloads.workload(
      producers = List(Workloads.producers.copy(messageGroups = Some(3))),
      consumers = List(Workloads.consumers.copy(ack = Ack.Client, prefetch = Some(9)))
    ))
    assertEquals(needs.filter(_.startsWith("prefetch")), List("prefetch", "prefetch_any_size"))
    assert(needs.contains("message_groups"), needs)
  }
