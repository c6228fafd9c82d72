package shootout.result

import shootout.units.Json

/** The part of a cell in which a changing setting had one value.
  *
  * @param setting
  *   what changes, such as `window`
  * @param value
  *   in words
  * @param fromS
  *   seconds from the first sample's beginning
  * @param untilS
  *   seconds from the first sample's beginning
  * @param amount
  *   the value, if it is a number; null: it is none, and in files of older tools
  */
case class StepResult(
    setting: String,
    value: String,
    fromS: Double,
    untilS: Double,
    produced: RateSummary,
    consumed: RateSummary,
    endToEnd: Option[LatencySummary],
    send: Option[LatencySummary],
    amount: Option[Amount] = None
) derives Json.ReadWriter:
  /** See [[CellResult.typed]]. */
  def typed: StepResult = if amount.isDefined then this else copy(amount = Amount.of(value))

/** An offered rate that is a share of a maximum which was measured before, against the same broker.
  *
  * @param maximumCell
  *   id of the cell that measured it
  * @param maximumPerS
  *   messages a second
  * @param share
  *   0 to 1
  * @param targetPerS
  *   messages a second
  */
case class OfferedResult(maximumCell: String, maximumPerS: Double, share: Double, targetPerS: Double)
    derives Json.ReadWriter

/** A cell of a climb: cells along an axis, each of which runs only if the ones below it were held.
  *
  * @param axis
  *   name of the axis
  * @param p99LimitUs
  *   the highest p99 latency of a cell that is held, in microseconds
  * @param held
  *   whether at least 95 % of the rate was produced and consumed, within that limit; null if it was not measured
  * @param because
  *   why it was not held
  * @param beyond
  *   id of the lower cell that was not held, so that this one was not run
  */
case class ClimbResult(
    axis: String,
    p99LimitUs: Double,
    held: Option[Boolean],
    because: Option[String],
    beyond: Option[String]
) derives Json.ReadWriter

/** What of a cell's plan its numbers are judged by: nobody who judges it has to know the plan.
  *
  * @param steady
  *   the load stays the same from the first sample to the last; where it changes on purpose, variation is no noise
  * @param consumersThink
  *   consumers take their time on purpose, so that messages may be left
  * @param copies
  *   how often each message is to be consumed
  * @param climb
  *   null: it does not climb
  * @param sameButRate
  *   ids of cells whose load differs in the rate alone: the generator's ceiling with the first of them that has one is that of this cell, too
  */
case class BasisResult(
    steady: Boolean,
    consumersThink: Boolean,
    copies: Double,
    climb: Option[ClimbBasis],
    sameButRate: List[String]
) derives Json.ReadWriter

/** Of a cell that climbs.
  *
  * @param axis
  *   its name
  * @param p99LimitUs
  *   the highest p99 latency of a cell that is held, in microseconds
  */
case class ClimbBasis(axis: String, p99LimitUs: Double) derives Json.ReadWriter

/** What a broker that was killed (SIGKILL) under load, and started again on the same data, still had.
  *
  * @param confirmed
  *   messages whose receipt had come before the kill
  * @param lostConfirmed
  *   of these, how many never came out again
  * @param duplicated
  *   deliveries beyond the first, after the restart included
  * @param unconfirmedDelivered
  *   messages that came out although no receipt had come
  * @param recoveryS
  *   seconds from the kill until the broker served again; null if it did not
  */
case class CrashResult(
    confirmed: Long,
    lostConfirmed: Long,
    duplicated: Long,
    unconfirmedDelivered: Long,
    recoveryS: Option[Double]
) derives Json.ReadWriter

/** What the generator reaches with this load against the null broker, in messages per second, and how much of that
  * was used: messages handled, produced and consumed together, as a share of the same sum. (Without a broker's brakes
  * a flood of sends leaves little time for consuming, so that neither rate is a limit by itself.)
  *
  * @param producedPerS
  *   messages a second
  * @param consumedPerS
  *   messages a second
  * @param usedShare
  *   the larger share of both that was used
  * @param clientCpuUsPerMessage
  *   processor microseconds that a message cost the generator there; null in files of tools that did not record it
  */
case class CeilingResult(
    producedPerS: Double,
    consumedPerS: Double,
    usedShare: Double,
    clientCpuUsPerMessage: Option[Double] = None
) derives Json.ReadWriter
