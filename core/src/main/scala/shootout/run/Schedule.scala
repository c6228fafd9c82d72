package shootout.run

import shootout.scenario.Varying

/** When the messages of one producer of an open loop are due, whatever happens to them: a series of times that its rate
  * and its seed alone determine.
  *
  * Between two messages the integral of the rate is 1; in a Poisson process it is exponentially distributed with mean 1
  * (Cinlar, Introduction to Stochastic Processes, 1975: a change of the time scale makes any rate a constant one).
  * Fractions of nanoseconds are carried on, so that nothing drifts.
  *
  * @param rate
  *   messages per second
  * @param share
  *   of the rate that is this producer's: 1, or 1 / n of a total
  * @param phase
  *   0 to 1: where the first message stands between two of them, so that the producers of a group take turns
  * @param began
  *   nanoseconds of the clock at the load's beginning
  */
final class Schedule(rate: Varying, share: Double, phase: Double, began: Long, seed: Long):
  private val drawing = Drawing(rate, seed)
  private var at = began
  private var fraction = 0.0

  advance(drawing.gap(0, regular = phase))

  /** When the next message is due. */
  def next: Long = at

  /** It was sent: on to the one behind it. */
  def advance(): Unit = advance(drawing.gap(at - began, regular = 1.0))

  private def advance(messages: Double): Unit =
    var left = messages
    var zeros = 0
    var found = false
    while !found do
      val elapsed = at - began
      val perSecond = drawing.at(elapsed) * share
      val same = drawing.sameUntil(elapsed) - elapsed
      val holds = perSecond * (same - fraction) / 1e9
      if holds > left then
        val exact = fraction + left * 1e9 / perSecond
        at += exact.toLong
        fraction = exact - exact.toLong
        found = true
      else
        left -= holds
        fraction = 0
        if perSecond > 0 || !drawing.isRandom(elapsed) then at += math.min(same, Schedule.Never)
        else
          zeros += 1
          at += math.min(same, if zeros > Schedule.MaxZeros then Schedule.Never else Schedule.Idle)
        found = at - began >= Schedule.Never

  /** How many messages were due in a stretch of time, from the first one's beginning to before the second one's. */
  def due(from: Long, until: Long): Long = drawing.constant match
    case Some(perSecond) => dueBefore(until, perSecond * share) - dueBefore(from, perSecond * share)
    case None =>
      val again = Schedule(rate, share, phase, began, seed)
      var count = 0L
      while again.next < until do
        if again.next >= from then count += 1
        again.advance()
      count

  private def dueBefore(time: Long, perSecond: Double): Long =
    math.max(0.0, math.ceil((time - began) * perSecond / 1e9 - phase)).toLong

private object Schedule:
  /** Two days: longer than any load. */
  private val Never = 172_800_000_000_000L

  /** For so long after a draw of 0, nothing is due. */
  private val Idle = 1_000_000L

  /** A function that draws 0 so often in a row never draws anything else. */
  private val MaxZeros = 100_000
