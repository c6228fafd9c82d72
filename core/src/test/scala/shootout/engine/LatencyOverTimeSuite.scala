package shootout.engine

import shootout.broker.TemporaryFolder
import shootout.result.{LatencyKind, LatencySummary}
import shootout.engine.Workloads.timed
import shootout.scenario.{Confirm, Workload}
import shootout.units.Nanos

import org.HdrHistogram.{Histogram, HistogramLogReader}

import java.nio.file.{Files, Path}

/** The latency logs of whole runs, read by HdrHistogram's own reader, agree with the result. */
class LatencyOverTimeSuite extends TemporaryFolder:
  private val sending = Workloads.producers.copy(confirm = Confirm.Receipt)
  private val kinds = List(LatencyKind.EndToEnd, LatencyKind.Send).map(_.key)

  private def workload(thinkNanos: Double): Workload =
    Workloads.sending(sending.copy(think = Workloads.think(thinkNanos)))

  private def saved(dir: Path, outcome: Outcome): Path =
    Files.write(Files.createTempFile(dir, "x", ".hlog"), outcome.latencies.get.bytes)

  /** The latencies of a kind whose interval begins in this window. */
  private def window(log: Path, kind: String, fromS: Double, untilS: Double): Histogram =
    val reader = HistogramLogReader(log.toFile)
    val sum = Histogram(3)
    sum.setAutoResize(true)
    Iterator.continually(reader.nextIntervalHistogram(fromS, untilS)).takeWhile(_ != null).foreach {
      case interval: Histogram if interval.getTag == kind => sum.add(interval)
      case _ => ()
    }
    sum

  /** Compares the numbers; an equal histogram may be encoded differently. */
  private def same(found: Histogram, expected: LatencySummary, what: String)(using munit.Location): Unit =
    val numbers = LatencySummary.of(found, expected.kind, expected.belowZero)
    assertEquals(numbers.copy(histogram = ""), expected.copy(histogram = ""), what)

  folder.test("the whole log agrees with the summary, and each part with its sample"): dir =>
    val outcome = VirtualRun().run(workload(200_000))
    val log = saved(dir, outcome)
    for kind <- kinds do
      same(window(log, kind, 0, 99), outcome.result.summary.get.latencies(kind).get, kind)
      // the first sample also has messages of the warm-up
      for sample <- outcome.result.samples.tail; expected <- sample.latencies(kind) do
        val begin = sample.tS - sample.intervalS
        val found = window(log, kind, begin - 0.02, begin + 0.02)
        val percentiles = List(50.0, 99.0, 100.0).map(found.getValueAtPercentile(_).toDouble)
        assertEquals(found.getTotalCount, expected.count, kind)
        assertEquals(percentiles, List(expected.usP50, expected.usP99, expected.usMax), kind)

  folder.test("the log of an unload contains messages sent before the samples"): dir =>
    val run = VirtualRun()
    val linked = LinkedState("test", 5)
    run.run(Workloads.workload(consumers = Nil, phase = Workloads.phase(0)), linked): Unit
    val unloading = Workloads.workload(producers = Nil, phase = Workloads.phase(1))
    val unload = run.run(unloading.timed(_.copy(warmUp = Nanos(0))), linked)
    same(window(saved(dir, unload), "end_to_end", 0, 99), unload.result.summary.get.endToEnd.get, "end_to_end")

  test("a log starts at the first sample by the wall clock; a load without samples has none"):
    val run = VirtualRun()
    val began = run.time.wall().value
    val log = run.run(workload(200_000)).latencies.get
    val late = log.began.value - began - Workloads.timing.warmUp.millis
    assert(late >= 0 && late < 20, s"$late ms after the warm-up")
    val refusing = VirtualRun()
    refusing.broker.dead = Some("it is down")
    assertEquals(refusing.run(Workloads.workload()).latencies, None)
