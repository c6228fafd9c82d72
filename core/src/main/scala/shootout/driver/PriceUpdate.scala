package shootout.driver

import shootout.scenario.Content

import java.io.{Externalizable, ObjectInput, ObjectOutput}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.US_ASCII

/** What a market-data feed sends: when, of what, and price and volume of the best bid and ask.
  *
  * @param timeNanos
  *   the send stamp
  * @param symbol
  *   four letters
  */
final case class PriceUpdate(
    timeNanos: Long,
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

  /** The same for the same sequence and time, so that a consumer can tell whether it is whole. */
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

  /** @throws IllegalArgumentException if these are no such bytes */
  def ofBytes(bytes: Array[Byte], from: Int, length: Int): PriceUpdate =
    if length != Content.PriceUpdateBytes then throw IllegalArgumentException(s"$length B are no price update")
    val buffer = ByteBuffer.wrap(bytes, from, length)
    val time = buffer.getLong
    val symbol = new Array[Byte](4)
    buffer.get(symbol)
    PriceUpdate(time, String(symbol, US_ASCII), buffer.getDouble, buffer.getLong, buffer.getDouble, buffer.getLong)

  /** @throws IllegalArgumentException if this is no such text */
  def ofText(text: String): PriceUpdate = text.split(';') match
    case Array(time, symbol, bid, bidVolume, ask, askVolume) =>
      PriceUpdate(time.toLong, symbol, bid.toDouble, bidVolume.toLong, ask.toDouble, askVolume.toLong)
    case _ => throw IllegalArgumentException("the text is no price update")

/** A price update that writes and reads its fields itself, where Java would find out by reflection what there is to write. */
final class ExternalPriceUpdate(private var written: PriceUpdate | Null) extends Externalizable:
  /** For who reads one. */
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
