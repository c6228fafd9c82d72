package shootout.record

import org.HdrHistogram.{Histogram, WriterReaderPhaser}

/** Latencies of one client: written by the client alone, taken by the sampler at any time, without a lock.
  *
  * Values are microseconds from 1 us to 10 min with 3 significant digits; a larger one counts as 10 min, one below zero
  * as 0 and in `belowZero`. Messages of one batch often share stamp and arrival, so equal values are added in one step.
  *
  * @param unitNanos
  *   the unit of the values in nanoseconds, if not a microsecond; the largest is 600 million of them
  */
final class LatencyRecorder(unitNanos: Long = LatencyRecorder.Micro):
  private val phaser = WriterReaderPhaser()
  @volatile private var active = LatencyRecorder.histogram()
  private var inactive = LatencyRecorder.histogram()
  private var current = active
  private var ticket = 0L
  private var pendingNanos = Long.MinValue
  private var pendingUnits = 0L
  private var pendingCount = 0L
  @volatile private var negative = 0L

  /** Opens a batch of recordings; [[leave]] must follow. */
  def enter(): Unit =
    ticket = phaser.writerCriticalSectionEnter()
    current = active

  /** One latency; between [[enter]] and [[leave]]. */
  def record(nanos: Long): Unit =
    if nanos == pendingNanos then pendingCount += 1 else other(nanos)

  private def other(nanos: Long): Unit =
    // none below zero: each of those is counted
    pendingNanos = if nanos < 0 then Long.MinValue else nanos
    // a constant is divided by faster than a field
    val units = if unitNanos == LatencyRecorder.Micro then nanos / LatencyRecorder.Micro else nanos / unitNanos
    if units == pendingUnits && nanos >= 0 then pendingCount += 1
    else
      add()
      pendingCount = 1
      pendingUnits = units
      if nanos < 0 then
        negative += 1
        pendingUnits = 0
      else if units > LatencyRecorder.MaxUnits then pendingUnits = LatencyRecorder.MaxUnits

  def leave(): Unit =
    add()
    phaser.writerCriticalSectionExit(ticket)

  private def add(): Unit =
    if pendingCount > 0 then
      current.recordValueWithCount(pendingUnits, pendingCount)
      pendingCount = 0

  /** Adds all that was recorded since the last call to `total`. Called by one thread, the sampler's. */
  def takeInto(total: Histogram): Unit =
    phaser.readerLock()
    try
      val filled = active
      inactive.reset()
      active = inactive
      inactive = filled
      phaser.flipPhase(1_000_000L)
      total.add(filled)
    finally phaser.readerUnlock()

  /** Recordings so far that were below zero. */
  def belowZero: Long = negative

object LatencyRecorder:
  final val Micro = 1000L
  val MaxUnits: Long = 600_000_000L
  private val Digits = 3

  /** Resizes itself up to the range that is in use, so that a thousand idle clients cost little. */
  def histogram(): Histogram =
    val h = Histogram(Digits)
    h.setAutoResize(true)
    h
