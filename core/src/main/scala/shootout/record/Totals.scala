package shootout.record

import shootout.result.GroupSample

/** Counts of one group up to one moment. */
final private[record] case class Totals(
    produced: Long,
    confirmed: Long,
    consumed: Long,
    acknowledged: Long,
    errors: Long,
    connected: Int,
    heldBack: Long
):
  def -(earlier: Totals): Totals = Totals(
    produced - earlier.produced,
    confirmed - earlier.confirmed,
    consumed - earlier.consumed,
    acknowledged - earlier.acknowledged,
    errors - earlier.errors,
    connected,
    heldBack - earlier.heldBack
  )

  def toSample(group: SampledGroup): GroupSample =
    GroupSample(group.name, group.role, produced, confirmed, consumed, acknowledged, errors, connected)

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
