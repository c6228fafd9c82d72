package shootout.terminal

import shootout.campaign.Pair
import shootout.result.{CellResult, ClimbResult, Mark, MarkResult}
import shootout.verdict.Results

class RecheckSuite extends munit.FunSuite:
  private val noisy = List(MarkResult(Mark.Noisy, "N", "", None, None))

  /** Of a short run that measured 1000 a second. */
  private def cell(rate: Double): CellResult = Results.cell(List.fill(10)(rate))

  private def row(long: Double, marks: List[MarkResult] = Nil): Recheck.Row =
    Recheck.Row(Pair("apollo", "stomp"), cell(1000).copy(marks = marks), Some(cell(long)))

  private def atRate(short: Boolean, long: Boolean): Recheck.Row =
    def climbed(rate: Double, held: Boolean) =
      cell(rate).copy(climb = Some(ClimbResult("rate", 1e6, Some(held), None, None)))
    Recheck.Row(Pair("apollo", "stomp"), climbed(1000, short), Some(climbed(1500, long)))

  test("nine of ten within 20 % are enough, eight are not") {
    assert(Recheck.passes(List.fill(9)(row(1190)) :+ row(1500)))
    assert(!Recheck.passes(List.fill(8)(row(1190)) ++ List.fill(2)(row(1500))))
  }

  test("one that is off by a factor of 2 needs a mark") {
    assert(!Recheck.passes(List.fill(19)(row(1000)) :+ row(2100)))
    assert(Recheck.passes(List.fill(19)(row(1000)) :+ row(2100, noisy)))
    assert(!Recheck.passes(List.fill(19)(row(1000)) :+ row(400)))
  }

  test("a rate that was not held is no number: that it was not held is compared") {
    assert(Recheck.passes(List(atRate(short = false, long = false))))
    assert(!Recheck.passes(List(atRate(short = true, long = false))))
    assert(!Recheck.passes(List(atRate(short = false, long = true))))
    val lines = Recheck.table(List(atRate(short = false, long = false), atRate(short = true, long = false)))
    assert(lines.exists(_.contains("not held")) && lines.exists(_.contains("0.67, held once")), lines)
  }

  test("the table has a line for each cell, with its ratio; the closing line counts") {
    val rows = List(row(2100), row(400, noisy), row(1000))
    val lines = Recheck.table(rows)
    assert(lines.exists(l => l.contains("apollo (stomp)") && l.contains("0.48")), lines)
    assert(lines.exists(l => l.contains("2.50") && l.contains("N")), lines)
    assertEquals(
      Recheck.verdict(rows),
      "1 of 3 loads are within 20 % of the long measurement; 2 are off by a factor of 2 or more, 1 of them without a mark."
    )
  }
