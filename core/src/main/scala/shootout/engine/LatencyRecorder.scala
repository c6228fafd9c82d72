package shootout.engine

import java.nio.ByteBuffer
import java.util.Base64
import org.HdrHistogram.{Histogram, WriterReaderPhaser}

/** Latencies of one client: written by the client alone, taken by the sampler at any time, without a lock.
  *
  * Values are microseconds from 1 us to 10 min with 3 significant digits; a larger one counts as 10 min, one below zero
  * as 0 and in `belowZero`. Messages of one batch often share stamp and arrival, so equal values are added in one step.
  *
  * A latency is ''inside'' if its clock began within a stretch of time, see [[measure]]: then it belongs to the numbers of
  * the workload, however late it ended. All others are kept apart.
  *
  * @param unitNanos
  *   the unit of the values in nanoseconds, if not a microsecond; the largest is 600 million of them
  */
final class LatencyRecorder(unitNanos: Long = LatencyRecorder.Micro):
  private val phaser = WriterReaderPhaser()
  @volatile private var active = Recordings()
  private var inactive = Recordings()
  private var from = 0L
  private var length = 0L
  private var current = active
  private var ticket = 0L
  private var pendingNanos = Long.MinValue
  private var pendingUnits = 0L
  private var pendingCount = 0L
  private var pendingInside = false
  @volatile private var negative = 0L

  /** Opens a batch of recordings, which end at the same moment; [[leave]] must follow. */
  def enter(): Unit =
    ticket = phaser.writerCriticalSectionEnter()
    current = active
    // the same latency in another batch may have begun inside or outside
    pendingNanos = Long.MinValue

  /** One latency; between [[enter]] and [[leave]].
    *
    * @param began
    *   when: the message's stamp
    */
  def record(nanos: Long, began: Long): Unit =
    if nanos == pendingNanos then pendingCount += 1 else other(nanos, began)

  private def other(nanos: Long, began: Long): Unit =
    // none below zero: each of those is counted
    pendingNanos = if nanos < 0 then Long.MinValue else nanos
    // a constant is divided by faster than a field
    val units = if unitNanos == LatencyRecorder.Micro then nanos / LatencyRecorder.Micro else nanos / unitNanos
    val inside = current.holds(began)
    if units == pendingUnits && inside == pendingInside && nanos >= 0 then pendingCount += 1
    else
      add()
      pendingCount = 1
      pendingUnits = units
      pendingInside = inside
      if nanos < 0 then
        if inside then negative += 1
        pendingUnits = 0
      else if units > LatencyRecorder.MaxUnits then pendingUnits = LatencyRecorder.MaxUnits

  def leave(): Unit =
    add()
    phaser.writerCriticalSectionExit(ticket)

  private def add(): Unit =
    if pendingCount > 0 then
      (if pendingInside then current.inside else current.outside).recordValueWithCount(pendingUnits, pendingCount)
      pendingCount = 0

  /** From the next [[take]] on, latencies that began in this stretch of time are inside; before the first call, none.
    * Called by the sampler's thread.
    *
    * @param nanos
    *   length of the stretch, see [[LatencyRecorder.Open]] and [[LatencyRecorder.Always]]
    */
  def measure(from: Long, nanos: Long): Unit =
    this.from = from
    length = nanos

  /** Hands over what was recorded since the last call. Called by the sampler's thread.
    *
    * @param inside
    *   gets those that are inside
    * @param all
    *   gets all of them
    */
  def take(inside: Histogram, all: Histogram): Unit =
    phaser.readerLock()
    try
      val filled = active
      inactive.begin(from, length)
      active = inactive
      inactive = filled
      phaser.flipPhase(1_000_000L)
      inside.add(filled.inside)
      all.add(filled.inside)
      all.add(filled.outside)
    finally phaser.readerUnlock()

  /** Recordings so far that were below zero, and inside. */
  def belowZero: Long = negative

object LatencyRecorder:
  final val Micro = 1000L
  val MaxUnits: Long = 600_000_000L

  /** The length of a stretch whose end is still to come. */
  val Open: Long = Long.MaxValue

  /** The length of all time, whenever a latency began. */
  val Always: Long = -1
  private val Digits = 3

  /** Resizes itself up to the range that is in use, so that a thousand idle clients cost little. */
  def histogram(): Histogram =
    val h = Histogram(Digits)
    h.setAutoResize(true)
    h

/** What is recorded in one phase, with the stretch of time that was known when it began. */
private final class Recordings:
  val inside: Histogram = LatencyRecorder.histogram()
  val outside: Histogram = LatencyRecorder.histogram()
  private var from = 0L
  private var length = 0L

  def begin(from: Long, length: Long): Unit =
    inside.reset()
    outside.reset()
    this.from = from
    this.length = length

  /** One comparison, right for clocks below zero too; [[LatencyRecorder.Always]] is the largest number without a sign. */
  def holds(began: Long): Boolean = java.lang.Long.compareUnsigned(began - from, length) < 0

/** Histograms as they stand in files: HdrHistogram V2, compressed, base64. */
object Histograms:
  def pack(histogram: Histogram): String =
    // a buffer that is too short would silently truncate
    val buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity)
    val length = histogram.encodeIntoCompressedByteBuffer(buffer)
    Base64.getEncoder.encodeToString(java.util.Arrays.copyOf(buffer.array, length))

  /** What all of them have recorded. */
  def sum(packed: List[String]): Histogram =
    val sum = LatencyRecorder.histogram()
    for text <- packed do
      sum.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder.decode(text)), 0))
    sum
