package shootout.run

import shootout.record.Audit

/** What linked phases have in common: destinations, the audit, and who took part so far.
  *
  * @param guests
  *   indices of producers that are none of the cell's clients, as a peer that makes messages itself: each consumer may get
  *   them, and is owed none
  * @param sharing
  *   consumers of the phase that has most of them
  */
final class LinkedState(
    val base: String,
    val cellTag: Int,
    private[run] val guests: List[Int] = Nil,
    private[run] val sharing: Int = 0
):
  val audit = Audit()
  private[run] var producers = List.empty[Sender]
  private[run] var consumers = List.empty[Taker]

  /** Messages accepted and not yet consumed when this phase began. */
  var depth = 0L
