package shootout.engine

import org.HdrHistogram.Histogram
import shootout.result.{LatencySummary, LatencyTime, Summary, WorkloadResult}
import shootout.scenario.{ScenarioTesting, Workload}
import shootout.analysis.{Flag, Flags}

import java.nio.ByteBuffer
import java.util.Base64

/** A broker that stalls under load: an open loop shows it, a closed loop hides it (coordinated omission). */
class StallSuite extends munit.FunSuite, ScenarioTesting:
  private val stallS = 2.0
  private val warmUpS = 0.5
  private val samplesS = 5.0
  private val ratePerS = 500

  private def workload(producers: String): Workload =
    val scenario = "warm_up: 500 ms, samples: 5, destinations: {type: queue}, consumers: {}"
    workloads(s"group: g\nscenario: {$scenario, producers: {size: 20 B, $producers}}\n").head

  private val open = workload(s"rate: $ratePerS/s, confirm: receipt")
  private val windowed = workload(s"rate: $ratePerS/s, confirm: receipt, window: 10")
  private val closed = workload("confirm: receipt, window: 1, think: 2 ms")

  /** @param fromS seconds from the first message to the stall */
  private def run(workload: Workload, fromS: Double = 1.5, lastsS: Double = stallS): Summary =
    val (from, until) = (fromS * 1e9, (fromS + lastsS) * 1e9)
    val stall = (_: Long, now: Long) => if now >= from && now < until then until.toLong else now
    relayed(workload)(stall).summary.get

  /** @param takes
    *   when the broker takes a message, given the number of messages before it and its send time, in nanoseconds
    */
  private def relayed(workload: Workload)(takes: (Long, Long) => Long): WorkloadResult =
    val run = VirtualRun()
    var first = -1L
    var sent = 0L
    run.broker.takesAt = now =>
      if first < 0 then first = now
      sent += 1
      first + takes(sent - 1, now - first)
    val result = run.measured(workload)
    assertEquals(result.audit.map(a => (a.lost, a.duplicated, a.reordered)), Some((0L, 0L, 0L)))
    result

  private def both(summary: Summary): List[(String, Option[LatencySummary])] =
    List("end to end" -> summary.endToEnd, "send" -> summary.send)

  /** The number of messages that waited longer. */
  private def above(latency: Option[LatencySummary], seconds: Double): Double =
    val bytes = ByteBuffer.wrap(Base64.getDecoder.decode(latency.get.histogram))
    val histogram = Histogram.decodeFromCompressedByteBuffer(bytes, 0)
    (histogram.getTotalCount - histogram.getCountBetweenValues(0, (seconds * 1e6).toLong)).toDouble

  private def near(value: Double, expected: Double, what: String)(using munit.Location): Unit =
    assert((value - expected).abs <= 0.02 * expected, s"$what: $value is not about $expected")

  test("an open loop shows the stall for all messages that waited"):
    val summary = run(open)
    for (what, latency) <- both(summary) do
      assertEquals(latency.map(_.kind), Some(LatencyTime.ResponseTime))
      near(latency.get.usMax / 1e6, stallS, s"$what, max")
      // due at any time within the stall, so the wait is spread evenly between 0 and its length
      for seconds <- List(0.5, 1.0, 1.5) do
        near(above(latency, seconds), ratePerS * (stallS - seconds), s"$what, messages above $seconds s")
      assert(latency.get.usP50 < 10_000, s"$what, p50: ${latency.get.usP50}")
    near(summary.targetPerS.get, ratePerS, "target")
    // the network accepted what the broker did not, so the schedule was kept
    near(summary.produced.meanPerS, ratePerS, "produced")
    assert(summary.scheduleDelay.get.usP99 < 10_000, summary.scheduleDelay)

  test("an open loop with a window keeps intended send times and shows its delays"):
    val summary = run(windowed)
    near(summary.endToEnd.get.usMax / 1e6, stallS, "end to end, max")
    near(above(summary.endToEnd, 1), ratePerS * (stallS - 1), "messages above 1 s")
    // all but the messages in the window
    near(above(summary.scheduleDelay, 1), ratePerS * (stallS - 1) - 10, "messages sent more than 1 s late")

  test("a closed loop shows a stall in one message only"):
    val summary = run(closed)
    for (what, latency) <- both(summary) do
      assertEquals(latency.map(_.kind), Some(LatencyTime.ServiceTime))
      assertEquals(above(latency, 1).toInt, 1, what)
    assertEquals(summary.targetPerS, None)
    for (what, latency) <- both(run(closed, fromS = 4, lastsS = 2)) do assertEquals(above(latency, 1.5).toInt, 1, what)

  // after the last sample comes a drain, and messages that were due before it count

  test("a stall of 0.6 s or 3 s across the end of the samples shows in p99"):
    val end = warmUpS + samplesS
    // one in ten was due in the short stall and waited for 0.6 to 0.1 s
    for (what, latency) <- both(run(open, fromS = end - 0.5, lastsS = 0.6)) do
      near(latency.get.usP99 / 1e6, 0.55, s"$what, p99")
      near(above(latency, 0.3), ratePerS * 0.3, s"$what, messages above 0.3 s")
    for (what, latency) <- both(run(open, fromS = end - 1.5, lastsS = 3)) do
      near(latency.get.usP99 / 1e6, 2.95, s"$what, p99")
      near(above(latency, 1.4), ratePerS * 1.5, s"$what, messages above 1.4 s")

  test("messages that the window holds back at the end of the samples are sent and show the stall"):
    val latency = run(windowed, fromS = warmUpS + samplesS - 1.5, lastsS = 2).endToEnd
    near(latency.get.usP99 / 1e6, 1.95, "end to end, p99")
    near(above(latency, 0.4), ratePerS * 1.5, "messages above 0.4 s")

  test("an overloaded open loop shows how long messages wait, and is flagged"):
    val (offered, carried) = (1000.0, 600.0)
    val result = relayed(workload(s"rate: ${offered.toInt}/s, confirm: none")): (sent, sinceFirst) =>
      math.max(sinceFirst, (sent / carried * 1e9).toLong)
    // a message that is due at t arrives at t * offered / carried
    def wait(percentile: Double): Double = (warmUpS + samplesS * percentile) * (offered / carried - 1)
    val latency = result.summary.get.endToEnd.get
    near(latency.usP50 / 1e6, wait(0.5), "p50")
    near(latency.usP99 / 1e6, wait(0.99), "p99")
    near(latency.count.toDouble, offered * samplesS, "messages")
    val flags = Flags.of(result, sharedWithBroker = false, single = false)
    val missed = flags.filter(_.flag == Flag.RateMissed)
    assertEquals(missed.size, 1, flags)
    near(missed.head.measured.get, carried / offered, "share of what was due")
