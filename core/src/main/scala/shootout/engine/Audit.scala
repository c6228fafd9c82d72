package shootout.engine

import shootout.driver.{DeliveryPromise, Stamp}
import shootout.result.{AuditResult, CrashResult, DrainOutcome}
import shootout.units.{orNone, Json, Redelivery}

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, ObjectInputStream, ObjectOutputStream}
import java.util.Base64
import java.util.zip.{GZIPInputStream, GZIPOutputStream}
import scala.collection.mutable
import scala.util.Using

/** The messages that one consumer got from each producer. Only the consumer's context writes it.
  *
  * @param workloadTag
  *   a message with another tag belongs to another workload or run: it is counted as foreign and otherwise ignored
  */
final class ConsumerAudit(workloadTag: Int) extends Serializable:
  private var seen = new Array[SequenceSet | Null](16)
  val corrupted = Counter()
  val foreign = Counter()

  /** Messages of this workload that were not for this consumer. */
  val misrouted = Counter()

  /** True while the consumer thinks about a message. Other messages may wait for it in our own client. */
  @volatile var thinking = false

  /** Allows messages of this producer. Those of any other producer count as misrouted. Call it before the consumer
    * starts.
    */
  def accept(index: Int): Unit =
    if index >= seen.length then seen = java.util.Arrays.copyOf(seen, math.max(index + 1, seen.length * 2))
    if seen(index) == null then seen(index) = SequenceSet()

  /** @return whether the message belongs to this workload, is meant for this consumer, and is intact */
  def add(producer: Int, sequence: Long, intact: Boolean): Boolean =
    val set = wanted(producer, intact)
    if set != null then set.add(sequence)
    set != null

  /** Like [[add]]. @return whether it is also the first delivery of this message */
  def addFirst(producer: Int, sequence: Long, intact: Boolean): Boolean =
    val set = wanted(producer, intact)
    set != null && set.add(sequence)

  private def wanted(producer: Int, intact: Boolean): SequenceSet | Null =
    val ours = intact && Stamp.workloadTag(producer) == workloadTag
    val set = if ours then known(Stamp.index(producer)) else null
    if set == null then
      val reason = if !intact then corrupted else if ours then misrouted else foreign
      reason.add(1)
    set

  private def known(index: Int): SequenceSet | Null = if index < seen.length then seen(index) else null

  /** The set of one producer, which is empty if none of its messages are accepted. Other threads may use it after the
    * consumer has stopped, or for its counts.
    */
  def of(index: Int): SequenceSet =
    val set = known(index)
    if set == null then SequenceSet() else set

  private[engine] def sets: Iterator[SequenceSet] = seen.iterator.collect { case set: SequenceSet => set }

  /** Takes over what a consumer did in another process. */
  def restore(other: ConsumerAudit): Unit =
    seen = other.seen
    corrupted.add(other.corrupted.get)
    foreign.add(other.foreign.get)
    misrouted.add(other.misrouted.get)
    thinking = other.thinking

/** The messages that one producer sent. `orderly` means that its connection closed after the broker had processed
  * everything it sent.
  *
  * @param exact
  *   true to remember which messages were confirmed, for brokers that may confirm a later one first; otherwise the
  *   confirmed messages are taken to be the first ones
  */
final class ProducerAudit(val index: Int, exact: Boolean = false) extends Serializable:
  @volatile var produced = 0L
  @volatile var confirmed = 0L
  private var receiptsOrNull: SequenceSet | Null = if exact then SequenceSet() else null
  @volatile var orderly = false

  /** Notes that the broker confirmed one message. Only the producer's context may call it. */
  def confirm(sequence: Long): Unit =
    confirmed += 1
    val receipts = receiptsOrNull
    if receipts != null then receipts.add(sequence)

  /** The confirmed messages, if they were remembered. Call it after the producer's end. */
  private[engine] def receipts: Option[SequenceSet] = receiptsOrNull.orNone

  /** Takes over what a producer did in another process. */
  def restore(other: ProducerAudit): Unit =
    produced = other.produced
    confirmed = other.confirmed
    orderly = other.orderly
    receiptsOrNull = other.receiptsOrNull

  /** Whether the fate of every send is known. */
  def settled: Boolean = orderly || confirmed == produced

  /** Messages that the broker accepted: all after an orderly end, otherwise those that it confirmed. */
  def accepted: Long = if orderly then produced else confirmed

/** Each message of `producer` must reach one of `consumers`. A topic is one obligation for each consumer, a queue is
  * one for all of its consumers together. Without consumers (a queue that is only filled), nothing can be lost.
  */
final case class ExpectedDelivery(producer: ProducerAudit, consumers: List[ConsumerAudit])

/** The audit of one workload, or of linked phases. It accounts for every message. */
final class Audit:
  private var obligations = List.empty[ExpectedDelivery]
  private var consumers = List.empty[ConsumerAudit]

  /** Replaces all obligations. For linked phases, the new ones include those of earlier producers. */
  def expect(owed: List[ExpectedDelivery], all: List[ConsumerAudit]): Unit =
    obligations = owed
    for o <- owed; consumer <- o.consumers do consumer.accept(o.producer.index)
    consumers = (consumers ++ all).distinct

  /** The progress is cheap to read, also while clients run. */
  def progress: AuditProgress = AuditProgress(
    obligations.map(_.producer).distinct.count(!_.settled),
    obligations.map(_.producer.produced),
    obligations.map(_.producer.accepted),
    obligations.map(seenAtMost)
  )

  /** Whether everything owed has probably arrived, see [[AuditProgress]]. */
  def satisfied: Boolean = progress.satisfied

  /** Whether [[satisfied]] is certainly right. */
  def certain: Boolean = obligations.forall(_.consumers.sizeIs <= 1)

  /** Whether fewer messages have arrived than the broker confirmed. Messages that arrived without a publisher confirm
    * may hide it. The count is exact, so call it only while consumers are paused.
    */
  def isShort: Boolean =
    obligations.exists(o => o.consumers.nonEmpty && seen(o, o.producer.produced) < o.producer.accepted)

  /** It is cheap to read, also while consumers run. */
  private def seenAtMost(o: ExpectedDelivery): Long = o.consumers.map(_.of(o.producer.index).size).sum

  /** Sends of broken connections that the broker neither confirmed nor delivered. Their fate is unknown. */
  def unknown: Long = obligations
    .groupBy(_.producer)
    .collect { case (producer, owed) if !producer.settled => producer.produced - owed.map(expected).max }
    .sum

  /** The exact result. Call it only after the consumers have stopped or are paused.
    *
    * @param promise
    *   what the promise allows is not a fault
    * @param partitions
    *   partitions of each destination
    * @param leaving
    *   true if consumers leave before the end: what they give back may arrive after later messages, if messages may
    *   come again
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
    // Messages for a consumer that thinks are still on their way, however long nothing arrived.
    val (lost, onTheirWay) = loaded.partition(o => silent && !o.consumers.exists(_.thinking))
    val across = loaded.map(o => seenAtMost(o) - seen(o, o.producer.produced)).sum
    val again = across + consumers.flatMap(_.sets).map(_.duplicates).sum
    val behind = consumers.flatMap(_.sets).map(_.reordered).sum
    val mayComeAgain = promise.redelivery == Redelivery.AtLeastOnce
    // When a message came again, its successors came after what other consumers got meanwhile.
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

  /** What the broker confirmed, and what it took without a publisher confirm, as its delivery shows. */
  private def expected(o: ExpectedDelivery): Long = o.producer.receipts.filterNot(_ => o.producer.orderly) match
    case Some(receipts) =>
      SequenceSet.unionSize(receipts :: o.consumers.map(_.of(o.producer.index)), o.producer.produced)
    case None => o.producer.accepted + seen(o, o.producer.produced) - seen(o, o.producer.accepted)

  /** The fate of confirmed messages in a crash. It is exact, so call it only after all clients have stopped. */
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

  /** The number of distinct deliveries of the sequences below `until`. */
  private def seen(o: ExpectedDelivery, until: Long): Long =
    SequenceSet.unionSize(o.consumers.map(_.of(o.producer.index)), until)

/** The account of some clients of a workload, on its way to the load JVM that accounts for all of them. Their messages
  * may go to, or come from, clients of other load JVMs.
  *
  * @param consumers
  *   each with a number that distinguishes it from the workload's other consumers
  */
final case class AuditState(producers: List[ProducerAudit], consumers: List[(Int, ConsumerAudit)])

object AuditState:
  /** Compressed, because long runs of equal or alternating bits of a [[SequenceSet]] then take very little room. */
  given Json.ReadWriter[AuditState] = Json.readwriter[String].bimap(pack, unpack)

  private def pack(state: AuditState): String =
    val packed = ByteArrayOutputStream()
    Using.resource(ObjectOutputStream(GZIPOutputStream(packed)))(_.writeObject(state))
    Base64.getEncoder.encodeToString(packed.toByteArray)

  private def unpack(text: String): AuditState =
    val packed = ByteArrayInputStream(Base64.getDecoder.decode(text))
    Using.resource(ObjectInputStream(GZIPInputStream(packed)))(_.readObject().asInstanceOf[AuditState])

/** How far deliveries have come, in numbers that add up over load JVMs. Lists have one element for each obligation, see
  * [[Audit]].
  *
  * @param unsettled
  *   the number of producers of whose sends not all are known to be accepted
  * @param owed
  *   messages produced
  * @param accepted
  *   the messages produced that the broker accepted
  * @param seen
  *   distinct messages at each consumer; a duplicate at another consumer counts
  */
final case class AuditProgress(unsettled: Int, owed: List[Long], accepted: List[Long], seen: List[Long])
    derives Json.ReadWriter:
  def nothingOwed: Boolean = owed.forall(_ == 0)

  /** Whether everything owed has probably arrived. Only a duplicate among several consumers can deceive it. It is false
    * while it is not known what the broker accepted.
    */
  def satisfied: Boolean = unsettled == 0 && owed.corresponds(seen)(_ <= _)

  /** Whether fewer messages have arrived than the broker confirmed. A duplicate may hide it. */
  def isShort: Boolean = !accepted.corresponds(seen)(_ <= _)

object AuditProgress:
  def joined(parts: List[AuditProgress]): AuditProgress =
    def sums(of: AuditProgress => List[Long]) = parts.map(of).transpose.map(_.sum)
    AuditProgress(parts.map(_.unsettled).sum, sums(_.owed), sums(_.accepted), sums(_.seen))

/** The sequences of one producer that one consumer has seen. Sequences that arrive in order from 0 cost one comparison
  * and no memory. Others cost one bit each, in pages that are created when first needed.
  *
  * It has one writer. Other threads may read [[size]], which may then be slightly too low.
  */
final class SequenceSet extends Serializable:
  private var next = 0L
  private var pages = new Array[Array[Long] | Null](4)
  private var beyond = 0L
  private var latest = -1L
  private val distinct = Counter()
  private val behind = Counter()
  private val again = Counter()

  /** Notes one delivery. @return whether it is the first of its sequence */
  def add(sequence: Long): Boolean =
    if sequence == next then
      next += 1
      if beyond > 0 then absorb()
      if sequence > latest then latest = sequence else behind.add(1)
      distinct.add(1)
      true
    else addBeyond(sequence)

  private def addBeyond(sequence: Long): Boolean =
    val isFirst = sequence >= next && !bit(sequence)
    if isFirst then
      setBit(sequence)
      beyond += 1
      if sequence > latest then latest = sequence else behind.add(1)
      distinct.add(1)
    else again.add(1)
    isFirst

  /** Joins sequences that arrived early, and now follow the prefix, to it. */
  private def absorb(): Unit =
    while beyond > 0 && bit(next) do
      beyond -= 1
      next += 1

  /** The number of distinct sequences seen. */
  def size: Long = distinct.get

  /** The number of deliveries after the first of each sequence. */
  def duplicates: Long = again.get

  /** The number of first deliveries that came after a later sequence. */
  def reordered: Long = behind.get

  def contains(sequence: Long): Boolean = sequence < next || bit(sequence)

  private def bit(sequence: Long): Boolean =
    val page = (sequence >>> SequenceSet.PageShift).toInt
    val words = if page < pages.length then pages(page) else null
    words != null && (words(SequenceSet.word(sequence)) & (1L << sequence)) != 0

  private def setBit(sequence: Long): Unit =
    val page = (sequence >>> SequenceSet.PageShift).toInt
    if page >= pages.length then pages = java.util.Arrays.copyOf(pages, math.max(page + 1, pages.length * 2))
    val words = pages(page) match
      case null =>
        val made = new Array[Long](SequenceSet.PageWords)
        pages(page) = made
        made
      case there => there
    words(SequenceSet.word(sequence)) |= 1L << sequence

  /** The remainders of all sequences after division by a number. Call it only after the writer has stopped. */
  def remainders(divisor: Int): Set[Int] =
    val found = mutable.BitSet.fromSpecific(0 until math.min(next, divisor).toInt)
    var sequence = next
    while sequence <= latest && found.sizeIs < divisor do
      if bit(sequence) then found += (sequence % divisor).toInt
      sequence += 1
    found.toSet

  /** 64 sequences at once, as bits, starting at a multiple of 64. */
  private def word(first: Long): Long =
    if first + 64 <= next then -1L
    else
      val page = (first >>> SequenceSet.PageShift).toInt
      val words = if page < pages.length then pages(page) else null
      val set = if words == null then 0L else words(SequenceSet.word(first))
      if first < next then set | ((1L << (next - first)) - 1) else set

object SequenceSet:
  private val PageShift = 19
  private val PageWords = 1 << (PageShift - 6)
  private def word(sequence: Long): Int = ((sequence >>> 6) & (PageWords - 1)).toInt

  /** How many sequences below `until` at least one of the sets contains. Call it only after their writers have stopped.
    */
  def unionSize(sets: Seq[SequenceSet], until: Long): Long =
    val all = sets.toArray
    val prefix = math.min(until, all.iterator.map(_.next).maxOption.getOrElse(0L)) & ~63L
    var count = prefix
    var first = prefix
    while first < until do
      var bits = 0L
      var i = 0
      while i < all.length do
        bits |= all(i).word(first)
        i += 1
      val rest = until - first
      if rest < 64 then bits &= (1L << rest) - 1
      count += java.lang.Long.bitCount(bits)
      first += 64
    count
