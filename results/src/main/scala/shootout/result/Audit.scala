package shootout.result

import shootout.units.Json

/** What goes wrong with messages, or with the connections that carry them, and is counted.
  *
  * @param title
  *   for people, behind a number
  * @param isLoss
  *   a message did not get where it was to go, as it was sent
  */
enum Fault(val title: String, val isLoss: Boolean = false):
  /** Lost or refused connections, and messages of error. */
  case Errors extends Fault("errors")
  case Lost extends Fault("lost", isLoss = true)
  case Duplicated extends Fault("duplicated")
  case Reordered extends Fault("out of order")
  case Corrupted extends Fault("corrupted", isLoss = true)
  case Foreign extends Fault("of another load")
  case Misrouted extends Fault("for another consumer", isLoss = true)

object Fault:
  /** Those that the audit sees. */
  val audited: List[Fault] = values.toList.filterNot(_ == Errors)

/** How the drain ended. */
enum DrainOutcome:
  /** The audit saw every accepted message arrive. */
  case Complete

  /** Nothing arrived for the drain time-out, with messages still missing. */
  case TimedOut

  /** Messages still arrived when the drain's limit was reached. */
  case LimitReached

  /** The user stopped, the broker ended or every connection was lost: what had not come by then was not waited for. */
  case Interrupted

  /** No consumer: nothing to drain. */
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
  *   owed and never seen although the drain ran into silence, for five drain time-outs in which the broker did nothing
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
  *   messages of this workload that reached a consumer they were not for: of another destination, or against its selector
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
