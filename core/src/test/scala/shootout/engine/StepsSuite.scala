package shootout.engine

import shootout.result.LatencyTime
import shootout.scenario.*
import shootout.units.Nanos

/** Settings that change while a workload runs. */
class StepsSuite extends munit.FunSuite:
  private val timing =
    Workloads.timing.copy(warmUp = Nanos.ofMillis(100), samples = 8, sampleInterval = Nanos.ofMillis(100))

  private def steps[A](values: (Int, A)*): List[(Nanos, A)] =
    values.toList.map((ms, v) => Nanos.ofMillis(ms) -> v)

  test("each step has the rates of the samples within it"):
    val rate =
      steps(List(0 -> 500, 350 -> 3000, 550 -> 1000).map((ms, v) => ms -> Distribution.Constant(v))*)
    val producers = Workloads.producers.copy(think = None, rate = Some(Rate.Each(Distribution.Steps(rate))))
    val result = VirtualRun().measured(Workloads.sending(producers).copy(timing = timing))
    assertEquals(result.steps.map(s => (s.setting, s.value)), List("rate" -> "500", "rate" -> "3000", "rate" -> "1000"))
    assertEquals(result.steps.map(s => (s.fromS, s.untilS)), List((0.0, 0.25), (0.25, 0.45), (0.45, 0.8)))
    // whole samples: 0.0 to 0.2, 0.3 to 0.4, and 0.5 to 0.8 s
    val within =
      List(result.samples.slice(0, 2), result.samples.slice(3, 4), result.samples.slice(5, 8))
    for (step, samples) <- result.steps.zip(within) do
      val mean = samples.map(s => s.producedPerS * s.intervalS).sum / samples.map(_.intervalS).sum
      assertEqualsDouble(step.produced.meanPerS, mean, 1e-9)
      assertEquals(step.endToEnd.map(_.count), Some(samples.flatMap(_.latencies("end_to_end")).map(_.count).sum))
      assertEquals(step.endToEnd.map(_.kind), Some(LatencyTime.ResponseTime))
    assert(result.steps(1).produced.meanPerS > result.steps(0).produced.meanPerS)

  test("steps before the first and after the last sample have no numbers; a window step counts messages"):
    val window =
      Window.Steps(steps(0 -> Window.Of(1), 50 -> Window.Of(5), 400 -> Window.Unbounded, 9000 -> Window.Of(3)))
    val found =
      Step.of(Workloads.sending(Workloads.producers.copy(window = window)).copy(timing = timing))
    assertEquals(found.map(_.setting), List("window", "window"))
    assertEquals(found.map(s => s.value -> s.number), List("5" -> Some(5.0), "unbounded" -> None))
