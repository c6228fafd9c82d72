package shootout.result

import shootout.units.Json

/** A fault of messages, or of the connections that carry them, that is counted.
  *
  * @param title
  *   the words for people, which follow a number
  * @param isLoss
  *   true if a message did not reach its destination as it was sent
  */
enum Fault(val title: String, val isLoss: Boolean = false):
  /** Lost or refused connections, and error messages. */
  case Errors extends Fault("errors")
  case Lost extends Fault("lost", isLoss = true)
  case Duplicated extends Fault("duplicated")
  case Reordered extends Fault("out of order")
  case Corrupted extends Fault("corrupted", isLoss = true)
  case Foreign extends Fault("of another load")
  case Misrouted extends Fault("for another consumer", isLoss = true)

object Fault:
  /** The faults that the audit detects. */
  val audited: List[Fault] = values.toList.filterNot(_ == Errors)

/** How the drain ended. */
enum DrainOutcome:
  /** The audit saw every accepted message arrive. */
  case Complete

  /** Nothing arrived for the drain time-out, while messages were missing. */
  case TimedOut

  /** Messages still arrived when the drain's limit was reached. */
  case LimitReached

  /** The user stopped, the broker ended, or every connection was lost. The drain did not wait for what was still
    * missing.
    */
  case Interrupted

  /** There is no consumer, so there is nothing to drain. */
  case NotNeeded

object DrainOutcome:
  given Json.ReadWriter[DrainOutcome] = Json.wordCodec(DrainOutcome.values)

/** How the drain ended.
  */
case class DrainResult(outcome: DrainOutcome, durationS: Double) derives Json.ReadWriter

/** The audit of every message of a workload (of all phases so far, if linked).
  *
  * @param expected
  *   deliveries owed: messages accepted by the broker, times the consumers that should get each
  * @param delivered
  *   distinct deliveries seen
  * @param lost
  *   owed and never seen although the drain ran into silence, for five drain time-outs in which the broker did
  *   nothing
  * @param undrained
  *   owed, not seen, and not waited for any longer (drain limit reached, or a later phase unloads them)
  * @param duplicated
  *   deliveries beyond the first
  * @param reordered
  *   deliveries behind a later message of the same producer
  * @param corrupted
  *   bodies whose length or checksum was wrong
  * @param foreign
  *   messages of another workload
  * @param misrouted
  *   messages of this workload that reached a consumer they were not for: of another destination, or against its
  *   selector
  * @param redelivered
  *   deliveries beyond the first that the protocol's promise allows, and that are therefore not among the duplicated
  * @param overtaken
  *   deliveries behind a later message that its promise allows, and that are therefore not among the reordered
  */
case class AuditResult(
    expected: Long,
    delivered: Long,
    lost: Long,
    undrained: Long,
    duplicated: Long,
    reordered: Long,
    corrupted: Long,
    foreign: Long,
    misrouted: Long = 0,
    redelivered: Long = 0,
    overtaken: Long = 0
) derives Json.ReadWriter:
  def count(fault: Fault): Long = fault match
    case Fault.Errors => 0
    case Fault.Lost => lost
    case Fault.Duplicated => duplicated
    case Fault.Reordered => reordered
    case Fault.Corrupted => corrupted
    case Fault.Foreign => foreign
    case Fault.Misrouted => misrouted
