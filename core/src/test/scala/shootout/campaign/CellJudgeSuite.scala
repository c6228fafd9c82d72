package shootout.campaign

import shootout.result.{CeilingResult, CellResult, ClimbResult, Status}
import shootout.run.{CellDraft, Cells}
import shootout.scenario.{Cell, Distribution, Rate, RateSweep}
import shootout.units.{EpochMillis, Nanos}
import shootout.verdict.Results

class CellJudgeSuite extends munit.FunSuite:
  private def judging(ceiling: Option[Ceiling] = None) =
    CellJudge(sharedWithBroker = false, repetitions = 2, Ceilings(ceiling.map("cell" -> _).toMap))

  private def judged(result: CellResult, cell: Cell = Cells.cell(), ceiling: Option[Ceiling] = None): CellResult =
    judging(ceiling).judged(result.copy(basis = basis(cell)))

  private def basis(cell: Cell) = CellDraft(cell, 1, EpochMillis(1)).without(Status.Measured, "").basis

  test("the ceiling of the same cell, and how much of it was used on both sides together") {
    val result = judged(Results.cell(), ceiling = Some(Ceiling(producedPerS = 2900, consumedPerS = 300)))
    assertEquals(result.ceiling, Some(CeilingResult(2900, 300, 0.625)))
    assertEquals(result.marks.map(_.letter), List("G"))
    assertEquals(judged(Results.cell(), ceiling = Some(Ceiling(8000, 0))).ceiling.map(_.usedShare), Some(0.25))
    assertEquals(judged(Results.cell(), ceiling = Some(Ceiling(0, 0))).ceiling, None)
    assertEquals(judged(Results.cell()).ceiling, None)
  }

  test("a share of a maximum has the ceiling of the maximum") {
    val share = Cells.cell().copy(id = "share", maximum = Some("cell"))
    val result = judged(Results.cell().copy(id = "share"), share, Some(Ceiling(4000, 4000)))
    assertEquals(result.ceiling.map(_.usedShare), Some(0.25))
  }

  test(
    "a cell that climbs is held or not, has the ceiling of the lowest, and what was not run keeps what is said of it"
  ) {
    val high = Cells.cell().copy(id = "high", climb = Some(RateSweep("rate", Nanos.ofSeconds(1), List("low", "cell"))))
    val judgement = judging(Some(Ceiling(4000, 4000)))
    val measured = Results.cell().copy(id = "high", basis = basis(high))
    val target = measured.summary.get.produced.meanPerS * 2
    val missed = judgement.judged(measured.copy(summary = measured.summary.map(_.copy(targetPerS = Some(target)))))
    assertEquals(missed.climb.map(_.held), Some(Some(false)))
    assertEquals(missed.ceiling.map(_.usedShare), Some(0.25))
    val beyond = ClimbResult("rate", 1e6, None, None, Some("low"))
    val skipped = measured.copy(status = Status.Skipped, summary = None, climb = Some(beyond))
    assertEquals(judgement.judged(skipped).climb, Some(beyond))
    assertEquals(judged(Results.cell()).climb, None)
  }

  test("a load that changes by itself is not noisy, one that draws at random is") {
    val result = Results.cell(List(500, 1500))
    def rate(varying: Distribution) =
      Cells.cell(producers = List(Cells.producers.copy(rate = Some(Rate.Each(varying)))))
    assertEquals(judged(result, rate(Distribution.Uniform(1, 2))).marks.map(_.letter), List("N"))
    val ramp = Cells.cell(producers = List(Cells.producers.copy(rampPerSecond = Some(5))))
    val burst = rate(Distribution.Burst(1, 9, Nanos(1), Nanos(1)))
    for cell <- List(ramp, burst, rate(Distribution.Steps(Nil))) do assertEquals(judged(result, cell).marks, Nil)
  }

  test("consumers that take their time on purpose may leave messages, others may not") {
    val audit = Results.clean.copy(delivered = 100, undrained = 900)
    val left = Results.cell().copy(audit = Some(audit))
    def thinking(time: Option[Distribution]) =
      judged(left, Cells.cell(consumers = List(Cells.consumers.copy(think = time)))).marks.map(_.letter)
    assertEquals(thinking(None), List("E"))
    assertEquals(thinking(Some(Distribution.Constant(1e6))), Nil)
  }

  test("means follow the cells in their order, and change with the repetition that is new") {
    val judgement = judging()
    val first = List(Results.cell(List(1000)), Results.cell(List(10)).copy(id = "other"))
    val before = judgement.means(Nil, first, "other")
    assertEquals(before.map(m => m.id -> m.consumedPerS.mean), List("cell" -> 1000.0, "other" -> 10.0))
    val after = judgement.means(before, first :+ Results.cell(List(1010), repetition = 2), "cell")
    assertEquals(
      after.map(m => (m.id, m.repetitions, m.consumedPerS.mean)),
      List(("cell", 2, 1005.0), ("other", 1, 10.0))
    )
  }
