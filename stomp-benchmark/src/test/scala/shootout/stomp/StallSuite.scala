package shootout.stomp

import org.HdrHistogram.Histogram
import shootout.result.{CellResult, LatencySummary}
import shootout.scenario.Cell
import shootout.units.Endpoint

import java.nio.ByteBuffer
import java.util.Base64
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.*

/** A server that stalls for 2 s in the middle of a load: what an open loop sees of it, and what a closed loop does not
  * (coordinated omission).
  */
class StallSuite extends munit.FunSuite:
  override def munitTimeout: Duration = 60.seconds

  private val stallS = 2.0
  private val ratePerS = 500

  private def cell(producers: String): Cell =
    Loads.cell(
      s"{warm_up: 500 ms, samples: 5, destinations: {type: queue}, producers: {size: 20 B, $producers}, consumers: {}}"
    )

  /** The stall begins 1.5 s after the first message. */
  private def run(cell: Cell): CellResult =
    val stalled = AtomicBoolean()
    var first = 0L
    val server = RelayServer { sent =>
      if sent == 0 then first = System.nanoTime()
      if System.nanoTime() - first > 1.5e9 && stalled.compareAndSet(false, true) then
        Thread.sleep((stallS * 1000).toLong)
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

  private def between(value: Double, low: Double, high: Double, what: String)(using munit.Location): Unit =
    assert(value >= low && value <= high, s"$what: $value is not between $low and $high")

  test("an open loop shows the stall at its tail, and all messages that waited behind it") {
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

  test("an open loop with a window keeps the times of what it could not send, and says how late it was") {
    val summary = run(cell(s"rate: $ratePerS/s, confirm: receipt, window: 10")).summary.get
    between(summary.endToEnd.get.usMax / 1e6, stallS * 0.9, stallS * 1.5, "end to end, max")
    between(above(summary.endToEnd, 1), ratePerS * 0.85, ratePerS * 1.3, "messages above 1 s")
    between(above(summary.scheduleDelay, 1), ratePerS * 0.8, ratePerS * 1.3, "messages sent more than 1 s late")
  }

  test("a closed loop shows the same stall as one sample") {
    val summary = run(cell("confirm: receipt, window: 1, think: 2 ms")).summary.get
    for latency <- List(summary.endToEnd, summary.send) do
      assertEquals(latency.map(_.kind), Some("service_time"))
      assertEquals(above(latency, 1).toInt, 1)
    assertEquals(summary.targetPerS, None)
  }
