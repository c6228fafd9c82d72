package shootout.record

import shootout.result.{GroupSample, Role}
import shootout.units.Json

/** Counts of one group up to one moment, or between two. */
final case class Totals(
    produced: Long,
    confirmed: Long,
    consumed: Long,
    acknowledged: Long,
    errors: Long,
    connected: Int,
    heldBack: Long
) derives Json.ReadWriter:
  /** Of the same clients. */
  def -(earlier: Totals): Totals = Totals(
    produced - earlier.produced,
    confirmed - earlier.confirmed,
    consumed - earlier.consumed,
    acknowledged - earlier.acknowledged,
    errors - earlier.errors,
    connected,
    heldBack - earlier.heldBack
  )

  /** Of other clients. */
  def +(others: Totals): Totals = Totals(
    produced + others.produced,
    confirmed + others.confirmed,
    consumed + others.consumed,
    acknowledged + others.acknowledged,
    errors + others.errors,
    connected + others.connected,
    heldBack + others.heldBack
  )

  def toSample(name: String, role: Role): GroupSample =
    GroupSample(name, role, produced, confirmed, consumed, acknowledged, errors, connected)

private[record] object Totals:
  def of(group: SampledGroup): Totals =
    def sum(counter: ClientRecorder => Counter) = group.clients.map(counter(_).get).sum
    Totals(
      sum(_.produced),
      sum(_.confirmed),
      sum(_.consumed),
      sum(_.acknowledged),
      sum(_.errors),
      group.clients.count(_.connected),
      sum(_.heldBack)
    )
