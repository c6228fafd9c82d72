package shootout.stomp

import java.nio.ByteBuffer

/** Sequences as 12 hexadecimal digits: of one width, so that they can be patched into ready-made frames. */
object Hex:
  val Digits = 12

  private val pairs: Array[Short] = Array.tabulate(256)(i => ((digit(i >> 4) << 8) | digit(i & 0xf)).toShort)
  private def digit(value: Int): Int = "0123456789abcdef".charAt(value)

  /** Writes `value` at an absolute position; `buffer` must be big endian. */
  def put(buffer: ByteBuffer, at: Int, value: Long): Unit =
    var i = 0
    while i < Digits do
      buffer.putShort(at + i, pairs(((value >>> (4 * (Digits - 2 - i))) & 0xff).toInt))
      i += 2

  /** The reverse; -1 if these are not 12 digits. */
  def at(buffer: ByteBuffer, at: Int, length: Int): Long =
    var value = if length == Digits then 0L else -1L
    var i = 0
    while i < length && value >= 0 do
      val c = buffer.get(at + i)
      val digit = if c >= '0' && c <= '9' then c - '0' else if c >= 'a' && c <= 'f' then c - 'a' + 10 else -1
      value = if digit < 0 then -1 else (value << 4) | digit
      i += 1
    value
