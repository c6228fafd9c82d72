package shootout.stomp

/** The heart-beats of one connection (STOMP 1.1, "Heart-beating"), in its queue. */
private[stomp] final class HeartBeats(
    /** how many bytes have arrived until now */
    read: () => Long,
    /** how many bytes were sent until now */
    written: () => Long,
    /** runs a task after this many milliseconds */
    after: (Long, () => Unit) => Unit,
    /** sends a heart-beat */
    beat: () => Unit,
    /** called when nothing has arrived for so long that the broker counts as dead */
    dead: () => Unit
):
  private var on = true
  private var deaf = false

  /** Whether the client did not read in some part of the interval that is checked next. */
  private var wasDeaf = false

  def start(agreed: Agreed): Unit =
    if agreed.writeMillis > 0 then watchWrites(agreed.writeMillis)
    if agreed.readMillis > 0 then watchReads(agreed.readMillis)

  def stop(): Unit = on = false

  /** Suspends the check, because a client that does not read hears no heart-beats. */
  def suspendRead(): Unit =
    deaf = true
    wasDeaf = true

  def resumeRead(): Unit = deaf = false

  private def watchWrites(every: Long): Unit =
    val before = written()
    after(
      every,
      () =>
        if on then
          if written() == before then beat()
          watchWrites(every)
    )

  private def watchReads(every: Long): Unit =
    val before = read()
    after(
      every,
      () =>
        if on then
          if read() == before && !wasDeaf then dead()
          else
            wasDeaf = deaf
            watchReads(every)
    )

/** The milliseconds between checks whether anything was written, and whether anything arrived; 0 means never. */
private[stomp] final case class Agreed(writeMillis: Long, readMillis: Long)

private[stomp] object Agreed:
  /** A silent broker counts as dead after this many times the agreed time. A busy one may be late, and the first
    * heart-beat of ActiveMQ 6.3.1 comes after twice the time (seen with a bare socket).
    */
  private val Times = 3L

  /** @param theirs
    *   what the broker's CONNECTED says
    * @param ours
    *   milliseconds that we offered for both directions
    * @return
    *   none if there are no heart-beats
    */
  def of(theirs: String, ours: Int): Option[Agreed] = theirs.split(',').map(_.trim.toIntOption) match
    case Array(Some(sends), Some(wants)) if sends > 0 || wants > 0 =>
      // half the agreed time, because we check whether anything was written in the last interval
      val write = if wants > 0 then math.max(ours, wants) / 2L else 0L
      Some(Agreed(write, if sends > 0 then math.max(ours, sends) * Times else 0L))
    case _ => None
