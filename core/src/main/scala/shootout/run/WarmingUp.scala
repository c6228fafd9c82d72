package shootout.run

import shootout.machine.Meter

/** Whether a load is warm. A steady rate is not enough: while a JVM compiles, it may carry less, at a rate that is steady for seconds, and
  * then half as much again; and what an open loop owes from then comes behind, faster than it was asked for.
  *
  * @param owedPerS
  *   messages a second that are to come, where the load says so
  * @param meter
  *   tells what the compilers of broker and generator do
  */
final private[run] class WarmingUp(pulse: Pulse, owedPerS: Option[Double], meter: Meter):
  private var running = false
  private var looked = 0L
  private var compiling = false
  private var offPace = 0L
  private var onPace = false

  /** The load begins; in nanoseconds. */
  def begin(now: Long): Unit =
    running = true
    looked = now
    offPace = now
    meter.compilerCores(): Unit

  /** The samples begin. */
  def end(): Unit = running = false

  /** Time has passed. */
  def advance(now: Long): Unit = if running then
    // a mean of before and behind a change is on pace by chance
    if !ahead.exists(_.abs <= 1) then offPace = now
    onPace = now - offPace >= WarmingUp.Hold
    if now - looked >= WarmingUp.Look then
      looked = now
      compiling = meter.compilerCores().exists(_ > WarmingUp.BusyCores)
      // steady or not, it was the rate of slower code
      if compiling then pulse.notYet()

  def isOver: Boolean = !compiling && (if owedPerS.isDefined then onPace else pulse.steady)

  /** What is carried now, it carries: the rate is neither still rising nor that of somebody who catches up. A broker that cannot carry what it
    * is asked to may be steady in that.
    */
  def isSteady: Boolean = owedPerS.isDefined && onPace || pulse.steady && ahead.forall(_ <= 1)

  /** How much faster than owed messages come, in units of what is no difference; none where nothing is owed. */
  private def ahead: Option[Double] =
    for owed <- owedPerS; recent <- pulse.recentPerS
    yield (recent - owed) / (WarmingUp.Share * owed + 2 * math.sqrt(owed / Pulse.RecentSeconds))

private[run] object WarmingUp:
  /** Long enough for the hundredths of a second in which the system counts. */
  private val Look = 500_000_000L

  /** Nanoseconds, of a rate that is what it shall be. */
  private val Hold = 500_000_000L

  /** Of one processor. In their first seconds the compilers take most of one; later, now and then, a few hundredths. */
  private val BusyCores = 0.15

  /** Of the rate; beside it there is twice the spread of messages that come independently of each other. */
  private val Share = 0.03
