package shootout.jms

import shootout.scenario.Content

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.US_ASCII
import javax.jms.{JMSException, MapMessage}

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

  def toMap(message: MapMessage): Unit =
    message.setLong("time", timeNanos)
    message.setString("symbol", symbol)
    message.setDouble("bid", bid)
    message.setLong("bid_volume", bidVolume)
    message.setDouble("ask", ask)
    message.setLong("ask_volume", askVolume)

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

  /** @throws JMSException if these are no such bytes */
  def ofBytes(bytes: Array[Byte], length: Int): PriceUpdate =
    if length != Content.PriceUpdateBytes then throw JMSException(s"$length B are no price update")
    val buffer = ByteBuffer.wrap(bytes, 0, length)
    val time = buffer.getLong
    val symbol = new Array[Byte](4)
    buffer.get(symbol)
    PriceUpdate(time, String(symbol, US_ASCII), buffer.getDouble, buffer.getLong, buffer.getDouble, buffer.getLong)

  /** @throws JMSException if this is no such text */
  def ofText(text: String): PriceUpdate = text.split(';') match
    case Array(time, symbol, bid, bidVolume, ask, askVolume) =>
      PriceUpdate(time.toLong, symbol, bid.toDouble, bidVolume.toLong, ask.toDouble, askVolume.toLong)
    case _ => throw JMSException("the text is no price update")

  def ofMap(message: MapMessage): PriceUpdate = PriceUpdate(
    message.getLong("time"),
    message.getString("symbol"),
    message.getDouble("bid"),
    message.getLong("bid_volume"),
    message.getDouble("ask"),
    message.getLong("ask_volume")
  )
