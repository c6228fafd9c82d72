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
  private var looked = 0L
  private var compiling = false

  /** The load begins; in nanoseconds. */
  def begin(now: Long): Unit =
    looked = now
    meter.compilerCores(): Unit

  /** Time has passed. */
  def advance(now: Long): Unit = if now - looked >= WarmingUp.Look then
    looked = now
    compiling = meter.compilerCores().exists(_ > WarmingUp.BusyCores)

  def isOver: Boolean = isSteady && !compiling

  /** What is carried now, it carries: the rate is neither still rising nor that of somebody who catches up. */
  def isSteady: Boolean = pulse.steady && !catchesUp

  private def catchesUp: Boolean =
    owedPerS.exists(owed => pulse.recentPerS.exists(_ > owed * WarmingUp.Faster))

private[run] object WarmingUp:
  /** Long enough for the hundredths of a second in which the system counts. */
  private val Look = 500_000_000L

  /** Of one processor. In their first seconds the compilers take most of one; later, now and then, a few hundredths. */
  private val BusyCores = 0.15

  /** An open loop never is, but for behind a delay. */
  private val Faster = 1.03
