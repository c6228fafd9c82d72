package shootout.verdict

import shootout.result.{AuditResult, CellResult, CrashResult, Mark, MarkResult}

/** The mark `E`: whatever the audit or the connections complain about. */
object Faults:
  /** Order is promised per producer to a topic's subscribers and to the only consumer of a queue. Consumers that share a
    * queue get each other's messages when one of them leaves, in whatever order.
    */
  def orderIsPromised(cell: CellResult): Boolean =
    cell.load.destinationType == "topic" || cell.load.consumers <= cell.load.destinations

  def mark(cell: CellResult): Option[MarkResult] =
    val found = (cell.crash match
      case Some(crash) => afterCrash(crash, cell.audit)
      case None => cell.summary.toList.map(_.errors -> "errors") ++ audited(cell)
    ).filter(_._1 > 0)
    Option.when(found.nonEmpty) {
      val because = found.map((n, what) => s"$n $what").mkString(", ")
      Marking.mark(Mark.Errors, because, found.map(_._1).sum.toDouble, 0)
    }

  private def audited(cell: CellResult): List[(Long, String)] = cell.audit.toList.flatMap { a =>
    List(a.lost -> "lost", a.duplicated -> "duplicated") ++ damaged(a) ++
      Option.when(orderIsPromised(cell))(a.reordered -> "out of order")
  }

  /** Of a killed broker, broken connections and second deliveries are expected; the loss of a promise is not. */
  private def afterCrash(crash: CrashResult, audit: Option[AuditResult]): List[(Long, String)] =
    (crash.lostConfirmed -> "confirmed, then lost") :: audit.toList.flatMap(damaged)

  private def damaged(a: AuditResult): List[(Long, String)] =
    List(a.corrupted -> "corrupted", a.foreign -> "of another cell")
