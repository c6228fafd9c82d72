package shootout.driver

import shootout.engine.Workloads
import shootout.scenario.{Ack, Distribution}

class LacksSuite extends munit.FunSuite:
  test("a missing capability has a reason, and a later reason replaces an earlier one"):
    val lacks =
      Unsupported.all("topic", "durable")("no topics") ++ Unsupported("durable" -> "no memory")
    assertEquals(List("topic", "durable", "queue").map(lacks.get), List(Some("no topics"), Some("no memory"), None))
    val some = Unsupported.where("prefetch" -> false, "ack_client" -> true)(words => s"no $words here")
    assertEquals(List("prefetch", "ack_client").map(some.get), List(None, Some("no ack client here")))

  test("an unknown capability is refused"):
    val wrong = List(
      () => Unsupported("tpoic" -> "x"),
      () => Unsupported.all("queue", "tpoic")("x"),
      () => Unsupported.where("tpoic" -> false)(identity),
      () => Unsupported.word("tpoic")
    )
    for make <- wrong do
      val message = intercept[IllegalArgumentException](make()).getMessage
      val expected = "a driver lacks 'tpoic', which no load can ask for; did you mean 'topic'? (known: "
      assert(message.startsWith(expected), message)

class NeedsSuite extends munit.FunSuite:
  test("a prefetch may also need auto mode, or messages of any size"):
    def needs(ack: Ack, size: Distribution) = Needs.of(Workloads.workload(
      producers = List(Workloads.producers.copy(size = size)),
      consumers = List(Workloads.consumers.copy(ack = ack, prefetch = Some(9)))
    )).filter(_.startsWith("prefetch"))
    assertEquals(needs(Ack.Client, Distribution.Constant(20)), List("prefetch"))
    assertEquals(needs(Ack.Auto, Distribution.Constant(20)), List("prefetch", "prefetch_auto"))
    assertEquals(needs(Ack.Client, Distribution.Uniform(20, 30)), List("prefetch", "prefetch_any_size"))

  test("a prefetch with message groups needs messages of any size"):
    val needs = Needs.of(Workloads.workload(
      producers = List(Workloads.producers.copy(messageGroups = Some(3))),
      consumers = List(Workloads.consumers.copy(ack = Ack.Client, prefetch = Some(9)))
    ))
    assertEquals(needs.filter(_.startsWith("prefetch")), List("prefetch", "prefetch_any_size"))
    assert(needs.contains("message_groups"), needs)
