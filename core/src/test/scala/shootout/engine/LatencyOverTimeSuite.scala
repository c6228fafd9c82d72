package shootout.engine

import shootout.result.{LatencyKind, LatencySummary}
import shootout.scenario.{Confirm, Distribution, Phase, Workload}
import shootout.units.Nanos
import shootout.analysis.{JudgedWorkload, MeanResult}

import org.HdrHistogram.{Histogram, HistogramLogReader}

import java.nio.file.{Files, Path}

/** What is kept of the latencies of whole runs, as HdrHistogram's own reader finds it: any part of it, and all together, is what the result
  * says of the same time.
  */
class LatencyOverTimeSuite extends munit.FunSuite:
  private val folder = FunFixture[Path](_ => Files.createTempDirectory("latencies"), shootout.broker.Brokers.delete(_))
  private val sending = Workloads.producers.copy(confirm = Confirm.Receipt)
  private val kinds = List(LatencyKind.EndToEnd, LatencyKind.Send).map(_.key)

  private def workload(thinkNanos: Double): Workload =
    Workloads.workload(producers = List(sending.copy(think = Some(Distribution.Constant(thinkNanos)))))

  private def saved(dir: Path, outcome: Outcome): Path =
    Files.write(Files.createTempFile(dir, "x", ".hlog"), outcome.latencies.get.bytes)

  /** Of a kind, those whose interval begins in a window. */
  private def window(log: Path, kind: String, fromS: Double, untilS: Double): Histogram =
    val reader = HistogramLogReader(log.toFile)
    val sum = Histogram(3)
    sum.setAutoResize(true)
    Iterator.continually(reader.nextIntervalHistogram(fromS, untilS)).takeWhile(_ != null).foreach {
      case interval: Histogram if interval.getTag == kind => sum.add(interval)
      case _ => ()
    }
    sum

  /** The same numbers; another histogram may have the same latencies in another room. */
  private def same(found: Histogram, expected: LatencySummary, what: String)(using munit.Location): Unit =
    val numbers = LatencySummary.of(found, expected.kind, expected.belowZero)
    assertEquals(numbers.copy(histogram = ""), expected.copy(histogram = ""), what)

  folder.test("all of it is what the summary says, and a part of it what the samples of that time say") { dir =>
    val outcome = VirtualRun().run(workload(200_000))
    val log = saved(dir, outcome)
    for kind <- kinds do
      same(window(log, kind, 0, 99), outcome.result.summary.get.latencies(kind).get, kind)
      // into the first sample comes what was sent in the warm-up
      for sample <- outcome.result.samples.tail; told <- sample.latencies(kind) do
        val begin = sample.tS - sample.intervalS
        val found = window(log, kind, begin - 0.02, begin + 0.02)
        val percentiles = List(50.0, 99.0, 100.0).map(found.getValueAtPercentile(_).toDouble)
        assertEquals((found.getTotalCount, percentiles), (told.count, List(told.usP50, told.usP99, told.usMax)), kind)
  }

  folder.test("two repetitions together are what their mean says") { dir =>
    val outcomes = List(200_000.0, 700_000.0).map(think => VirtualRun().run(workload(think)))
    val mean =
      MeanResult.of(outcomes.zipWithIndex.map((o, n) =>
        JudgedWorkload(o.result.copy(repetition = n + 1), Nil, None)
      )).get
    for kind <- kinds do
      val joined = Histogram(3)
      joined.setAutoResize(true)
      outcomes.foreach(outcome => joined.add(window(saved(dir, outcome), kind, 0, 99)))
      same(joined, mean.latencies(kind).get, kind)
  }

  folder.test("what is unloaded was sent before the samples, and counts") { dir =>
    val run = VirtualRun()
    val linked = LinkedState("test", 5)
    def phase(n: Int) = Some(Phase("load", n, 2, s"phase $n"))
    run.run(Workloads.workload(consumers = Nil, phase = phase(0)), linked): Unit
    val unloading = Workloads.workload(producers = Nil, phase = phase(1))
    val unload = run.run(unloading.copy(timing = unloading.timing.copy(warmUp = Nanos(0))), linked)
    same(window(saved(dir, unload), "end_to_end", 0, 99), unload.result.summary.get.endToEnd.get, "end_to_end")
  }

  test("its origin is the first sample's beginning by the wall clock; a load without samples has none") {
    val run = VirtualRun()
    val began = run.time.wall().value
    val log = run.run(workload(200_000)).latencies.get
    val late = log.began.value - began - Workloads.timing.warmUp.millis
    assert(late >= 0 && late < 20, s"$late ms behind the warm-up")
    val refusing = VirtualRun()
    refusing.broker.dead = Some("it is down")
    assertEquals(refusing.run(Workloads.workload()).latencies, None)
  }
