package shootout.stomp

class ReadCoalescingSuite extends munit.FunSuite:
  private val period = ReadCoalescing.PeriodNanos

  /** Delays after reads at this interval. */
  private def delays(gap: Long, messages: Int, bytes: Long): Seq[Long] =
    val coalescing = ReadCoalescing()
    (1 to 200).map(read => coalescing.delay(read * gap, messages, bytes))

  test("small reads at a high rate wait for the next tick"):
    val late = delays(gap = 20_000, messages = 1, bytes = 150).drop(100)
    assert(late.forall(delay => delay >= period / 4 && delay <= period + period / 4), late.distinct)

  test("all consumers wait for the same ticks"):
    val coalescing = ReadCoalescing()
    val ends = (1 to 200).map(n => n * 20_000L + coalescing.delay(n * 20_000L, 1, 150)).drop(100)
    assertEquals(ends.count(_ % period != 0), 0)

  test("large reads, reads at a low rate and rare reads do not wait"):
    assertEquals(delays(gap = 20_000, messages = 100, bytes = 15_000).distinct, Seq(0L))
    assertEquals(delays(gap = period, messages = 1, bytes = 150).drop(100).distinct, Seq(0L))
    assertEquals(delays(gap = 100 * period, messages = 1, bytes = 150).distinct, Seq(0L))
