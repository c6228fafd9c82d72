package shootout.stomp

import org.HdrHistogram.Histogram
import shootout.driver.TimedTests
import shootout.result.{CellResult, LatencySummary, Mark}
import shootout.scenario.Cell
import shootout.units.Endpoint
import shootout.verdict.{Circumstances, Marking}

import java.nio.ByteBuffer
import java.util.Base64
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.locks.LockSupport
import scala.concurrent.duration.*

/** A server that stalls for 2 s in the middle of a load: what an open loop sees of it, and what a closed loop does not
  * (coordinated omission). A pause of the machine is a stall too, which is not the server's.
  */
class StallIT extends munit.FunSuite, TimedTests:
  override def munitTimeout: Duration = 120.seconds

  private val stallS = 2.0
  private val warmUpS = 0.5
  private val samplesS = 5.0
  private val ratePerS = 500

  private def cell(producers: String): Cell =
    Loads.cell(
      s"{warm_up: 500 ms, samples: 5, destinations: {type: queue}, producers: {size: 20 B, $producers}, consumers: {}}"
    )

  /** @param fromS
    *   seconds from the first message to the stall's beginning
    */
  private def run(cell: Cell, fromS: Double = 1.5, lastsS: Double = stallS): CellResult =
    val stalled = AtomicBoolean()
    relayed(cell) { (_, sinceFirst) =>
      if sinceFirst > fromS * 1e9 && stalled.compareAndSet(false, true) then Thread.sleep((lastsS * 1000).toLong)
    }

  /** @param before
    *   is told of each message how many came before it, and the nanoseconds since the first
    */
  private def relayed(cell: Cell)(before: (Long, Long) => Unit): CellResult =
    var first = 0L
    val server = RelayServer { sent =>
      if sent == 0 then first = System.nanoTime()
      before(sent, System.nanoTime() - first)
    }
    try
      val protocol = StompProtocol(ClientUnderTest.dialect(Version.V11), Map.empty)
      val result = Loads.measured(protocol, Endpoint("127.0.0.1", server.port, None, None, None), cell, "stall")
      assertEquals(result.audit.map(a => (a.lost, a.duplicated, a.reordered)), Some((0L, 0L, 0L)))
      result
    finally server.close()

  private def decoded(latency: Option[LatencySummary]): Histogram =
    Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder.decode(latency.get.histogram)), 0)

  private def above(latency: Option[LatencySummary], seconds: Double): Double =
    val histogram = decoded(latency)
    (histogram.getTotalCount - histogram.getCountBetweenValues(0, (seconds * 1e6).toLong)).toDouble

  /** @param high
    *   on a quiet machine; a busy one catches up more slowly, so that more messages wait, and longer
    */
  private def between(value: Double, low: Double, high: Double, what: String)(using munit.Location): Unit =
    val most = 2 * high
    assert(value >= low && value <= most, s"$what: $value is not between $low and $most")

  timed("an open loop shows the stall at its tail, and all messages that waited behind it") {
    val summary = run(cell(s"rate: $ratePerS/s, confirm: receipt")).summary.get
    for (what, latency) <- List("end to end" -> summary.endToEnd, "send" -> summary.send) do
      assertEquals(latency.map(_.kind), Some("response_time"))
      between(latency.get.usMax / 1e6, stallS * 0.9, stallS * 1.5, s"$what, max")
      // due at any time within the stall, so the wait is spread evenly between 0 and its length
      for seconds <- List(0.5, 1.0, 1.5) do
        val waited = ratePerS * (stallS - seconds)
        between(above(latency, seconds), waited * 0.85, waited * 1.3, s"$what, messages above $seconds s")
      between(latency.get.usP50 / 1e6, 0, 0.25, s"$what, p50")
    assertEqualsDouble(summary.targetPerS.get, ratePerS, 5)
    // the network took what the server did not read, so the schedule was kept
    between(summary.produced.meanPerS, ratePerS * 0.9, ratePerS * 1.1, "produced")
    between(summary.scheduleDelay.get.usP50 / 1e6, 0, 0.05, "schedule delay, p50")
  }

  timed("an open loop with a window keeps the times of what it could not send, and says how late it was") {
    val summary = run(cell(s"rate: $ratePerS/s, confirm: receipt, window: 10")).summary.get
    // with so few in flight a busy machine catches up slowly, and more messages wait
    between(summary.endToEnd.get.usMax / 1e6, stallS * 0.9, Double.MaxValue, "end to end, max")
    between(above(summary.endToEnd, 1), ratePerS * 0.85, Double.MaxValue, "messages above 1 s")
    between(above(summary.scheduleDelay, 1), ratePerS * 0.8, Double.MaxValue, "messages sent more than 1 s late")
  }

  timed("a closed loop shows the same stall as one sample") {
    val summary = run(cell("confirm: receipt, window: 1, think: 2 ms")).summary.get
    for latency <- List(summary.endToEnd, summary.send) do
      assertEquals(latency.map(_.kind), Some("service_time"))
      assertEquals(above(latency, 1).toInt, 1)
    assertEquals(summary.targetPerS, None)
  }

  // behind the last sample there is still a drain, and what was due before it belongs to the numbers

  timed("a stall that begins half a second before the samples end shows in p99") {
    val cell = this.cell(s"rate: $ratePerS/s, confirm: receipt")
    val summary = run(cell, fromS = warmUpS + samplesS - 0.5, lastsS = 0.6).summary.get
    // one in ten was due in the stall and waited for 0.6 to 0.1 s
    for (what, latency) <- List("end to end" -> summary.endToEnd, "send" -> summary.send) do
      between(latency.get.usP99 / 1e6, 0.5, 0.75, s"$what, p99")
      between(above(latency, 0.3), ratePerS * 0.3 * 0.85, ratePerS * 0.3 * 1.3, s"$what, messages above 0.3 s")
  }

  timed("a stall of 3 s across the end of the samples shows in p99") {
    val cell = this.cell(s"rate: $ratePerS/s, confirm: receipt")
    val summary = run(cell, fromS = warmUpS + samplesS - 1.5, lastsS = 3).summary.get
    for (what, latency) <- List("end to end" -> summary.endToEnd, "send" -> summary.send) do
      between(latency.get.usP99 / 1e6, 2.8, 3.3, s"$what, p99")
      val waited = ratePerS * 1.5
      between(above(latency, 1.4), waited * 0.9, waited * 1.1, s"$what, messages above 1.4 s")
  }

  timed("what a window held back when the samples end is sent nevertheless, and shows the stall") {
    val cell = this.cell(s"rate: $ratePerS/s, confirm: receipt, window: 10")
    val summary = run(cell, fromS = warmUpS + samplesS - 1.5, lastsS = 2).summary.get
    between(summary.endToEnd.get.usP99 / 1e6, 1.8, 2.3, "end to end, p99")
    between(above(summary.endToEnd, 0.4), ratePerS * 1.5 * 0.9, ratePerS * 1.5 * 1.1, "messages above 0.4 s")
  }

  timed("a closed loop shows a stall across the end too") {
    val summary = run(cell("confirm: receipt, window: 1, think: 2 ms"), fromS = 4, lastsS = 2).summary.get
    for latency <- List(summary.endToEnd, summary.send) do assertEquals(above(latency, 1.5).toInt, 1)
  }

  timed("an overloaded open loop shows how long its messages wait, and is marked") {
    val (offered, carried) = (1000.0, 600.0)
    val result = relayed(this.cell(s"rate: ${offered.toInt}/s, confirm: none")) { (sent, sinceFirst) =>
      LockSupport.parkNanos((sent / carried * 1e9).toLong - sinceFirst)
    }
    // a message that is due at t comes at t * offered / carried
    def wait(percentile: Double): Double = (warmUpS + samplesS * percentile) * (offered / carried - 1)
    val latency = result.summary.get.endToEnd.get
    between(latency.usP50 / 1e6, wait(0.5) * 0.95, wait(0.5) * 1.1, "p50")
    between(latency.usP99 / 1e6, wait(0.99) * 0.95, wait(0.99) * 1.1, "p99")
    assertEqualsDouble(latency.count.toDouble, offered * samplesS, offered * samplesS * 0.02)
    val marks = Marking.of(result, Circumstances(sharedWithBroker = false, single = false, steady = true))
    val missed = marks.filter(_.mark == Mark.RateMissed)
    assertEquals(missed.size, 1, marks)
    between(missed.head.measured.get, 0.55, 0.65, "share of what was due")
  }
