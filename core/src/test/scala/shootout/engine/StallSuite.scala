package shootout.engine

import org.HdrHistogram.Histogram
import shootout.result.{LatencySummary, LatencyTime, WorkloadResult}
import shootout.scenario.{ScenarioTesting, Workload}
import shootout.analysis.{Flag, Flags}

import java.nio.ByteBuffer
import java.util.Base64

/** A broker that stands still in the middle of a load: what an open loop sees of it, and what a closed loop does not (coordinated
  * omission). In virtual time, where nothing else ever stands still.
  */
class StallSuite extends munit.FunSuite, ScenarioTesting:
  private val stallS = 2.0
  private val warmUpS = 0.5
  private val samplesS = 5.0
  private val ratePerS = 500

  private def workload(producers: String): Workload = workloads(
    s"group: g\nscenario: {warm_up: 500 ms, samples: 5, destinations: {type: queue}, producers: {size: 20 B, $producers}, consumers: {}}\n"
  ).head

  /** @param fromS
    *   seconds from the first message to the stall's beginning
    */
  private def run(workload: Workload, fromS: Double = 1.5, lastsS: Double = stallS): WorkloadResult =
    relayed(workload) { (_, sinceFirst) =>
      if sinceFirst >= fromS * 1e9 && sinceFirst < (fromS + lastsS) * 1e9 then ((fromS + lastsS) * 1e9).toLong
      else sinceFirst
    }

  /** @param takes
    *   is told of each message how many came before it, and when it was sent, in nanoseconds since the first; says when the broker takes it
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

  private def above(latency: Option[LatencySummary], seconds: Double): Double =
    val bytes = ByteBuffer.wrap(Base64.getDecoder.decode(latency.get.histogram))
    val histogram = Histogram.decodeFromCompressedByteBuffer(bytes, 0)
    (histogram.getTotalCount - histogram.getCountBetweenValues(0, (seconds * 1e6).toLong)).toDouble

  private def near(value: Double, expected: Double, what: String)(using munit.Location): Unit =
    assert((value - expected).abs <= 0.02 * expected, s"$what: $value is not about $expected")

  test("an open loop shows the stall at its tail, and all messages that waited behind it") {
    val summary = run(workload(s"rate: $ratePerS/s, confirm: receipt")).summary.get
    for (what, latency) <- List("end to end" -> summary.endToEnd, "send" -> summary.send) do
      assertEquals(latency.map(_.kind), Some(LatencyTime.ResponseTime))
      near(latency.get.usMax / 1e6, stallS, s"$what, max")
      // due at any time within the stall, so the wait is spread evenly between 0 and its length
      for seconds <- List(0.5, 1.0, 1.5) do
        near(above(latency, seconds), ratePerS * (stallS - seconds), s"$what, messages above $seconds s")
      assert(latency.get.usP50 < 10_000, s"$what, p50: ${latency.get.usP50}")
    near(summary.targetPerS.get, ratePerS, "target")
    // the network took what the broker did not take, so the schedule was kept
    near(summary.produced.meanPerS, ratePerS, "produced")
    assert(summary.scheduleDelay.get.usP99 < 10_000, summary.scheduleDelay)
  }

  test("an open loop with a window keeps the times of what it could not send, and says how late it was") {
    val summary = run(workload(s"rate: $ratePerS/s, confirm: receipt, window: 10")).summary.get
    near(summary.endToEnd.get.usMax / 1e6, stallS, "end to end, max")
    near(above(summary.endToEnd, 1), ratePerS * (stallS - 1), "messages above 1 s")
    // all but those of the window
    near(above(summary.scheduleDelay, 1), ratePerS * (stallS - 1) - 10, "messages sent more than 1 s late")
  }

  test("a closed loop shows the same stall as one sample") {
    val summary = run(workload("confirm: receipt, window: 1, think: 2 ms")).summary.get
    for latency <- List(summary.endToEnd, summary.send) do
      assertEquals(latency.map(_.kind), Some(LatencyTime.ServiceTime))
      assertEquals(above(latency, 1).toInt, 1)
    assertEquals(summary.targetPerS, None)
  }

  // behind the last sample there is still a drain, and what was due before it belongs to the numbers

  test("a stall that begins half a second before the samples end shows in p99") {
    val workload = this.workload(s"rate: $ratePerS/s, confirm: receipt")
    val summary = run(workload, fromS = warmUpS + samplesS - 0.5, lastsS = 0.6).summary.get
    // one in ten was due in the stall and waited for 0.6 to 0.1 s
    for (what, latency) <- List("end to end" -> summary.endToEnd, "send" -> summary.send) do
      near(latency.get.usP99 / 1e6, 0.55, s"$what, p99")
      near(above(latency, 0.3), ratePerS * 0.3, s"$what, messages above 0.3 s")
  }

  test("a stall of 3 s across the end of the samples shows in p99") {
    val workload = this.workload(s"rate: $ratePerS/s, confirm: receipt")
    val summary = run(workload, fromS = warmUpS + samplesS - 1.5, lastsS = 3).summary.get
    for (what, latency) <- List("end to end" -> summary.endToEnd, "send" -> summary.send) do
      near(latency.get.usP99 / 1e6, 2.95, s"$what, p99")
      near(above(latency, 1.4), ratePerS * 1.5, s"$what, messages above 1.4 s")
  }

  test("what a window held back when the samples end is sent nevertheless, and shows the stall") {
    val workload = this.workload(s"rate: $ratePerS/s, confirm: receipt, window: 10")
    val summary = run(workload, fromS = warmUpS + samplesS - 1.5, lastsS = 2).summary.get
    near(summary.endToEnd.get.usP99 / 1e6, 1.95, "end to end, p99")
    near(above(summary.endToEnd, 0.4), ratePerS * 1.5, "messages above 0.4 s")
  }

  test("a closed loop shows a stall across the end too") {
    val summary = run(workload("confirm: receipt, window: 1, think: 2 ms"), fromS = 4, lastsS = 2).summary.get
    for latency <- List(summary.endToEnd, summary.send) do assertEquals(above(latency, 1.5).toInt, 1)
  }

  test("an overloaded open loop shows how long its messages wait, and is flagged") {
    val (offered, carried) = (1000.0, 600.0)
    val result = relayed(this.workload(s"rate: ${offered.toInt}/s, confirm: none")) { (sent, sinceFirst) =>
      math.max(sinceFirst, (sent / carried * 1e9).toLong)
    }
    // a message that is due at t comes at t * offered / carried
    def wait(percentile: Double): Double = (warmUpS + samplesS * percentile) * (offered / carried - 1)
    val latency = result.summary.get.endToEnd.get
    near(latency.usP50 / 1e6, wait(0.5), "p50")
    near(latency.usP99 / 1e6, wait(0.99), "p99")
    near(latency.count.toDouble, offered * samplesS, "messages")
    val flags = Flags.of(result, sharedWithBroker = false, single = false)
    val missed = flags.filter(_.flag == Flag.RateMissed)
    assertEquals(missed.size, 1, flags)
    near(missed.head.measured.get, carried / offered, "share of what was due")
  }
