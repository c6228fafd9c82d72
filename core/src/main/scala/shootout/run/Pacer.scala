package shootout.run

import shootout.scenario.ProducerGroup

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

  def of(group: ProducerGroup, began: Long, seed: Long): Pacer =
    (group.rate, group.think) match
      case (Some(rate), _) => OpenLoop(Drawing(rate, seed), began)
      case (_, Some(think)) => Thinking(Drawing(think, seed), began)
      case _ => Flood

  /** As fast as the window and the network take it. */
  private object Flood extends Pacer:
    def allowed(now: Long): Int = Batch
    def stamp(now: Long): Long = now
    def sent(count: Int, now: Long): Unit = ()
    def wakeAt(now: Long): Long = now

  /** One message, then a pause. */
  private final class Thinking(think: Drawing, began: Long) extends Pacer:
    private var next = began
    def allowed(now: Long): Int = if now >= next then 1 else 0
    def stamp(now: Long): Long = now
    def sent(count: Int, now: Long): Unit = next = now + think.at(now - began).toLong
    def wakeAt(now: Long): Long = next

  /** At a rate, by deadlines: a late message carries the time at which it should have been sent, and the ones behind it
    * are not pushed back (Tene, "How NOT to measure latency": no coordinated omission).
    */
  private final class OpenLoop(rate: Drawing, began: Long) extends Pacer:
    private var next = began
    private def interval(at: Long): Long =
      val perSecond = rate.at(at - began)
      if perSecond <= 0 then OpenLoop.IdleStep else math.max(1L, (1e9 / perSecond).toLong)

    def allowed(now: Long): Int =
      skipIdle(now)
      if now >= next then 1 else 0
    def stamp(now: Long): Long = next
    def sent(count: Int, now: Long): Unit = next += interval(next)
    def wakeAt(now: Long): Long = next

    /** While the rate is 0, time passes without messages. */
    private def skipIdle(now: Long): Unit =
      while now >= next && rate.at(next - began) <= 0 do next += OpenLoop.IdleStep

  private object OpenLoop:
    val IdleStep = 1_000_000L
