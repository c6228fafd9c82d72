package shootout.stomp

import shootout.driver.Stamp

import java.io.IOException
import java.lang.invoke.MethodHandles
import java.nio.{ByteBuffer, ByteOrder}
import java.nio.channels.ReadableByteChannel
import java.nio.charset.StandardCharsets.UTF_8

/** What a [[FrameReader]] finds. Ranges point into `reader.bytes` and hold only during the call. */
trait FrameHandler:
  /** A message; `ackAt`, `ackLength`: the value to acknowledge it by. @return false: stop here */
  def message(bodyAt: Int, bodyLength: Int, ackAt: Int, ackLength: Int): Boolean

  /** A receipt, by its id. @return false: stop here */
  def receipt(idAt: Int, idLength: Int): Boolean

  /** Any other frame: CONNECTED, ERROR. @return false: stop here */
  def other(command: String, headers: Map[String, String], body: String): Boolean

/** Splits the bytes of a connection into frames, in place: headers of messages are looked at, not copied.
  *
  * Reads STOMP 1.0 to 1.2: bodies with content-length or up to the NUL, lines ending in LF or CR LF, end-of-lines between
  * frames (heart-beats). Allocates nothing per message; the buffer grows to hold the largest frame.
  */
final class FrameReader:
  private var ackHeader = Subscription.ackHeader(Version.V10)
  private var buffer = ByteBuffer.allocate(FrameReader.FirstSize)
  private var start = 0
  private val known = KnownHead()

  // of the frame under way
  private var contentLength = -1
  private var valueAt = 0
  private var valueLength = 0

  /** Which header of a message its acknowledgement repeats; depends on the protocol's version. */
  def acknowledgeBy(header: Array[Byte]): Unit =
    ackHeader = header
    known.forget()

  /** What ranges of a [[FrameHandler]] point into. */
  def bytes: Array[Byte] = buffer.array

  /** Gives the memory back: HawtDispatch's timers hold on to a connection for a while after its end. */
  def release(): Unit =
    buffer = ByteBuffer.allocate(0)
    start = 0

  private var roomLeft = false

  /** Whether the latest [[fill]] could have taken more bytes than there were. */
  def hasRoom: Boolean = roomLeft

  /** Reads once from the channel. @return bytes read, -1 at the end of the stream */
  def fill(channel: ReadableByteChannel): Int =
    if start == buffer.position then
      buffer.clear()
      start = 0
    else if !buffer.hasRemaining then makeRoom()
    val read = channel.read(buffer)
    roomLeft = buffer.hasRemaining
    if read > 0 && !roomLeft && buffer.capacity < FrameReader.ComfortableSize then makeRoom()
    read

  /** Hands out every complete frame, until the handler says stop. @return false if it did */
  def parse(handler: FrameHandler): Boolean =
    var go = true
    var stopped = false
    while go do
      skipLineEnds()
      val frame = start
      val bodyAt = if start < buffer.position then body(frame) else -1
      val end = if bodyAt < 0 then -1 else bodyEnd(bodyAt)
      if end < 0 then go = false
      else
        start = end + 1
        if !dispatch(handler, frame, bodyAt, end) then
          stopped = true
          go = false
    !stopped

  private def dispatch(handler: FrameHandler, frame: Int, bodyAt: Int, end: Int): Boolean =
    bytes(frame) match
      case 'M' => handler.message(bodyAt, end - bodyAt, valueAt, valueLength)
      case 'R' => handler.receipt(valueAt, valueLength)
      case _ => slow(handler, frame, bodyAt, end)

  private def skipLineEnds(): Unit =
    val array = buffer.array
    while start < buffer.position && (array(start) == '\n' || array(start) == '\r') do start += 1

  /** Where the body of a frame begins, -1 if that has not come yet. */
  private def body(frame: Int): Int =
    val array = buffer.array
    val found = if array(frame) == 'M' then known.find(array, frame, buffer.position) else -1
    if found >= 0 then
      contentLength = known.contentLength
      valueAt = known.valueAt
      valueLength = known.valueLength
      found
    else
      val bodyAt = head(frame)
      if bodyAt >= 0 && array(frame) == 'M' then known.learn(array, frame, bodyAt, contentLength, valueAt)
      bodyAt

  /** Walks over command and headers. Line ends are looked for in eight bytes at a time, for this is where most of a
    * consumer's time goes.
    *
    * @return
    *   where the body begins, -1 if that has not come yet
    */
  private def head(frame: Int): Int =
    val array = buffer.array
    val end = buffer.position
    contentLength = -1
    valueAt = -1
    valueLength = 0
    var line = frame
    var at = frame
    var bodyAt = -1
    while bodyAt < 0 && at < end do
      var found = FrameReader.lineEnds(array, at, end)
      while found != 0 && bodyAt < 0 do
        val stop = at + (java.lang.Long.numberOfTrailingZeros(found) >>> 3)
        found &= found - 1
        if stop == line || stop == line + 1 && array(line) == '\r' then bodyAt = stop + 1
        else if line > frame then header(array, line, stop, array(frame))
        line = stop + 1
      at += 8
    bodyAt

  /** Of a repeated header the first counts (STOMP 1.2, "Repeated Header Entries"). */
  private def header(array: Array[Byte], line: Int, lineEnd: Int, command: Byte): Unit =
    if array(line) == 'c' && contentLength < 0 && starts(array, line, lineEnd, FrameReader.ContentLength) then
      contentLength = FrameReader.number(array, line + FrameReader.ContentLength.length, trimmed(array, lineEnd))
    else if valueAt < 0 then
      val wanted = if command == 'R' then FrameReader.ReceiptId else ackHeader
      if array(line) == wanted(0) && starts(array, line, lineEnd, wanted) then
        valueAt = line + wanted.length
        valueLength = trimmed(array, lineEnd) - valueAt

  private def trimmed(array: Array[Byte], lineEnd: Int): Int =
    if array(lineEnd - 1) == '\r' then lineEnd - 1 else lineEnd

  private def starts(array: Array[Byte], line: Int, stop: Int, name: Array[Byte]): Boolean =
    line + name.length <= stop && java.util.Arrays.equals(array, line, line + name.length, name, 0, name.length)

  /** Where the NUL behind the body stands, -1 if it has not come yet. */
  private def bodyEnd(bodyAt: Int): Int =
    val array = buffer.array
    if contentLength >= 0 then
      val end = bodyAt + contentLength
      if end >= buffer.position then -1
      else if array(end) == 0 then end
      else throw IOException("a frame does not end where its content-length says")
    else
      var i = bodyAt
      while i < buffer.position && array(i) != 0 do i += 1
      if i < buffer.position then i else -1

  private def slow(handler: FrameHandler, frame: Int, bodyAt: Int, end: Int): Boolean =
    val lines = String(bytes, frame, bodyAt - frame, UTF_8).linesIterator.toList
    val headers = lines.tail.filter(_.contains(':')).map { line =>
      val colon = line.indexOf(':')
      Frame.unescaped(line.take(colon)) -> Frame.unescaped(line.drop(colon + 1))
    }
    handler.other(lines.head, headers.reverse.toMap, String(bytes, bodyAt, end - bodyAt, UTF_8))

  /** Moves the unread bytes to the front, into a larger buffer if they fill more than half. */
  private def makeRoom(): Unit =
    val unread = buffer.position - start
    val larger = unread * 2 > buffer.capacity || start == 0
    val target = if larger then ByteBuffer.allocate(buffer.capacity * 2) else buffer
    System.arraycopy(buffer.array, start, target.array, 0, unread)
    target.clear().position(unread)
    buffer = target
    start = 0

object FrameReader:
  private val FirstSize = 4 * 1024
  private val ComfortableSize = 256 * 1024
  private val ContentLength = "content-length:".getBytes(UTF_8)
  private val ReceiptId = "receipt-id:".getBytes(UTF_8)

  private val words = MethodHandles.byteArrayViewVarHandle(classOf[Array[Long]], ByteOrder.LITTLE_ENDIAN)
  private val LineFeeds = 0x0a0a0a0a0a0a0a0aL
  private val LowBits = 0x7f7f7f7f7f7f7f7fL

  /** The highest bit of each of eight bytes that is a line feed and stands before `end`; the first byte is the lowest
    * (Warren, "Hacker's Delight", 6-1, "Find First 0-Byte", the exact form).
    */
  private def lineEnds(array: Array[Byte], at: Int, end: Int): Long =
    if at + 8 > end then lastLineEnds(array, at, end)
    else
      val x = word(array, at) ^ LineFeeds
      ~(((x & LowBits) + LowBits) | x | LowBits)

  private def word(array: Array[Byte], at: Int): Long = words.get(array, at).asInstanceOf[Long]

  /** Where the next line feed is, -1 if it has not come yet. */
  def lineEnd(array: Array[Byte], from: Int, end: Int): Int =
    var at = from
    var found = 0L
    while at < end && found == 0 do
      found = lineEnds(array, at, end)
      if found == 0 then at += 8
    if found == 0 then -1 else at + (java.lang.Long.numberOfTrailingZeros(found) >>> 3)

  private def lastLineEnds(array: Array[Byte], at: Int, end: Int): Long =
    var bits = 0L
    var i = at
    while i < end do
      if array(i) == '\n' then bits |= 0x80L << (8 * (i - at))
      i += 1
    bits

  /** More than any message of a benchmark: a larger number is a broken one, and must not eat the memory. */
  private val LargestBody = 256 * 1024 * 1024

  /** A decimal number; spaces that old brokers write around it are skipped. */
  private def number(array: Array[Byte], from: Int, until: Int): Int =
    var value = 0L
    var digits = 0
    var i = from
    while i < until do
      val c = array(i)
      if c >= '0' && c <= '9' then
        value = math.min(value * 10 + (c - '0'), Int.MaxValue)
        digits += 1
      else if c != ' ' then throw IOException("content-length is not a number")
      i += 1
    if digits == 0 then throw IOException("content-length is not a number")
    if value > LargestBody then throw IOException(s"content-length is more than $LargestBody bytes")
    value.toInt

  /** Whether the body is one of ours and whole. */
  def intact(bytes: Array[Byte], bodyAt: Int, bodyLength: Int): Boolean =
    bodyLength >= Stamp.Bytes && Stamp.intactAt(bytes, bodyAt, bodyLength) &&
      (bodyLength == Stamp.Bytes || bytes(bodyAt + bodyLength - 1) == Stamp.Filler)
