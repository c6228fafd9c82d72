package shootout.scenario

import shootout.units.{Json, Nanos}

/** A number that may change while a cell runs, as a function of the time since the load began.
  *
  * The unit is that of the setting it stands in: bytes for a message size, messages per second for a rate, nanoseconds
  * for a think time. Random functions draw anew for every message.
  */
enum Varying derives Json.ReadWriter:
  case Constant(value: Double)
  case Uniform(min: Double, max: Double)

  /** Normal distribution, cut off below zero. */
  case Normal(mean: Double, stdev: Double)

  /** Of a rate only: messages that come independently of each other, so that the time from one to the next is
    * exponentially distributed.
    */
  case Poisson(mean: Double)

  /** `busy` for `busyFor`, then `quiet` for `quietFor`, and again. */
  case Burst(quiet: Double, busy: Double, quietFor: Nanos, busyFor: Nanos)

  /** Each function holds from its time on until the next one's; the first starts at zero. */
  case Steps(from: List[(Nanos, Varying)])

  /** The largest value that may come; of a normal distribution, that a larger one comes once in a billion times. */
  def largest: Double = this match
    case Constant(value) => value
    case Uniform(_, max) => max
    case Normal(mean, stdev) => mean + Varying.Far * stdev
    case Poisson(perSecond) => perSecond
    case Burst(quiet, busy, _, _) => math.max(quiet, busy)
    case Steps(from) => from.map(_._2.largest).max

  /** Where it stays the same. A rate that is drawn for each message has no mean over time that is as simple. */
  def average: Option[Double] = this match
    case Constant(value) => Some(value)
    case Poisson(perSecond) => Some(perSecond)
    case Uniform(_, _) | Normal(_, _) | Burst(_, _, _, _) | Steps(_) => None

object Varying:
  /** Standard deviations. */
  private val Far = 6.0
