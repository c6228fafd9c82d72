package shootout.stomp

import java.nio.ByteBuffer

/** Looks at eight bytes of a buffer at a time. The buffer must be big endian, and have [[EightBytes.Slack]] bytes more than anybody asks
  * about, for the last word may reach beyond the end; what stands there does not matter.
  */
object EightBytes:
  /** What is looked at at once. */
  val Bytes = 8
  val Slack = Bytes

  private val LowBits = 0x7f7f7f7f7f7f7f7fL
  private def all(byte: Byte): Long = (byte & 0xff) * 0x0101010101010101L
  private val LineFeeds = all('\n')

  /** The highest bit of each of the eight bytes at `at` that is a line feed; the first byte is the highest (Warren, "Hacker's
    * Delight", 6-1, "Find First 0-Byte", the exact form).
    */
  def lineEnds(buffer: ByteBuffer, at: Int): Long = zeros(buffer.getLong(at) ^ LineFeeds)

  private def zeros(x: Long): Long = ~(((x & LowBits) + LowBits) | x | LowBits)

  /** Which of eight bytes the first bit of [[lineEnds]] means. */
  def first(bits: Long): Int = java.lang.Long.numberOfLeadingZeros(bits) >>> 3

  /** Without the first bit. */
  def rest(bits: Long): Long = bits & ~java.lang.Long.highestOneBit(bits)

  /** Where the next line feed is, -1 if it has not come yet. */
  def lineEnd(buffer: ByteBuffer, from: Int, end: Int): Int = find(buffer, from, end, LineFeeds)

  /** Where the next NUL is, -1 if it has not come yet. */
  def nul(buffer: ByteBuffer, from: Int, end: Int): Int = find(buffer, from, end, 0)

  /** Whether nothing but this byte stands there. Mostly it does, so it is quicker to look at all of it than to stop at the first other. */
  def only(byte: Byte, buffer: ByteBuffer, from: Int, until: Int): Boolean =
    val wanted = all(byte)
    var differ = 0L
    var at = from
    while at + Bytes <= until do
      differ |= buffer.getLong(at) ^ wanted
      at += Bytes
    while at < until do
      differ |= (buffer.get(at) ^ byte).toLong
      at += 1
    differ == 0

  private def find(buffer: ByteBuffer, from: Int, end: Int, wanted: Long): Int =
    var at = from
    var found = 0L
    while at < end && found == 0 do
      found = zeros(buffer.getLong(at) ^ wanted)
      if found == 0 then at += Bytes
    val where = at + first(found)
    if found == 0 || where >= end then -1 else where

/** Some bytes to compare others with, eight at a time. */
final class EightBytes(bytes: Array[Byte]):
  val length: Int = bytes.length
  private val words =
    val padded = ByteBuffer.wrap(java.util.Arrays.copyOf(bytes, (length + 7) / 8 * 8))
    Array.fill(padded.capacity / 8)(padded.getLong)
  private val whole = length / 8
  private val mask = if length % 8 == 0 then 0L else -1L << (64 - 8 * (length % 8))

  /** Whether these bytes stand at `at`. Mostly they do, so it is quicker to look at all of them than to stop at the first other. */
  def standAt(buffer: ByteBuffer, at: Int): Boolean =
    var differ = 0L
    var i = 0
    while i < whole do
      differ |= buffer.getLong(at + i * EightBytes.Bytes) ^ words(i)
      i += 1
    if mask != 0 then differ |= (buffer.getLong(at + i * EightBytes.Bytes) ^ words(i)) & mask
    differ == 0
