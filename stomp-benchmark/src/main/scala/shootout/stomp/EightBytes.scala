package shootout.stomp

import java.lang.invoke.{MethodHandles, VarHandle}
import java.nio.{ByteBuffer, ByteOrder}

/** Looks at eight bytes of a buffer at a time. The buffer must have [[EightBytes.Slack]] bytes more than anybody asks about, for the last
  * word may reach beyond the end; what stands there does not matter.
  */
object EightBytes:
  /** What is looked at at once. */
  val Bytes = 8
  val Slack = Bytes

  // most processors have this order, and of a handle the compiler takes the checks out of loops: a frame is read in 0.7 of the time
  private val words: VarHandle = MethodHandles.byteBufferViewVarHandle(classOf[Array[Long]], ByteOrder.LITTLE_ENDIAN)
  private def word(buffer: ByteBuffer, at: Int): Long = words.get(buffer, at).asInstanceOf[Long]

  private val LowBits = 0x7f7f7f7f7f7f7f7fL
  private def all(byte: Byte): Long = (byte & 0xff) * 0x0101010101010101L
  private val LineFeeds = all('\n')

  /** The highest bit of each of the eight bytes at `at` that is a line feed; the first byte is the lowest (Warren, "Hacker's
    * Delight", 6-1, "Find First 0-Byte", the exact form).
    */
  def lineEnds(buffer: ByteBuffer, at: Int): Long = zeros(word(buffer, at) ^ LineFeeds)

  private def zeros(x: Long): Long = ~(((x & LowBits) + LowBits) | x | LowBits)

  /** Which of eight bytes the first bit of [[lineEnds]] means. */
  def first(bits: Long): Int = java.lang.Long.numberOfTrailingZeros(bits) >>> 3

  /** Without the first bit. */
  def rest(bits: Long): Long = bits & (bits - 1)

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
      differ |= word(buffer, at) ^ wanted
      at += Bytes
    while at < until do
      differ |= (buffer.get(at) ^ byte).toLong
      at += 1
    differ == 0

  private def find(buffer: ByteBuffer, from: Int, end: Int, wanted: Long): Int =
    var at = from
    var found = 0L
    while at < end && found == 0 do
      found = zeros(word(buffer, at) ^ wanted)
      if found == 0 then at += Bytes
    val where = at + first(found)
    if found == 0 || where >= end then -1 else where

/** Some bytes to compare others with, eight at a time; at least one. */
final class EightBytes(bytes: Array[Byte]):
  import EightBytes.{word, Bytes}

  val length: Int = bytes.length
  private val words =
    val padded = java.util.Arrays.copyOf(bytes, (length + Bytes - 1) / Bytes * Bytes)
    // not by the handle: one that has seen a buffer of the heap is slower ever after
    val longs = ByteBuffer.wrap(padded).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer
    Array.fill(longs.remaining)(longs.get())

  /** Where the last word begins, and what of it is not padding. */
  private val last = (words.length - 1) * Bytes
  private val mask = -1L >>> (8 * (last + Bytes - length))

  /** Whether these bytes stand at `at`. Mostly they do, so it is quicker to look at all of them than to stop at the first other. */
  def standAt(buffer: ByteBuffer, at: Int): Boolean =
    // of a local variable the compiler knows that it does not change, and checks the index once
    val wanted = words
    val whole = wanted.length - 1
    var differ = (word(buffer, at + last) ^ wanted(whole)) & mask
    var i = 0
    while i < whole do
      differ |= word(buffer, at + i * Bytes) ^ wanted(i)
      i += 1
    differ == 0
