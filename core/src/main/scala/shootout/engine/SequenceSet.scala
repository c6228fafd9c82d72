package shootout.engine

import shootout.units.Json

import java.io.ByteArrayOutputStream
import java.nio.ByteBuffer
import java.util.Base64
import java.util.zip.{Deflater, DeflaterOutputStream, InflaterOutputStream}

/** A [[SequenceSet]] on its way to another process. */
final case class SequenceState(
    /** All sequences below it were seen. */
    next: Long,

    /** The highest one seen; -1: none. */
    latest: Long,
    distinct: Long,
    duplicates: Long,
    reordered: Long,

    /** From the multiple of 64 at or below `next` on, one bit for each sequence, see [[PackedBits]]; empty: none
      * beyond `next`
      */
    beyond: String
) derives Json.ReadWriter

/** Which sequences of one producer one consumer has seen. Sequences that come in order from 0 cost one comparison and no
  * memory; others a bit each, in pages made when first needed.
  *
  * One writer. [[size]] may be read by other threads and is then at most a little behind.
  */
final class SequenceSet:
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

  /** Sequences that had come early, and now follow the prefix, join it. */
  private def absorb(): Unit =
    while beyond > 0 && bit(next) do
      beyond -= 1
      next += 1

  /** Distinct sequences seen. */
  def size: Long = distinct.get

  /** Deliveries beyond the first of each. */
  def duplicates: Long = again.get

  /** First deliveries that came after a later sequence. */
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

  /** What the sequences leave when they are divided by a number, as bits. Only after its writer has stopped. */
  def remainders(divisor: Int): java.util.BitSet =
    val found = java.util.BitSet(divisor)
    found.set(0, math.min(next, divisor).toInt)
    var sequence = next
    while sequence <= latest && found.cardinality < divisor do
      if bit(sequence) then found.set((sequence % divisor).toInt)
      sequence += 1
    found

  /** All it knows. Only after its writer has stopped. */
  def state: SequenceState =
    val first = next & ~63L
    val words = if beyond == 0 then 0 else (((latest + 64) >> 6) - (first >> 6)).toInt
    val bits = Array.tabulate(words)(i => word(first + 64L * i))
    SequenceState(next, latest, size, duplicates, reordered, PackedBits.pack(bits))

  /** Takes up where another one was. */
  private def restore(state: SequenceState): Unit =
    next = state.next
    latest = state.latest
    distinct.add(state.distinct)
    again.add(state.duplicates)
    behind.add(state.reordered)
    val first = next & ~63L
    for (word, i) <- PackedBits.unpack(state.beyond).zipWithIndex do
      // the prefix needs no bits
      var rest = if i == 0 then word & (-1L << (next & 63)) else word
      while rest != 0 do
        setBit(first + 64L * i + java.lang.Long.numberOfTrailingZeros(rest))
        beyond += 1
        rest &= rest - 1

  /** 64 sequences at once, as bits, from a multiple of 64 on. */
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

  /** The set that this is the state of. */
  def of(state: SequenceState): SequenceSet =
    val set = SequenceSet()
    set.restore(state)
    set

  /** How many of the sequences below `until` at least one of the sets holds. Only after their writers have stopped. */
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

/** Words of 64 bits as text that fits into JSON: big endian, deflated (RFC 1950), base64. Long runs of the same bits, and bits that
  * alternate, take next to nothing.
  */
private[engine] object PackedBits:
  /** Empty for no words. */
  def pack(words: Array[Long]): String =
    if words.isEmpty then ""
    else
      val bytes = ByteBuffer.allocate(words.length * java.lang.Long.BYTES)
      words.foreach(bytes.putLong(_))
      val packed = ByteArrayOutputStream()
      val deflater = Deflater(Deflater.BEST_SPEED)
      val out = DeflaterOutputStream(packed, deflater)
      out.write(bytes.array)
      out.close()
      deflater.end()
      Base64.getEncoder.encodeToString(packed.toByteArray)

  def unpack(text: String): Array[Long] =
    if text.isEmpty then Array.empty
    else
      val unpacked = ByteArrayOutputStream()
      val out = InflaterOutputStream(unpacked)
      out.write(Base64.getDecoder.decode(text))
      out.close()
      val words = ByteBuffer.wrap(unpacked.toByteArray).asLongBuffer
      Array.fill(words.remaining)(words.get())
