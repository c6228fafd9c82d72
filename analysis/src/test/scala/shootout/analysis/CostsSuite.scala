package shootout.analysis

import PartialResults.*

class CostsSuite extends munit.FunSuite:
  private def on(id: String, perSecond: Double, axes: (String, String)*): ujson.Obj =
    val made = at(id, perSecond, "persistent" -> axes.contains("mode" -> "sync"))
    made("axes") = ujson.Obj.from(axes.map((name, value) => name -> ujson.Str(value)))
    made

  private def steps(files: ujson.Value*): List[CostStep] =
    val made = judgement(files)
    Costs.steps(made.loads, made.rows, certainOnly = false)

  private def shown(all: List[CostStep]): List[(String, String, String)] =
    all.map(s => (s.axis, s.plain, s.value))

  test("the cost of a value compares loads that differ on that axis only"):
    val file = row(
      "A",
      on("a", 1000, "size" -> "1 KiB", "producers" -> "1"),
      on("b", 4000, "size" -> "20 B", "producers" -> "1"),
      on("c", 100, "size" -> "256 KiB", "producers" -> "1"),
      on("d", 9000, "size" -> "20 B", "producers" -> "10")
    )
    val all = steps(file)
    assertEquals(
      shown(all),
      List(("producers", "1", "10"), ("size", "20 B", "1 KiB"), ("size", "20 B", "256 KiB"))
    )
    assertEqualsDouble(all(0).costs.head.ratio.factor, 2.25, 1e-9)
    assertEqualsDouble(all(1).costs.head.ratio.factor, 0.25, 1e-9)
    assertEqualsDouble(all(2).costs.head.ratio.factor, 0.025, 1e-9)
    assertEquals(all.map(_.costs.head.loads), List(1, 1, 1))

  test("the cost over several pairs is their geometric mean"):
    val file = row(
      "A",
      on("a", 100, "mode" -> "async", "type" -> "queue", "n" -> "1"),
      on("b", 400, "mode" -> "async", "type" -> "queue", "n" -> "5"),
      on("c", 100, "mode" -> "async", "type" -> "topic", "n" -> "1"),
      on("d", 100, "mode" -> "async", "type" -> "topic", "n" -> "5"),
      on("e", 10, "mode" -> "sync", "type" -> "queue", "n" -> "1"),
      on("f", 50, "mode" -> "sync", "type" -> "queue", "n" -> "5")
    )
    val clients = steps(file).filter(_.axis == "n")
    assertEquals(clients.map(s => s.persistent -> s.costs.head.loads), List(Some(false) -> 2, Some(true) -> 1))
    assertEqualsDouble(clients.head.costs.head.ratio.factor, 2, 1e-9)
    val Ratio(factor, half, guess) = clients(1).costs.head.ratio
    assertEqualsDouble(factor, 5, 1e-9)
    assertEqualsDouble(half, StartInterval.half(List(0.0), Spread.Rate.typical) * math.sqrt(2), 1e-9)
    assert(guess)

  test("the cost of persistence counts only contenders that stored"):
    val workloads = List(on("a", 1000, "mode" -> "async"), on("b", 100, "mode" -> "sync"))
    assertEquals(shown(steps(row("A", workloads*))), List(("mode", "async", "sync")))
    assertEquals(steps(row("A", workloads*)).head.persistent, None)
    val unstored = row("B", on("a", 1000, "mode" -> "async"), on("b", 900, "mode" -> "sync").wrote(0))
    assertEquals(steps(row("A", workloads*), unstored).head.costs.map(_.contender.label), List("A"))

  test("a cost needs the plain load, judged by the same criterion"):
    val both = row("A", on("a", 10, "n" -> "1"), on("b", 20, "n" -> "2"))
    val half = row("B", on("b", 20, "n" -> "2"))
    assertEquals(steps(both, half).flatMap(_.costs).map(_.contender.label), List("A"))
    val produced = on("a", 10, "n" -> "1")
    produced("load")("consumers") = 0
    assertEquals(steps(row("A", produced, on("b", 20, "n" -> "2"))), Nil)

  test("a row is compared with the same broker over STOMP, and a variant with its base"):
    def over(protocol: String, perSecond: Double, variant: Boolean = false) =
      val made = row("A", at("c", perSecond), at("d", perSecond))
      made("protocol") = protocol
      if variant then
        made("broker")("name") = "A/strict"
        made("broker")("variant") = ujson.Obj("of" -> "A", "name" -> "strict")
      made
    val made = judgement(List(over("stomp", 100), over("core", 400), over("core", 100, variant = true)))
    val races = Standings.races(made.loads, made.rows, Choice.everything)
    val found = Costs.siblings(races, made.rows).map: one =>
      val (_, lead) = one.leads.head
      (one.row.protocol, one.plain.protocol, one.isVariant, math.round(100 * lead.ratio.factor), lead.workloads)
    assertEquals(found.toSet, Set(("core", "stomp", false, 400L, 2), ("core", "core", true, 25L, 2)))

  test("the plainest value is the smallest quantity or the weakest word"):
    val values = List("1 KiB,20 B,256 KiB" -> "20 B", "1 MB,100 kB,10 B" -> "10 B", "10000/s,100/s" -> "100/s") ++
      List("true,false" -> "false", "sync,async" -> "async", "dups_ok,client" -> "dups_ok")
    for (all, plainest) <- values do assertEquals(Plainest.of(all.split(',').toList), plainest)
    assertEquals(Plainest.sorted(List("10", "1", "5")), List("1", "5", "10"))
