package shootout.result

import shootout.units.{Json, Word}

/** A kind of fault that we count. Messages have it, or the connections that carry them.
  *
  * @param title
  *   the words that follow the count
  * @param isLoss
  *   true if a message did not reach its destination, or not intact
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

/** Why the drain ended. */
enum DrainOutcome extends Word:
  /** The audit saw every accepted message arrive. */
  case Complete

  /** Messages were missing, and nothing arrived for the drain time-out. */
  case TimedOut

  /** Messages were still arriving at the drain's time limit. */
  case LimitReached

  /** The user stopped the run, the broker ended, or every connection was lost. The drain did not wait for the missing
    * messages.
    */
  case Interrupted

  /** There is no consumer, so there is nothing to drain. */
  case NotNeeded

/** Why the drain ended, and how long it took. */
case class DrainResult(outcome: DrainOutcome, durationS: Double) derives Json.ReadWriter

/** The audit of every message of a workload. For linked phases, it covers all phases so far. */
case class AuditResult(
    /** the deliveries that are owed: messages that the broker accepted, times the consumers of each */
    expected: Long,
    /** distinct deliveries that arrived */
    delivered: Long,
    /** owed deliveries that never arrived, although nothing arrived for five drain time-outs and the broker was idle */
    lost: Long,
    /** owed deliveries that had not arrived when waiting ended: at the drain's limit, or because a later phase consumes
      * them
      */
    undrained: Long,
    /** deliveries beyond the first */
    duplicated: Long,
    /** deliveries after a later message of the same producer */
    reordered: Long,
    /** messages whose length or checksum was wrong */
    corrupted: Long,
    /** messages of another workload */
    foreign: Long,
    /** messages of this workload that reached the wrong consumer: another destination's, or one whose selector excludes
      * them
      */
    misrouted: Long = 0,
    /** deliveries beyond the first that the protocol's promise allows; they do not count as duplicated */
    redelivered: Long = 0,
    /** deliveries after a later message that the protocol's promise allows; they do not count as reordered */
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
