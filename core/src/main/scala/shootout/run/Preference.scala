package shootout.run

import shootout.driver.Protocol
import shootout.scenario.Cell

/** What a scenario prefers without insisting on it, as far as a broker can have it. */
private object Preference:
  /** @return
    *   the cell as it can run, and what the result must say of it
    */
  def fit(cell: Cell, protocol: Protocol): (Cell, List[String]) =
    val preferred = cell.consumers.filter(_.prefetchPreferred).flatMap(_.prefetch).distinct
    if preferred.isEmpty then (cell, Nil)
    else
      val strict = cell.copy(consumers = cell.consumers.map(_.copy(prefetchPreferred = false)))
      protocol.unsupported(strict) match
        case None => (strict, Nil)
        case Some(why) =>
          val bare = cell.consumers.map(c => if c.prefetchPreferred then c.copy(prefetch = None) else c)
          val note = s"the broker's own prefetch holds, and not one of ${preferred.mkString(" or ")}: $why"
          (cell.copy(consumers = bare), List(note))
