package shootout.analysis

import shootout.result.Status

class OverallSuite extends munit.FunSuite:
  private val rate = Measure("consumed/s", MeasureUnit.PerSecond, more = true)
  private val p99 = Measure("end to end p99", MeasureUnit.Microseconds, more = false)

  private def outcome = SideOutcome(Some(Status.Measured), None, 1, 0, 0, Nil, Map.empty, silent = false)

  private def workload(id: Int, measure: Measure, old: List[Reading], now: List[Reading]): WorkloadComparison =
    val rows = Change.between(old, now).map(Row(measure, _)).toList
    WorkloadComparison(id.toString, "", outcome, outcome, Nil, rows, Nil, None, Nil)

  /** Workloads with one repetition of widely spread samples. */
  private def single(ratios: Double*): List[WorkloadComparison] = ratios.toList.zipWithIndex.map: (ratio, i) =>
    workload(i, rate, List(Reading(1000, Some(300), 14)), List(Reading(1000 * ratio, Some(300), 14)))

  private def repeated(ratios: Double*): List[WorkloadComparison] =
    def three(mean: Double) = List(0.97, 1.0, 1.03).map(x => Reading(mean * x, Some(1), 14))
    ratios.toList.zipWithIndex.map((ratio, i) => workload(i, rate, three(1000), three(1000 * ratio)))

  test("ten workloads that are 40% slower are worse, though each one is noise"):
    val workloads = single(0.6, 0.58, 0.62, 0.61, 0.59, 0.6, 0.63, 0.57, 0.6, 0.6)
    assert(workloads.flatMap(_.rows).forall(_.verdict == ChangeVerdict.Noise))
    val mean = Overall.of(workloads).get
    assertEquals((mean.verdict, mean.workloads, mean.worse, mean.change.guess), (ChangeVerdict.Worse, 10, 10, true))
    assertEqualsDouble(mean.change.percent, -40, 0.3)
    assert(mean.surelyWorseBy.exists(_ > 35), mean.toString)

  test("changes in both directions are noise, as are common ones up to 5%"):
    assertEquals(Overall.of(single(0.6, 1.6, 0.8, 1.3, 1.0, 0.9)).get.verdict, ChangeVerdict.Noise)
    assertEquals(Overall.of(single(0.96, 0.96, 0.96, 0.96)).get.verdict, ChangeVerdict.Noise)
    assertEquals(Overall.of(single(0.93, 0.93, 0.93, 0.93)).get.verdict, ChangeVerdict.Worse)

  test("many small changes in one direction are not noise"):
    assertEquals(Overall.of(repeated(0.95)).get.verdict, ChangeVerdict.Noise)
    val mean = Overall.of(repeated(List.fill(10)(0.95)*)).get
    assertEquals((mean.verdict, mean.change.guess), (ChangeVerdict.Worse, false))
    // Welch of two times three values: 2.776 * sqrt(2 * 0.03 ** 2 / 3), then of the mean of ten workloads
    assertEqualsDouble(mean.change.half.get, 0.0681 / math.sqrt(10), 0.002)

  test("a lower latency is better, and a workload without deliveries does not count"):
    def us(now: Double) =
      workload(0, p99, List(100.0, 101, 99).map(Reading(_, None, 1)), List(now, now).map(Reading(_, None, 1)))
    assertEquals(Overall.of(List(us(50))).get.verdict, ChangeVerdict.Better)
    assertEquals(Overall.of(single(0)), None)
    assertEquals(Overall.of(Nil), None)
