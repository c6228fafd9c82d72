package shootout.engine

import shootout.driver.{DeliveryPromise, Stamp}
import shootout.result.{AuditResult, CrashResult, DrainOutcome}
import shootout.units.{orNone, Json, Redelivery}

/** What one consumer got, of each producer. Written in the consumer's context only.
  *
  * @param workloadTag
  *   a message with another tag belongs to another workload (or run): it is counted as foreign and otherwise ignored
  */
final class ConsumerAudit(workloadTag: Int):
  private var seen = new Array[SequenceSet | Null](16)
  val corrupted = Counter()
  val foreign = Counter()

  /** Messages of this workload that were not for this consumer. */
  val misrouted = Counter()

  /** It thinks about a message: others may wait for it at our own client. */
  @volatile var thinking = false

  /** What this producer sends may reach it: of any other producer it counts as misrouted. Before the consumer starts. */
  def accept(index: Int): Unit =
    if index >= seen.length then seen = java.util.Arrays.copyOf(seen, math.max(index + 1, seen.length * 2))
    if seen(index) == null then seen(index) = SequenceSet()

  /** @return whether the message belongs to this workload, is for this consumer, and intact */
  def add(producer: Int, sequence: Long, intact: Boolean): Boolean =
    val set = wanted(producer, intact)
    if set != null then set.add(sequence)
    set != null

  /** As [[add]]. @return whether it is also the first delivery of this message */
  def addFirst(producer: Int, sequence: Long, intact: Boolean): Boolean =
    val set = wanted(producer, intact)
    set != null && set.add(sequence)

  private def wanted(producer: Int, intact: Boolean): SequenceSet | Null =
    if !intact then refused(corrupted)
    else if Stamp.workloadTag(producer) != workloadTag then refused(foreign)
    else
      val set = known(Stamp.index(producer))
      if set == null then refused(misrouted) else set

  private def refused(because: Counter): Null =
    because.add(1)
    null

  private def known(index: Int): SequenceSet | Null = if index < seen.length then seen(index) else null

  /** The set of one producer, empty if nothing of it is accepted; from other threads only after the consumer has stopped,
    * or for its counts.
    */
  def of(index: Int): SequenceSet =
    val set = known(index)
    if set == null then SequenceSet() else set

  private[engine] def sets: Iterator[SequenceSet] = seen.iterator.collect { case set: SequenceSet => set }

  /** After the consumer has stopped.
    *
    * @param client
    *   see [[ConsumerState]]
    */
  def state(client: Int): ConsumerState =
    val known = seen.toList.zipWithIndex.collect { case (set: SequenceSet, index) => index -> set.state }
    ConsumerState(client, known, corrupted.get, foreign.get, misrouted.get, thinking)

  /** Becomes what a consumer of another process was. */
  def restore(state: ConsumerState): Unit =
    for (index, set) <- state.seen do
      accept(index)
      seen(index) = SequenceSet.of(set)
    corrupted.add(state.corrupted)
    foreign.add(state.foreign)
    misrouted.add(state.misrouted)
    thinking = state.thinking

/** What one producer did. `orderly`: its connection was closed so that the broker had processed everything it sent.
  *
  * @param exact
  *   remembers which messages were confirmed, for brokers that may confirm a later one first; else it is taken to be as
  *   many of the first ones
  */
final class ProducerAudit(val index: Int, exact: Boolean = false):
  @volatile var produced = 0L
  @volatile var confirmed = 0L
  private var receiptsOrNull: SequenceSet | Null = if exact then SequenceSet() else null
  @volatile var orderly = false

  /** The broker confirmed one message. In the producer's context only. */
  def confirm(sequence: Long): Unit =
    confirmed += 1
    val receipts = receiptsOrNull
    if receipts != null then receipts.add(sequence)

  /** The confirmed messages, if they were remembered; after the producer's end. */
  private[engine] def receipts: Option[SequenceSet] = receiptsOrNull.orNone

  /** After the producer's end. */
  def state: ProducerState = ProducerState(index, produced, confirmed, orderly, receipts.map(_.state))

  /** Becomes what a producer of another process was. */
  def restore(state: ProducerState): Unit =
    produced = state.produced
    confirmed = state.confirmed
    orderly = state.orderly
    receiptsOrNull = state.receipts.map(SequenceSet.of).orNull

  /** Whether the fate of every send is known. */
  def settled: Boolean = orderly || confirmed == produced

  /** Messages that the broker said it took: all of them after an orderly end, else those it confirmed. */
  def accepted: Long = if orderly then produced else confirmed

/** Who owes what to whom: each message of `producer` must reach one of `consumers`. A topic is one obligation for each
  * consumer, a queue is one for all of its consumers together; none yet (a queue that is only loaded): nothing is lost.
  */
final case class ExpectedDelivery(producer: ProducerAudit, consumers: List[ConsumerAudit])

/** The audit of one workload, or of linked phases: every message accounted for. */
final class Audit:
  private var obligations = List.empty[ExpectedDelivery]
  private var consumers = List.empty[ConsumerAudit]

  /** Replaces all obligations; for linked phases, those of earlier producers too. */
  def expect(owed: List[ExpectedDelivery], all: List[ConsumerAudit]): Unit =
    obligations = owed
    for o <- owed; consumer <- o.consumers do consumer.accept(o.producer.index)
    consumers = (consumers ++ all).distinct

  /** Cheap, and readable while clients run. */
  def progress: AuditProgress = AuditProgress(
    obligations.map(_.producer).distinct.count(!_.settled),
    obligations.map(_.producer.produced),
    obligations.map(_.producer.accepted),
    obligations.map(seenAtMost)
  )

  /** Whether all that is owed has probably come, see [[AuditProgress]]. */
  def satisfied: Boolean = progress.satisfied

  /** Whether [[satisfied]] cannot be deceived. */
  def certain: Boolean = obligations.forall(_.consumers.sizeIs <= 1)

  /** Whether less has come than the broker said it took; what came without its word may hide it. Exact, so call it only while
    * consumers stand still.
    */
  def isShort: Boolean =
    obligations.exists(o => o.consumers.nonEmpty && seen(o, o.producer.produced) < o.producer.accepted)

  /** Cheap, and readable while consumers run. */
  private def seenAtMost(o: ExpectedDelivery): Long = o.consumers.map(_.of(o.producer.index).size).sum

  /** Sends of connections that were cut off, which the broker neither confirmed nor delivered: their fate is unknown. */
  def unknown: Long = obligations
    .groupBy(_.producer)
    .collect { case (producer, owed) if !producer.settled => producer.produced - owed.map(expected).max }
    .sum

  /** Exact; call it only after the consumers have stopped, or stand still.
    *
    * @param promise
    *   what it allows is no fault
    * @param partitions
    *   of each destination
    * @param leaving
    *   consumers leave before the end: what one of them gives back may come after later messages, where messages may come again
    */
  def result(
      outcome: DrainOutcome,
      promise: DeliveryPromise = DeliveryPromise.plain,
      partitions: Int = 1,
      leaving: Boolean = false
  ): AuditResult =
    val (unloaded, loaded) = obligations.partition(_.consumers.isEmpty)
    val loadedOnly = unloaded.map(_.producer.accepted).sum
    val silent = outcome == DrainOutcome.TimedOut || outcome == DrainOutcome.Complete
    // what waits for a consumer that thinks is on its way, however long nothing came
    val (lost, onTheirWay) = loaded.partition(o => silent && !o.consumers.exists(_.thinking))
    val across = loaded.map(o => seenAtMost(o) - seen(o, o.producer.produced)).sum
    val again = across + consumers.flatMap(_.sets).map(_.duplicates).sum
    val behind = consumers.flatMap(_.sets).map(_.reordered).sum
    val mayComeAgain = promise.redelivery == Redelivery.AtLeastOnce
    // where something came again, what was to follow it came after what other consumers had meanwhile
    val mayOvertake = !promise.keepsOrder(partitions) || mayComeAgain && (leaving || again > 0)
    AuditResult(
      expected = obligations.map(expected).sum,
      delivered = loaded.map(o => seen(o, o.producer.produced)).sum,
      lost = lost.map(missing).sum,
      undrained = loadedOnly + onTheirWay.map(missing).sum,
      duplicated = if mayComeAgain then 0 else again,
      reordered = if mayOvertake then 0 else behind,
      corrupted = consumers.map(_.corrupted.get).sum,
      foreign = consumers.map(_.foreign.get).sum,
      misrouted = consumers.map(_.misrouted.get).sum,
      redelivered = if mayComeAgain then again else 0,
      overtaken = if mayOvertake then behind else 0
    )

  private def missing(o: ExpectedDelivery): Long = expected(o) - seen(o, o.producer.produced)

  /** Consumers that were still thinking when they had to leave. */
  def thinking: Int = obligations.flatMap(_.consumers).distinct.count(_.thinking)

  /** What the broker said it took, and what it took without saying so, as its delivery shows. */
  private def expected(o: ExpectedDelivery): Long = o.producer.receipts.filterNot(_ => o.producer.orderly) match
    case Some(receipts) =>
      SequenceSet.unionSize(receipts :: o.consumers.map(_.of(o.producer.index)), o.producer.produced)
    case None => o.producer.accepted + seen(o, o.producer.produced) - seen(o, o.producer.accepted)

  /** What became of confirmed messages in a crash. Exact; call it only after all clients have stopped. */
  def crash(recoveryS: Option[Double]): CrashResult =
    val confirmed = obligations.flatMap(_.producer.receipts).map(_.size).sum
    val either = obligations.map(expected).sum
    val delivered = obligations.map(o => seen(o, o.producer.produced)).sum
    CrashResult(
      confirmed,
      lostConfirmed = either - delivered,
      duplicated = result(DrainOutcome.Complete).duplicated,
      unconfirmedDelivered = either - confirmed,
      recoveryS
    )

  /** Distinct deliveries of the sequences below `until`. */
  private def seen(o: ExpectedDelivery, until: Long): Long =
    SequenceSet.unionSize(o.consumers.map(_.of(o.producer.index)), until)

/** What one producer did, see [[ProducerAudit]]. */
final case class ProducerState(
    index: Int,
    produced: Long,
    confirmed: Long,
    orderly: Boolean,

    /** The confirmed messages, where they were remembered. */
    receipts: Option[SequenceState]
) derives Json.ReadWriter

/** What one consumer got, see [[ConsumerAudit]]. */
final case class ConsumerState(
    /** Tells it from the workload's other consumers. */
    client: Int,

    /** Of each producer, by index, whose messages are for it. */
    seen: List[(Int, SequenceState)],
    corrupted: Long,
    foreign: Long,
    misrouted: Long,
    thinking: Boolean
) derives Json.ReadWriter

/** What some clients of a workload did, on its way to the load JVM that accounts for all of them: their messages may go to, or come from, clients of
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
