package shootout.stomp

import shootout.result.LatencyTime
import org.HdrHistogram.Histogram
import shootout.units.Endpoint

import java.nio.ByteBuffer
import java.util.Base64
import java.util.concurrent.atomic.AtomicBoolean
import scala.concurrent.duration.*

/** A real server that stalls for 2 s in an open loop. `StallSuite` tests the exact latencies in virtual time. */
class StallIT extends munit.FunSuite:
  override def munitTimeout: Duration = 120.seconds

  private val ratePerS = 500

  test("messages that were due while the server stalled have its latency"):
    val (stalled, fromS, stallMs) = (AtomicBoolean(), 1.5, 2000L)
    var first = 0L
    val server = RelayServer: sent =>
      if sent == 0 then first = System.nanoTime()
      if System.nanoTime() - first > fromS * 1e9 && stalled.compareAndSet(false, true) then Thread.sleep(stallMs)
    try
      val workload = Loads.workload(
        s"{warm_up: 500 ms, samples: 5, destinations: {type: queue}, consumers: {}, " +
          s"producers: {size: 20 B, rate: $ratePerS/s, confirm: receipt}}"
      )
      val protocol = StompProtocol(ClientUnderTest.dialect(Version.V11), Map.empty)
      val result =
        Loads.measured(protocol, Endpoint("127.0.0.1", server.port, None, None, None), workload, "stall")
      assertEquals(result.audit.map(a => (a.lost, a.duplicated, a.reordered)), Some((0L, 0L, 0L)))
      for latency <- List(result.summary.get.endToEnd, result.summary.get.send).flatten do
        assertEquals(latency.kind, LatencyTime.ResponseTime)
        val histogram =
          Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder.decode(latency.histogram)), 0)
        val waited = histogram.getTotalCount - histogram.getCountBetweenValues(0, 1_000_000)
        assert(
          latency.usMax >= 0.9 * stallMs * 1000 && waited >= 0.85 * ratePerS,
          s"$waited, at most ${latency.usMax} us"
        )
    finally server.close()
