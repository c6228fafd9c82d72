package shootout.report.judge

import shootout.analysis.PartialResults.*

class PairsSuite extends munit.FunSuite:
  private def pairs(files: ujson.Value*): List[ujson.Value] =
    val made = judgement(files)
    PairsJson.of(made, List(made)).arr.toList

  private def factor(of: ujson.Value): Double = math.exp(of(0).num / 10000)

  test("a pair is compared over all loads with numbers of both, and in each load"):
    val List(pair) =
      pairs(row("A", at("c", 400), at("d", 100)), row("B", at("c", 100), at("d", 100))): @unchecked
    assertEquals(pair("files"), ujson.Arr(0, 1): ujson.Value)
    assertEqualsDouble(factor(pair("all")(0)), 2, 0.001)
    assertEquals((pair("all")(0)(2).num, pair("all")(0)(3).num, pair("all")(1)), (2.0, 1.0, ujson.Null: ujson.Value))
    assertEqualsDouble(factor(pair("loads")(0)), 4, 0.001)
    assertEqualsDouble(factor(pair("loads")(1)), 1, 0.001)

  test("a lower p99 is better, and a rate that only one sustains counts"):
    def swept(name: String, p99: Double, top: Option[Double]) =
      row(name, climbing(1000, Some(p99)), climbing(5000, top))
    val List(_, pair, _) =
      pairs(swept("A", 300, Some(400)), swept("B", 400, Some(500)), swept("C", 300, None)): @unchecked
    val Seq(full, latency) = pair("all").arr.toSeq: @unchecked
    assertEquals(full, ujson.Null: ujson.Value)
    assertEquals((latency(2).num, latency(4).num), (1.0, 1.0))

  test("a load that only one stored, and hidden uncertain numbers, are not compared"):
    val stored = at("c", 100, "persistent" -> true).wrote(200000)
    val early = at("c", 900, "persistent" -> true).wrote(0)
    val List(unlike) = pairs(row("A", stored), row("B", early)): @unchecked
    assertEquals((unlike("all")(0), unlike("loads")(0)), (ujson.Null: ujson.Value, ujson.Null: ujson.Value))
    val List(doubted) = pairs(row("A", at("c", 100).flagged("noisy")), row("B", at("c", 100))): @unchecked
    assert(!doubted("all")(0).isNull && doubted("certain")(0).isNull, doubted)
