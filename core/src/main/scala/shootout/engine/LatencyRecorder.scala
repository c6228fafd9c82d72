package shootout.engine

import org.HdrHistogram.{Histogram, WriterReaderPhaser}

/** Latencies of one client. Only the client writes them, and the sampler takes them at any time without a lock.
  *
  * Values are microseconds from 1 us to 10 min with 3 significant digits. A larger value counts as 10 min, a value
  * below zero counts as 0 and in `belowZero`. Messages of one batch often share stamp and arrival, so equal values are
  * added in one step.
  *
  * A latency is ''inside'' if its clock began within a stretch of time, see [[measure]]. It then belongs to the numbers
  * of the workload, however late it ended. All others are kept separately.
  *
  * @param unitNanos
  *   the unit of the values in nanoseconds, if not a microsecond; the largest value is 600 million units
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

  /** Opens a batch of recordings that end at the same moment. [[leave]] must follow. */
  def enter(): Unit =
    ticket = phaser.writerCriticalSectionEnter()
    current = active
    // The same latency in another batch may have begun inside or outside.
    pendingNanos = Long.MinValue

  /** Records one latency. Call it between [[enter]] and [[leave]].
    *
    * @param began
    *   when the latency began: the message's stamp
    */
  def record(nanos: Long, began: Long): Unit =
    if nanos == pendingNanos then pendingCount += 1 else other(nanos, began)

  private def other(nanos: Long, began: Long): Unit =
    // Values below zero are never pending, because each of them is counted.
    pendingNanos = if nanos < 0 then Long.MinValue else nanos
    // Dividing by a constant is faster than dividing by a field.
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

  /** Records one latency that is not part of a batch. */
  def recordOne(nanos: Long, began: Long): Unit =
    enter()
    record(nanos, began)
    leave()

  private def add(): Unit =
    if pendingCount > 0 then
      (if pendingInside then current.inside else current.outside).recordValueWithCount(pendingUnits, pendingCount)
      pendingCount = 0

  /** From the next [[take]] on, latencies that began in this stretch of time are inside. Before the first call none is.
    * Only the sampler's thread calls this.
    *
    * @param nanos
    *   length of the stretch, see [[LatencyRecorder.Open]] and [[LatencyRecorder.Always]]
    */
  def measure(from: Long, nanos: Long): Unit =
    this.from = from
    length = nanos

  /** Hands over what was recorded since the last call. Only the sampler's thread calls this.
    *
    * @param inside
    *   gets the latencies that are inside
    * @param all
    *   gets all latencies
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

  /** Recordings so far that were inside and below zero. */
  def belowZero: Long = negative

object LatencyRecorder:
  final val Micro = 1000L
  val MaxUnits: Long = 600_000_000L

  /** The length of a stretch that has not ended yet. */
  val Open: Long = Long.MaxValue

  /** The length of all time: every latency is inside, whenever it began. */
  val Always: Long = -1
  private val Digits = 3

  /** The histogram resizes itself to the range in use, so that a thousand idle clients cost little. */
  def histogram(): Histogram =
    val h = Histogram(Digits)
    h.setAutoResize(true)
    h

/** Recordings of one phase, with the stretch of time that was known when the phase began. */
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

  /** One comparison also works for clocks below zero. [[LatencyRecorder.Always]] is the largest unsigned number. */
  def holds(began: Long): Boolean = java.lang.Long.compareUnsigned(began - from, length) < 0
