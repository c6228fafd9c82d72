package shootout.cli

import shootout.analysis.{Flag, FlagResult, JudgedWorkload, Results, SustainedRate}
import shootout.campaign.Pair
import shootout.result.WorkloadResult

class RecheckSuite extends munit.FunSuite:
  private def flagged(flag: Flag) = List(FlagResult(flag, flag.letter, "", None, None))
  private val noisy = flagged(Flag.Noisy)

  private def row(short: JudgedWorkload, long: JudgedWorkload): Rechecked =
    Rechecked(Pair("apollo", "stomp"), short, Some(long))

  /** A short run measured 1000 msg/s. */
  private def row(long: Double, flags: List[FlagResult] = Nil): Rechecked =
    row(judged(Results.workload(), flags), judged(Results.workload(List.fill(10)(long))))

  private def judged(workload: WorkloadResult, flags: List[FlagResult] = Nil, held: Option[Boolean] = None) =
    JudgedWorkload(workload, flags, held.map(SustainedRate(_, None)))

  private def withTail(workload: WorkloadResult, kind: String, us: Long): WorkloadResult =
    val latencies = Map(kind -> Some(Results.latency(Seq(us))))
    workload.copy(summary = workload.summary.map(_.copy(latencies = latencies)))

  /** A load at an offered rate, with this p99 in microseconds. */
  private def timed(us: Long, flags: List[FlagResult] = Nil): JudgedWorkload =
    judged(withTail(Results.openLoop(), "end_to_end", us), flags)

  /** A load at a fixed rate, which is not judged by throughput. */
  private def atRate(held: Boolean, us: Long): JudgedWorkload =
    judged(withTail(Results.openLoop(), "end_to_end", us), held = Some(held))

  test("nine of ten throughputs within 20% pass, eight fail"):
    assert(Rechecked.passes(List.fill(9)(row(1190)) :+ row(1500)))
    assert(!Rechecked.passes(List.fill(8)(row(1190)) ++ List.fill(2)(row(1500))))

  test("sustained fixed rates do not compensate for throughput"):
    val held = List.fill(90)(row(atRate(held = true, 500), atRate(held = true, 500)))
    assert(!Rechecked.passes(List.fill(8)(row(1190)) ++ List.fill(2)(row(1500)) ++ held))

  test("a difference by a factor of 2 passes only with a flag"):
    assert(!Rechecked.passes(List.fill(19)(row(1000)) :+ row(2100)))
    assert(Rechecked.passes(List.fill(19)(row(1000)) :+ row(2100, noisy)))
    assert(!Rechecked.passes(List.fill(19)(row(1000)) :+ row(400)))
    assert(Rechecked.passes(List(row(timed(1000), timed(1900)))))
    assert(!Rechecked.passes(List(row(timed(1000), timed(2100)))))
    assert(Rechecked.passes(List(row(timed(1000, noisy), timed(2100)))))
    assert(!Rechecked.passes(List(row(atRate(held = true, 2100), atRate(held = true, 1000)))))

  test("loads at a fixed rate agree if both measurements sustained it, or neither"):
    assert(Rechecked.passes(List(row(atRate(held = false, 900_000), atRate(held = false, 100_000)))))
    assert(!Rechecked.passes(List(row(atRate(held = true, 500), atRate(held = false, 500)))))
    assert(!Rechecked.passes(List(row(atRate(held = false, 500), atRate(held = true, 500)))))
    val apart = judged(Results.openLoop(), flagged(Flag.RateMissed))
    assertEquals(row(apart, judged(withTail(Results.openLoop(), "end_to_end", 500))).agreed, Some(false))
    assertEquals(row(1000).agreed, None)

  test("a load whose long measurement failed is off"):
    val failed = row(1000).copy(long = None)
    assert(!Rechecked.passes(List(failed)))
    assert(Rechecked.table(List(failed)).exists(_.contains("failed")))

  test("the closing lines count throughput, p99 and fixed rates separately"):
    val rows = List(row(2100), row(400, noisy), row(1000))
    val throughput =
      "Judged by throughput: 1 of 3 loads are within 20 % of the long measurement; " +
        "off by a factor of 2 or more: 2, of these without a flag: 1."
    assertEquals(Rechecked.verdict(rows), List(throughput))
    val tails = List(1400, 2500).map(us => row(timed(us), timed(1000)))
    val others = tails :+ row(atRate(held = false, 9), atRate(held = true, 9))
    val p99 = "Judged by p99: 1 of 2 loads are within a factor of 1.5 of the long measurement; " +
      "off by a factor of 2 or more: 1, of these without a flag: 1."
    val fixed = "Fixed rates: 2 of 3 were sustained by both measurements, or by neither."
    assertEquals(Rechecked.verdict(rows ++ others), List(throughput, p99, fixed))
