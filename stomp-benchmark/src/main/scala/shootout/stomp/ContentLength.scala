package shootout.stomp

import java.io.IOException
import java.nio.ByteBuffer

/** The value of a `content-length` header. */
private object ContentLength:
  /** More than any message of a benchmark: a larger number is a broken one. */
  val LargestBody = 256 * 1024 * 1024

  /** The decimal number at these places of the buffer; spaces that old brokers write around it are skipped. */
  def of(buffer: ByteBuffer, from: Int, until: Int): Int =
    var value = 0L
    var digits = 0
    var i = from
    while i < until do
      val c = buffer.get(i)
      if c >= '0' && c <= '9' then
        value = math.min(value * 10 + (c - '0'), Int.MaxValue)
        digits += 1
      else if c != ' ' then throw IOException("content-length is not a number")
      i += 1
    if digits == 0 then throw IOException("content-length is not a number")
    if value > LargestBody then throw IOException(s"content-length is more than $LargestBody bytes")
    value.toInt
