package shootout.run

import shootout.record.SequenceSet
import shootout.scenario.Cell

import java.util.BitSet

/** Whether a broker kept the message groups of a cell: all messages of one go to one consumer, for as long as that stays. */
private[run] object MessageGroups:
  /** What a reader must know of groups that were not kept. That a group moved is no fault where its consumer left, so of such loads nothing is
    * said; call it only after the consumers have stopped.
    */
  def note(cell: Cell, senders: List[Sender], takers: List[Taker]): Option[String] =
    val stay = cell.consumers.forall(c => c.messagesPerConnection.isEmpty && c.rampPerSecond.isEmpty)
    val kept =
      for sharing <- senders.groupBy(s => (s.groupIndex, s.target)).values.toList yield
        val names = sharing.head.group.messageGroups.getOrElse(0)
        split(
          names,
          takers.filter(_.source == sharing.head.target).map(taker => sharing.map(s => taker.audit.of(s.audit.index)))
        )
    val (groups, both) = (kept.map(_._1).sum, kept.map(_._2).sum)
    Option.when(stay && !cell.crash && cell.phase.isEmpty && both > 0)(
      s"$both of $groups message groups went to more than one consumer, though no consumer came late or left"
    )

  /** @param seen
    *   what each consumer of a queue got, of each producer that names these groups
    * @return
    *   how many groups there are, and how many of them went to several consumers
    */
  def split(groups: Int, seen: List[List[SequenceSet]]): (Int, Int) =
    val (once, twice) = (BitSet(groups), BitSet(groups))
    if groups > 0 then
      for consumer <- seen do
        val theirs = BitSet(groups)
        consumer.foreach(set => theirs.or(set.remainders(groups)))
        val again = theirs.clone.asInstanceOf[BitSet]
        again.and(once)
        twice.or(again)
        once.or(theirs)
    (groups, twice.cardinality)
