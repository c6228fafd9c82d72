package shootout.verdict

import shootout.result.{AuditResult, CellResult, CrashResult, DrainOutcome, Fault, Mark, MarkResult}
import shootout.units.DestinationType

/** The mark `E`: whatever the audit or the connections complain about. */
object Faults:
  /** Of the deliveries that were owed: with more of them left in the broker, what was consumed is not what it can carry. */
  private val UndrainedShare = 0.5

  /** Order is promised per producer to a topic's subscribers and to the only consumer of a queue. Consumers that share a
    * queue get each other's messages when one of them leaves, in whatever order.
    */
  def orderIsPromised(cell: CellResult): Boolean =
    cell.load.destinationType == DestinationType.Topic || cell.load.consumers <= cell.load.destinations

  /** @param consumersThink
    *   consumers take their time on purpose, so that much may be left
    */
  def mark(cell: CellResult, consumersThink: Boolean): Option[MarkResult] =
    val found = (cell.crash match
      case Some(crash) => afterCrash(crash, cell.audit)
      case None => cell.summary.toList.map(_.errors -> Fault.Errors.title) ++ audited(cell) ++ cutOff(cell)
    ).filter(_._1 > 0)
    val stood = standstill(cell, consumersThink)
    if found.isEmpty then stood
    else
      val because = found.map((n, what) => s"$n $what").mkString(", ")
      val whole = (because :: stood.map(_.because).toList).mkString("; ")
      Some(Marking.mark(Mark.Errors, whole, found.map(_._1).sum.toDouble, 0))

  /** Consumers that got nothing, or little of what was sent. What an earlier one of linked phases leaves is for the later. */
  private def standstill(cell: CellResult, consumersThink: Boolean): Option[MarkResult] =
    val last = cell.phase.forall(p => p.index + 1 == p.count)
    for
      audit <- cell.audit if cell.load.consumers > 0 && cell.crash.isEmpty && audit.expected > 0
      left = audit.undrained.toDouble / audit.expected
      silent = cell.summary.exists(s => s.consumed.maxPerS == 0 && s.produced.maxPerS > 0)
      if silent || (last && !consumersThink && left > UndrainedShare)
    yield
      val nothing = Option.when(silent)("nothing was consumed in any sample, though messages were sent")
      val missing =
        Option.when(audit.undrained > 0)(
          s"${audit.undrained} of ${audit.expected} deliveries (${Marking.percent(left)}) ${notThere(cell)}"
        )
      Marking.mark(Mark.Errors, (nothing ++ missing).mkString("; "), left, UndrainedShare)

  /** What is under way is not lost. */
  private def notThere(cell: CellResult): String =
    val ended = cell.drain.filter(_.outcome == DrainOutcome.LimitReached)
    ended.fold("were missing at the end")(d => f"had not come yet when the drain ended, after ${d.durationS}%.0f s")

  private def cutOff(cell: CellResult): List[(Long, String)] = cell.cutOff.toList.flatMap { cut =>
    List(cut.producers -> "producers", cut.consumers -> "consumers")
      .map((n, who) => n.toLong -> s"$who that did not close and were cut off")
  }

  private def audited(cell: CellResult): List[(Long, String)] = cell.audit.toList.flatMap { a =>
    counted(a, Fault.Lost, Fault.Duplicated) ++ damaged(a) ++
      (if orderIsPromised(cell) then counted(a, Fault.Reordered) else Nil)
  }

  /** Of a killed broker, broken connections and second deliveries are expected; the loss of a promise is not. */
  private def afterCrash(crash: CrashResult, audit: Option[AuditResult]): List[(Long, String)] =
    (crash.lostConfirmed -> "confirmed, then lost") :: audit.toList.flatMap(damaged)

  private def damaged(a: AuditResult): List[(Long, String)] =
    counted(a, Fault.Corrupted, Fault.Foreign, Fault.Misrouted)

  private def counted(a: AuditResult, faults: Fault*): List[(Long, String)] =
    faults.toList.map(fault => a.count(fault) -> fault.title)
