package shootout.stomp

import java.lang.invoke.{MethodHandles, VarHandle}
import java.nio.{ByteBuffer, ByteOrder}
import java.nio.charset.StandardCharsets.ISO_8859_1
import java.util.Arrays

/** Looks at eight bytes of a buffer at a time. The buffer must have [[EightBytes.Slack]] bytes more than a caller asks
  * about, because the last word may reach beyond the end. The content of these bytes does not matter.
  */
object EightBytes:
  /** The number of bytes that are looked at together. */
  val Bytes = 8
  val Slack = Bytes

  // most CPUs have this byte order; with a handle, the compiler moves checks out of loops, and a frame is read in 0.7
  // of the time
  private val words: VarHandle = MethodHandles.byteBufferViewVarHandle(classOf[Array[Long]], ByteOrder.LITTLE_ENDIAN)
  private def word(buffer: ByteBuffer, at: Int): Long = words.get(buffer, at).asInstanceOf[Long]

  private val LowBits = 0x7f7f7f7f7f7f7f7fL
  private def all(byte: Byte): Long = (byte & 0xff) * 0x0101010101010101L
  private val LineFeeds = all('\n')

  /** Sets the highest bit of each of the eight bytes at `at` that is a line feed. The first byte is the lowest (Warren,
    * "Hacker's Delight", 6-1, "Find First 0-Byte", the exact form).
    */
  def lineEnds(buffer: ByteBuffer, at: Int): Long = zeros(word(buffer, at) ^ LineFeeds)

  private def zeros(x: Long): Long = ~(((x & LowBits) + LowBits) | x | LowBits)

  /** The index of the byte, of eight, that the first bit of [[lineEnds]] means. */
  def first(bits: Long): Int = java.lang.Long.numberOfTrailingZeros(bits) >>> 3

  /** The bits without the first one. */
  def rest(bits: Long): Long = bits & (bits - 1)

  /** Where the next line feed is; -1 if it has not arrived yet. */
  def lineEnd(buffer: ByteBuffer, from: Int, end: Int): Int = find(buffer, from, end, LineFeeds)

  /** Where the next NUL is; -1 if it has not arrived yet. */
  def nul(buffer: ByteBuffer, from: Int, end: Int): Int = find(buffer, from, end, 0)

  /** Whether the range has nothing but this byte. That is usual, so it is faster to look at all of it than to stop at
    * the first difference.
    */
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

/** At least one byte, with which others are compared, eight at a time. */
final class EightBytes(bytes: Array[Byte]):
  import EightBytes.{word, Bytes}

  val length: Int = bytes.length
  private val words =
    val padded = java.util.Arrays.copyOf(bytes, (length + Bytes - 1) / Bytes * Bytes)
    // the handle is not used here, because it stays slower once it has seen a heap buffer
    val longs = ByteBuffer.wrap(padded).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer
    Array.fill(longs.remaining)(longs.get())

  /** Where the last word begins. `mask` has the part of it that is not padding. */
  private val last = (words.length - 1) * Bytes
  private val mask = -1L >>> (8 * (last + Bytes - length))

  /** Whether these bytes are at `at`. That is usual, so it is faster to look at all of them than to stop at the first
    * difference.
    */
  def standAt(buffer: ByteBuffer, at: Int): Boolean =
    // the compiler knows that a local variable does not change, and checks the index once
    val wanted = words
    val whole = wanted.length - 1
    var differ = (word(buffer, at + last) ^ wanted(whole)) & mask
    var i = 0
    while i < whole do
      differ |= word(buffer, at + i * Bytes) ^ wanted(i)
      i += 1
    differ == 0

/** The head of the last message, by which the next one is recognised. Mostly they differ in the values of one or two
  * headers, such as the message's id. The rest is compared eight bytes at a time, and need not be parsed line by line.
  */
final class KnownHead:
  private var lines = Array.empty[String]
  private var varying = Array.empty[Boolean]
  private var usable = false
  private var lessons = KnownHead.MostLessons

  // the bytes before, between and after the values that vary, and the index of the wanted value
  private var fixed = Array.empty[EightBytes]
  private var wanted = -1

  var contentLength: Int = -1
  var valueAt: Int = -1
  var valueLength: Int = 0

  /** @return where the body of the message at `frame` begins; -1 if its head is another one, or incomplete */
  def find(buffer: ByteBuffer, frame: Int, end: Int): Int =
    valueAt = -1
    valueLength = 0
    if !usable then -1
    else
      val last = fixed.length - 1
      var at = frame
      var i = 0
      while at >= 0 && i < last do
        at = behind(fixed(i), buffer, at, end)
        if at >= 0 then
          val stop = EightBytes.lineEnd(buffer, at, end)
          if i == wanted then
            valueAt = at
            valueLength = stop - at
          at = stop
        i += 1
      if at < 0 then -1 else behind(fixed(last), buffer, at, end)

  /** @return where the next bytes begin; -1 if these bytes are not here */
  private def behind(bytes: EightBytes, buffer: ByteBuffer, at: Int, end: Int): Int =
    val next = at + bytes.length
    if next <= end && bytes.standAt(buffer, at) then next else -1

  /** Learns a head that was not recognised. It stops after many heads, because these never repeat themselves.
    *
    * @param value
    *   where the wanted value begins; -1 if there is none
    */
  def learn(buffer: ByteBuffer, frame: Int, bodyAt: Int, length: Int, value: Int): Unit = if lessons > 0 then
    lessons -= 1
    val bytes = new Array[Byte](bodyAt - frame)
    buffer.get(frame, bytes)
    val head = String(bytes, ISO_8859_1)
    val current = head.split('\n')
    val starts = current.scanLeft(0)(_ + _.length + 1)
    def names(of: Array[String]) = of.map(_.takeWhile(_ != ':')).toList
    val alike = names(current) == names(lines)
    val differs = current.indices.map { i =>
      val isValue = value >= 0 && starts(i) <= value - frame && value - frame < starts(i + 1)
      isValue || alike && (varying(i) || current(i) != lines(i))
    }.toArray
    if !alike || !Arrays.equals(differs, varying) then
      contentLength = length
      lines = current
      varying = differs
      val regions = current.indices.filter(differs(_))
      val from = regions.map(i => starts(i) + current(i).indexOf(':') + 1)
      val until = regions.map(i => starts(i + 1) - 1)
      fixed = (0 +: until).zip(from :+ bytes.length).map((a, b) => EightBytes(bytes.slice(a, b))).toArray
      wanted = from.indexOf(value - frame)
      usable = !head.contains('\r') && (value < 0 || wanted >= 0) &&
        !regions.exists(i => i == 0 || current(i).startsWith("content-length:"))

  def forget(): Unit = usable = false

object KnownHead:
  private val MostLessons = 1000
