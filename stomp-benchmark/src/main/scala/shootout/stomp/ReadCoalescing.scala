package shootout.stomp

/** Decides how long one consumer waits before it reads again, so that a broker's small writes are read together. Network cards moderate their
  * interrupts in the same way.
  *
  * A broker that writes each message by itself wakes its consumer for each message, if the scheduler lets the consumer run at once: Linux does
  * when broker and load are in different scheduling groups. A message then costs the consumer 5 to 8 µs instead of 1 µs, and that time is
  * taken from the broker.
  */
final class ReadCoalescing:
  private var lastRead = 0L
  private var meanGapNanos = 0.0
  private var meanMessages = 0.0

  /** Nanoseconds until the next read; 0: read as soon as there is something.
    *
    * @param now
    *   time of this read, by [[System.nanoTime]]
    * @param messages
    *   that it completed
    * @param bytes
    *   that it brought
    */
  def delay(now: Long, messages: Int, bytes: Long): Long =
    val gap = math.min(now - lastRead, ReadCoalescing.LongestGapNanos)
    lastRead = now
    meanGapNanos += (gap - meanGapNanos) * ReadCoalescing.Weight
    meanMessages += (messages - meanMessages) * ReadCoalescing.Weight
    val isFast = meanMessages * ReadCoalescing.PeriodNanos >= meanGapNanos * ReadCoalescing.LeastMessages
    if bytes < ReadCoalescing.SmallBytes && isFast then ReadCoalescing.untilTick(now) else 0

object ReadCoalescing:
  /** All consumers read at the same ticks of this period, so that one timer wakes them together. We compared periods
    * next to ActiveMQ 6.3.1 in another scheduling group (`bin/calibrate --against original --scheduling two`, four or
    * five pairs each). At 0.7 ms a fan-out had 0.94 of the original client's rate (0.85 in ten pairs later), and a
    * message cost 1.7 µs of CPU time. Without ticks it had 0.80 and 4.0 µs, with ticks of 0.25 ms 0.73, of 0.5 ms 0.91,
    * of 1 ms 0.84, and of 2 ms 0.75.
    */
  val PeriodNanos: Long = 700_000L

  /** Messages that a period must bring on average; with fewer, waiting saves nothing. */
  private val LeastMessages = 3

  /** A larger read has many messages already. */
  private val SmallBytes = 4096L
  private val Weight = 1.0 / 16
  private val LongestGapNanos = 10 * PeriodNanos

  private def untilTick(now: Long): Long =
    val rest = PeriodNanos - math.floorMod(now, PeriodNanos)
    if rest < PeriodNanos / 4 then rest + PeriodNanos else rest
