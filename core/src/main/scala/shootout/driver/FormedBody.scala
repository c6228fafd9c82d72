package shootout.driver

import shootout.scenario.{Content, MessageForm, MessageKind}

import java.io.{ByteArrayInputStream, ByteArrayOutputStream, Externalizable, IOException, ObjectInput}
import java.io.{ObjectInputFilter, ObjectInputStream, ObjectOutput, ObjectOutputStream}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.US_ASCII
import scala.util.control.NonFatal

/** Bodies that contain more than filler, for protocols that only know bytes:
  *
  * {{{
  * 0..19   stamp, whose length is the declared size
  * 20      form
  * 21..    the content in that form
  * last    0, so that it never passes for filler
  * }}}
  */
final class FormedBody(kind: MessageKind) extends Bodies:
  private val isPriceUpdate = kind.content == Content.PriceUpdate
  private var filler: Array[Byte] = Array.emptyByteArray

  def apply(producer: Int, sequence: Long, nanos: Long, bytes: Int): Array[Byte] =
    val formed = if isPriceUpdate then priceUpdate(PriceUpdate.of(sequence, nanos)) else meaningless(bytes)
    val body = new Array[Byte](FormedBody.Overhead + formed.length)
    Stamp.put(ByteBuffer.wrap(body), 0, producer, sequence, nanos, bytes)
    body(Stamp.Bytes) = FormedBody.code(kind)
    System.arraycopy(formed, 0, body, FormedBody.Begin, formed.length)
    body

  private def priceUpdate(update: PriceUpdate): Array[Byte] = kind.form match
    case MessageForm.Text => update.toText.getBytes(US_ASCII)
    case MessageForm.Object => FormedBody.serialised(update)
    case MessageForm.Externalizable => FormedBody.serialised(ExternalPriceUpdate(update))
    case _ => update.toBytes

  private def meaningless(bytes: Int): Array[Byte] =
    if filler.length != bytes then filler = Array.fill(bytes)(Stamp.Filler)
    if kind.form == MessageForm.Object then FormedBody.serialised(filler) else filler

object FormedBody:
  private val Begin = Stamp.Bytes + 1
  private val Overhead = Begin + 1

  /** The result for a damaged body. */
  val Damaged = -1

  private def code(kind: MessageKind): Byte =
    (kind.form.ordinal << 1 | (if kind.content == Content.PriceUpdate then 1 else 0)).toByte

  /** Reads a whole body.
    *
    * @param wholly
    *   true to check all of the filler, and not only its end
    * @return
    *   its declared size if it arrived as it was sent, otherwise [[Damaged]]
    */
  def read(body: Array[Byte], wholly: Boolean): Int =
    if body.length < Overhead || body(body.length - 1) != 0 then Damaged
    else
      try
        val code = body(Stamp.Bytes)
        val form = MessageForm.fromOrdinal(code >> 1)
        if (code & 1) == 1 then priceUpdate(body, form) else meaningless(body, form, wholly)
      catch case NonFatal(_) => Damaged

  private def priceUpdate(body: Array[Byte], form: MessageForm): Int =
    val length = body.length - Overhead
    val update = form match
      case MessageForm.Text => PriceUpdate.ofText(String(body, Begin, length, US_ASCII))
      case MessageForm.Object | MessageForm.Externalizable =>
        deserialised(body) match
          case external: ExternalPriceUpdate => external.update
          case other => other.asInstanceOf[PriceUpdate]
      case _ => PriceUpdate.ofBytes(body, Begin, length)
    val right = Stamp.intactAt(body, 0, Content.PriceUpdateBytes) &&
      update == PriceUpdate.of(Stamp.sequenceAt(body, 0), Stamp.nanosAt(body, 0))
    if right then Content.PriceUpdateBytes else Damaged

  private def meaningless(body: Array[Byte], form: MessageForm, wholly: Boolean): Int =
    val filler =
      if form == MessageForm.Object then deserialised(body).asInstanceOf[Array[Byte]]
      else java.util.Arrays.copyOfRange(body, Begin, body.length - 1)
    val last = filler.length - 1
    val right = Stamp.intactAt(body, 0, filler.length) && filler(last) == Stamp.Filler &&
      (!wholly || java.util.Arrays.equals(filler, 0, last, filler, 1, last + 1))
    if right then filler.length else Damaged

  private def serialised(thing: AnyRef): Array[Byte] =
    val bytes = ByteArrayOutputStream(ObjectBytes)
    val out = ObjectOutputStream(bytes)
    out.writeObject(thing)
    out.close()
    bytes.toByteArray

  /** Messages of others may contain anything, so only classes that the benchmark sends are created. */
  private val ours: ObjectInputFilter = info =>
    val made = info.serialClass
    if made == null || made == classOf[PriceUpdate] || made == classOf[ExternalPriceUpdate] || made == classOf[
        Array[Byte]
      ]
    then ObjectInputFilter.Status.UNDECIDED
    else ObjectInputFilter.Status.REJECTED

  /** @throws java.io.IOException
    *   if it is not an object, or an unexpected one
    */
  private def deserialised(body: Array[Byte]): AnyRef =
    val in = ObjectInputStream(ByteArrayInputStream(body, Begin, body.length - Overhead))
    in.setObjectInputFilter(ours)
    val read = in.readObject()
    if read == null then throw IOException("nothing was sent") else read

  /** The most bytes that a serialised price update takes. */
  private val ObjectBytes = 256

/** A message of a market-data feed: time, symbol, and price and volume of the best bid and ask. */
final case class PriceUpdate(
    /** the send stamp */
    timeNanos: Long,
    /** four letters */
    symbol: String,
    bid: Double,
    bidVolume: Long,
    ask: Double,
    askVolume: Long
) extends java.io.Serializable:
  def toBytes: Array[Byte] =
    val buffer = ByteBuffer.allocate(Content.PriceUpdateBytes)
    buffer.putLong(timeNanos).put(symbol.getBytes(US_ASCII))
    buffer.putDouble(bid).putLong(bidVolume).putDouble(ask).putLong(askVolume).array

  def toText: String = s"$timeNanos;$symbol;$bid;$bidVolume;$ask;$askVolume"

object PriceUpdate:
  private val symbols = Array("ABCD", "EFGH", "IJKL", "MNOP", "QRST", "UVWX", "YZAB", "CDEF")
  private val Tick = 0.01
  private val LowestTicks = 1000
  private val Ticks = 5000
  private val Lots = 100

  /** The same sequence and time give the same update, so that a consumer can check whether it is complete. */
  def of(sequence: Long, timeNanos: Long): PriceUpdate =
    val mixed = sequence * 0x9e3779b97f4a7c15L >>> 16
    val bid = (LowestTicks + mixed % Ticks) * Tick
    PriceUpdate(
      timeNanos,
      symbols((sequence & (symbols.length - 1)).toInt),
      bid,
      Lots * (1 + (mixed & 0xff)),
      bid + Tick * (1 + (mixed >>> 8 & 3)),
      Lots * (1 + (mixed >>> 12 & 0xff))
    )

  /** @throws IllegalArgumentException if the bytes are not a price update */
  def ofBytes(bytes: Array[Byte], from: Int, length: Int): PriceUpdate =
    if length != Content.PriceUpdateBytes then throw IllegalArgumentException(s"$length B are no price update")
    val buffer = ByteBuffer.wrap(bytes, from, length)
    val time = buffer.getLong
    val symbol = new Array[Byte](4)
    buffer.get(symbol)
    PriceUpdate(time, String(symbol, US_ASCII), buffer.getDouble, buffer.getLong, buffer.getDouble, buffer.getLong)

  /** @throws IllegalArgumentException if the text is not a price update */
  def ofText(text: String): PriceUpdate = text.split(';') match
    case Array(time, symbol, bid, bidVolume, ask, askVolume) =>
      PriceUpdate(time.toLong, symbol, bid.toDouble, bidVolume.toLong, ask.toDouble, askVolume.toLong)
    case _ => throw IllegalArgumentException("the text is no price update")

/** A price update that writes and reads its own fields. Otherwise Java would find them by reflection. */
final class ExternalPriceUpdate(private var written: PriceUpdate | Null) extends Externalizable:
  /** For deserialisation. */
  def this() = this(null)

  /** @throws IllegalStateException if it was never read */
  def update: PriceUpdate =
    val known = written
    if known == null then throw IllegalStateException("an empty price update") else known

  def writeExternal(out: ObjectOutput): Unit =
    val from = update
    out.writeLong(from.timeNanos)
    out.writeUTF(from.symbol)
    out.writeDouble(from.bid)
    out.writeLong(from.bidVolume)
    out.writeDouble(from.ask)
    out.writeLong(from.askVolume)

  def readExternal(in: ObjectInput): Unit =
    written =
      PriceUpdate(in.readLong(), in.readUTF(), in.readDouble(), in.readLong(), in.readDouble(), in.readLong())
