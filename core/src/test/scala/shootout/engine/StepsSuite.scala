package shootout.engine

import shootout.result.{LatencyTime, WorkloadResult}
import shootout.scenario.*
import shootout.units.Nanos

/** Settings that change while a workload runs. */
class StepsSuite extends munit.FunSuite:
  private def run(workload: Workload): WorkloadResult = VirtualRun().measured(workload)

  private val timing =
    Workloads.timing.copy(warmUp = Nanos.ofMillis(100), samples = 8, sampleInterval = Nanos.ofMillis(100))

  private def steps[A](values: (Int, A)*): List[(Nanos, A)] = values.toList.map((ms, v) => Nanos.ofMillis(ms) -> v)

  test("a rate in steps: each step has the rates of the samples that lie within it") {
    val rate =
      Distribution.Steps(steps(
        0 -> Distribution.Constant(500),
        350 -> Distribution.Constant(3000),
        550 -> Distribution.Constant(1000)
      ))
    val producers = Workloads.producers.copy(think = None, rate = Some(Rate.Each(rate)))
    val result = run(Workloads.workload(producers = List(producers)).copy(timing = timing))
    assertEquals(result.steps.map(s => (s.setting, s.value)), List("rate" -> "500", "rate" -> "3000", "rate" -> "1000"))
    assertEquals(result.steps.map(s => (s.fromS, s.untilS)), List((0.0, 0.25), (0.25, 0.45), (0.45, 0.8)))
    // whole samples: 0.0 to 0.2, 0.3 to 0.4, and 0.5 to 0.8 s
    val within = List(result.samples.slice(0, 2), result.samples.slice(3, 4), result.samples.slice(5, 8))
    for (step, samples) <- result.steps.zip(within) do
      assertEqualsDouble(
        step.produced.meanPerS,
        samples.map(s => s.producedPerS * s.intervalS).sum / samples.map(_.intervalS).sum,
        1e-9
      )
      assertEquals(step.endToEnd.map(_.count), Some(samples.flatMap(_.latencies("end_to_end")).map(_.count).sum))
      assertEquals(step.endToEnd.map(_.kind), Some(LatencyTime.ResponseTime))
    assert(result.steps(1).produced.meanPerS > result.steps(0).produced.meanPerS)
  }

  test("steps before the first sample, and behind the last, have no numbers; a window's are numbers of messages") {
    val window =
      Window.Steps(steps(0 -> Window.Of(1), 50 -> Window.Of(5), 400 -> Window.Unbounded, 9000 -> Window.Of(3)))
    val workload = Workloads.workload(producers = List(Workloads.producers.copy(window = window))).copy(timing = timing)
    assertEquals(
      Step.of(workload).map(s => (s.setting, s.value, s.number)),
      List(("window", "5", Some(5.0)), ("window", "unbounded", None))
    )
  }
