package shootout.driver

class LacksSuite extends munit.FunSuite:
  test("what is lacking has a reason, and that of the others goes first"):
    val lacks = Lacks.all("topic", "durable")("no topics") ++ Lacks("durable" -> "no memory")
    assertEquals(List("topic", "durable", "queue").map(lacks.get), List(Some("no topics"), Some("no memory"), None))

  test("what depends on a setting"):
    val lacks = Lacks.where("prefetch" -> false, "ack_client" -> true)(words => s"no $words here")
    assertEquals(List("prefetch", "ack_client").map(lacks.get), List(None, Some("no ack client here")))

  test("a word that no load can ask for is refused, whether it is lacking or not"):
    val wrong = List(
      () => Lacks("tpoic" -> "x"),
      () => Lacks.all("queue", "tpoic")("x"),
      () => Lacks.where("tpoic" -> false)(identity),
      () => Lacks.word("tpoic")
    )
    for make <- wrong do
      val said = intercept[IllegalArgumentException](make()).getMessage
      assert(said.startsWith("a driver lacks 'tpoic', which no load can ask for; did you mean 'topic'? (known: "), said)
