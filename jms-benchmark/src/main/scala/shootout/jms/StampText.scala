package shootout.jms

import shootout.driver.Stamp

import java.nio.ByteBuffer

/** The stamp as a string property: for messages whose bodies have no room for it, or mean something. */
private object StampText:
  /** Name of the property. */
  val Property = "stamp"

  private val digits = "0123456789abcdef".toCharArray
  private val PriceUpdate = 'p'
  private val Filler = 'f'

  /** 40 hex digits of the stamp, and a letter for what the body holds. */
  def write(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int, isPriceUpdate: Boolean): String =
    val bytes = new Array[Byte](Stamp.Bytes)
    Stamp.put(ByteBuffer.wrap(bytes), 0, producer, sequence, nanos, bodyBytes)
    val text = new Array[Char](2 * Stamp.Bytes + 1)
    var i = 0
    while i < Stamp.Bytes do
      text(2 * i) = digits(bytes(i) >> 4 & 15)
      text(2 * i + 1) = digits(bytes(i) & 15)
      i += 1
    text(2 * Stamp.Bytes) = if isPriceUpdate then PriceUpdate else Filler
    String(text)

  /** Reads it into `bytes`. @return whether it is one */
  def read(text: String, bytes: Array[Byte]): Boolean =
    val fits = text.length == 2 * Stamp.Bytes + 1
    var good = fits
    var i = 0
    while good && i < Stamp.Bytes do
      val high = Character.digit(text.charAt(2 * i), 16)
      val low = Character.digit(text.charAt(2 * i + 1), 16)
      good = high >= 0 && low >= 0
      bytes(i) = (high << 4 | low).toByte
      i += 1
    good

  def isPriceUpdate(text: String): Boolean = text.endsWith(PriceUpdate.toString)
