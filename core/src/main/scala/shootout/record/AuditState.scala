package shootout.record

import shootout.units.Json

/** What one producer did, see [[ProducerAudit]].
  *
  * @param receipts
  *   the confirmed messages, where they were remembered
  */
final case class ProducerState(
    index: Int,
    produced: Long,
    confirmed: Long,
    orderly: Boolean,
    receipts: Option[SequenceState]
) derives Json.ReadWriter

/** What one consumer got, see [[ConsumerAudit]].
  *
  * @param client
  *   tells it from the cell's other consumers
  * @param seen
  *   of each producer, by index, whose messages are for it
  */
final case class ConsumerState(
    client: Int,
    seen: List[(Int, SequenceState)],
    corrupted: Long,
    foreign: Long,
    misrouted: Long,
    thinking: Boolean
) derives Json.ReadWriter

/** What some clients of a cell did, on its way to whoever accounts for all of them: their messages may go to, or come from, clients of
  * other load JVMs.
  */
final case class AuditState(producers: List[ProducerState], consumers: List[ConsumerState]) derives Json.ReadWriter

object AuditState:
  /** Of clients that are all different ones. */
  def joined(parts: List[AuditState]): AuditState = AuditState(parts.flatMap(_.producers), parts.flatMap(_.consumers))

/** How far deliveries have come, in numbers that add up over load JVMs; those in lists are one for each obligation, see [[Audit]].
  *
  * @param unsettled
  *   producers of whose sends not all are known to be taken
  * @param owed
  *   messages produced
  * @param accepted
  *   of these, what the broker said it took
  * @param seen
  *   distinct at each consumer; a duplicate at another one counts
  */
final case class AuditProgress(unsettled: Int, owed: List[Long], accepted: List[Long], seen: List[Long])
    derives Json.ReadWriter:
  def nothingOwed: Boolean = owed.forall(_ == 0)

  /** Whether all that is owed has probably come; at most a duplicate among several consumers can deceive it. Never so
    * while it is not known what the broker took.
    */
  def satisfied: Boolean = unsettled == 0 && owed.corresponds(seen)(_ <= _)

  /** Whether less has come than the broker said it took; a duplicate may hide it. */
  def isShort: Boolean = !accepted.corresponds(seen)(_ <= _)

object AuditProgress:
  def joined(parts: List[AuditProgress]): AuditProgress =
    def sums(of: AuditProgress => List[Long]) = parts.map(of).transpose.map(_.sum)
    AuditProgress(parts.map(_.unsettled).sum, sums(_.owed), sums(_.accepted), sums(_.seen))
