package shootout.record

import shootout.driver.Stamp
import shootout.result.{AuditResult, DrainOutcome}

/** What one consumer got, of each producer. Written in the consumer's context only.
  *
  * @param cellTag
  *   a message with another tag belongs to another cell: it is counted as foreign and otherwise ignored
  */
final class ConsumerAudit(cellTag: Int):
  private var seen = new Array[SequenceSet | Null](16)
  val corrupted = Counter()
  val foreign = Counter()

  /** @return whether the message belongs to this cell and is intact */
  def add(producer: Int, sequence: Long, intact: Boolean): Boolean =
    if !intact then
      corrupted.add(1)
      false
    else if Stamp.cellTag(producer) != cellTag then
      foreign.add(1)
      false
    else
      of(Stamp.index(producer)).add(sequence)
      true

  /** The set of one producer; from other threads only after the consumer has stopped, or for its counts. */
  def of(index: Int): SequenceSet =
    if index >= seen.length then seen = java.util.Arrays.copyOf(seen, math.max(index + 1, seen.length * 2))
    val set = seen(index)
    if set != null then set
    else
      val made = SequenceSet()
      seen(index) = made
      made

  private[record] def sets: Iterator[SequenceSet] = seen.iterator.collect { case set: SequenceSet => set }

/** What one producer did. `orderly`: its connection was closed so that the broker had processed everything it sent. */
final class ProducerAudit(val index: Int):
  @volatile var produced = 0L
  @volatile var confirmed = 0L
  @volatile var orderly = false

  /** Messages that the broker certainly took: all of them after an orderly end, else those it confirmed. */
  def accepted: Long = if orderly then produced else confirmed

/** Who owes what to whom: each message of `producer` must reach one of `consumers`. A topic is one obligation for each
  * consumer, a queue is one for all of its consumers together; none yet (a queue that is only loaded): nothing is lost.
  */
final case class Obligation(producer: ProducerAudit, consumers: List[ConsumerAudit])

/** The audit of one cell, or of linked phases: every message accounted for. */
final class Audit:
  private var obligations = List.empty[Obligation]
  private var consumers = List.empty[ConsumerAudit]

  /** Replaces all obligations; for linked phases, those of earlier producers too. */
  def expect(owed: List[Obligation], all: List[ConsumerAudit]): Unit =
    obligations = owed
    // every set exists before its writer starts, so that `deliveredAtMost` only ever reads
    for o <- owed; consumer <- o.consumers do consumer.of(o.producer.index)
    consumers = (consumers ++ all).distinct

  /** Deliveries owed. */
  def expected: Long = obligations.map(_.producer.accepted).sum

  /** A cheap upper bound for the distinct deliveries of what is owed; readable while consumers run. */
  private def deliveredAtMost: Long =
    obligations.map(o => math.min(o.producer.accepted, o.consumers.map(_.of(o.producer.index).size).sum)).sum

  /** Whether all that is owed has probably come; at most a duplicate among several consumers can deceive it. */
  def satisfied: Boolean = deliveredAtMost >= expected

  /** Exact; call it only after the consumers have stopped, or stand still. */
  def result(outcome: DrainOutcome): AuditResult =
    val delivered = obligations.map(distinct).sum
    val unloaded = obligations.filter(_.consumers.isEmpty).map(_.producer.accepted).sum
    val missing = expected - delivered - unloaded
    val silent = outcome == DrainOutcome.TimedOut || outcome == DrainOutcome.Complete
    val across = obligations.filter(_.consumers.sizeIs > 1).map { o =>
      o.consumers.map(_.of(o.producer.index).size).sum - distinctOf(o, o.producer.produced)
    }.sum
    AuditResult(
      expected = expected,
      delivered = delivered,
      lost = if silent then missing else 0,
      undrained = unloaded + (if silent then 0 else missing),
      duplicated = across + consumers.flatMap(_.sets).map(_.duplicates).sum,
      reordered = consumers.flatMap(_.sets).map(_.reordered).sum,
      corrupted = consumers.map(_.corrupted.get).sum,
      foreign = consumers.map(_.foreign.get).sum
    )

  private def distinct(o: Obligation): Long = distinctOf(o, o.producer.accepted)

  private def distinctOf(o: Obligation, until: Long): Long =
    SequenceSet.unionSize(o.consumers.map(_.of(o.producer.index)), until)
