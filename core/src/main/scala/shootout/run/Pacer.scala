package shootout.run

/** When a producer may send, and which time its messages carry. One per producer, used in its context only. */
trait Pacer:
  /** How many messages may go now. */
  def allowed(now: Long): Int

  /** The time that the next messages carry. */
  def stamp(now: Long): Long

  /** Messages were handed to the driver. */
  def sent(count: Int, now: Long): Unit

  /** When `allowed` may become positive again; only asked when it is 0. */
  def wakeAt(now: Long): Long

object Pacer:
  /** Messages that share one reading of the clock: at 10 million a second that is 3 us. */
  val Batch = 32

  /** @param schedule
    *   of an open loop
    */
  def of(schedule: Option[Schedule], think: Option[Drawing], began: Long): Pacer =
    (schedule, think) match
      case (Some(due), _) => OpenLoop(due)
      case (_, Some(think)) => ThinkPacer(think, began)
      case _ => Flood

  /** As fast as the window and the network take it. */
  private object Flood extends Pacer:
    def allowed(now: Long): Int = Batch
    def stamp(now: Long): Long = now
    def sent(count: Int, now: Long): Unit = ()
    def wakeAt(now: Long): Long = now

  /** One message, then a pause. */
  private final class ThinkPacer(think: Drawing, began: Long) extends Pacer:
    private var next = began
    def allowed(now: Long): Int = if now >= next then 1 else 0
    def stamp(now: Long): Long = now
    def sent(count: Int, now: Long): Unit = next = now + think.at(now - began).toLong
    def wakeAt(now: Long): Long = next

  /** On a schedule: a late message carries the time at which it should have been sent, and the ones behind it are not
    * pushed back (Tene, "How NOT to measure latency": no coordinated omission).
    */
  private final class OpenLoop(schedule: Schedule) extends Pacer:
    def allowed(now: Long): Int = if now >= schedule.next then 1 else 0
    def stamp(now: Long): Long = schedule.next
    def sent(count: Int, now: Long): Unit = schedule.advance()
    def wakeAt(now: Long): Long = schedule.next
