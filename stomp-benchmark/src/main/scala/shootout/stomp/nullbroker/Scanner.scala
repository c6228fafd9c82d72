package shootout.stomp.nullbroker

import shootout.driver.Stamp

import java.nio.{ByteBuffer, ByteOrder}
import java.nio.charset.StandardCharsets.UTF_8

/** Receives what a [[Scanner]] finds. */
trait Frames:
  /** Receives the head of a SEND that differs from the head of the SEND before it. */
  def sendsLike(headers: Map[String, String], producer: Int, bodyBytes: Int): Unit

  /** Receives a complete SEND. @param receipt its id in 12 hexadecimal digits; -1 if it asks for none */
  def sent(receipt: Long, producer: Int, nanos: Long, bodyBytes: Int): Unit

  /** Receives any other frame. */
  def command(command: String, headers: Map[String, String]): Unit

/** Splits what one client sends into frames, without keeping the bodies. An incomplete frame at the end of a read is
  * kept as a few bytes of head, or as a count of body bytes to skip.
  *
  * Clients send long runs of messages that differ only in stamp and receipt. A head that equals the last one (compared
  * eight bytes at a time) need not be parsed again.
  */
final class Scanner(frames: Frames):
  private var template = FrameTemplate.none
  private var rest = Array.emptyByteArray
  private var skip = 0

  // fields of the current SEND
  private var receipt = -1L
  private var producer = 0
  private var nanos = 0L

  /** Puts what the last read left over in front of the next one. */
  def before(buffer: ByteBuffer): Unit =
    buffer.clear()
    if rest.length > 0 then
      buffer.put(rest)
      rest = Array.emptyByteArray

  /** Takes everything up to the buffer's position. */
  def scan(buffer: ByteBuffer): Unit =
    val end = buffer.position
    var at = 0
    var go = true
    while go do
      if skip > 0 then
        val skipped = math.min(skip, end - at)
        at += skipped
        skip -= skipped
        if skip == 0 then finish(buffer, at - 1) else go = false
      else if at < end && template.matches(buffer, at, end) then
        begin(buffer, at)
        val whole = at + template.length
        if whole <= end then
          at = whole
          finish(buffer, at - 1)
        else
          skip = whole - end
          at = end
          go = false
      else
        val next = slow(buffer, at, end)
        if next < 0 then go = false else at = next
    if at < end then
      rest = new Array[Byte](end - at)
      buffer.get(at, rest)

  private def begin(buffer: ByteBuffer, at: Int): Unit =
    val body = at + template.headLength
    receipt = if template.receiptAt < 0 then -1L else Scanner.hexAt(buffer, at + template.receiptAt)
    producer = buffer.getInt(body)
    nanos = buffer.getLong(body + 12)

  private def finish(buffer: ByteBuffer, last: Int): Unit =
    if buffer.get(last) != 0 then throw IllegalStateException("a frame does not end where its content-length says")
    frames.sent(receipt, producer, nanos, template.bodyBytes)

  /** Handles a frame that is not like the last one. @return where it ends, or where it begins if it is a SEND; -1 if
    * more must be read
    */
  private def slow(buffer: ByteBuffer, from: Int, end: Int): Int =
    var at = from
    while at < end && (buffer.get(at) == '\n' || buffer.get(at) == '\r') do at += 1
    val bodyAt = Scanner.bodyAt(buffer, at, end)
    if bodyAt < 0 then if at == end then Scanner.all(end, from) else -1
    else
      val lines = Scanner.text(buffer, at, bodyAt).linesIterator.toList
      val headers = lines.tail.flatMap(Scanner.header).reverse.toMap
      if lines.head == "SEND" then likeThis(buffer, at, bodyAt, end, headers)
      else if bodyAt >= end then -1
      else
        frames.command(lines.head, headers)
        bodyAt + 1

  private def likeThis(buffer: ByteBuffer, at: Int, bodyAt: Int, end: Int, headers: Map[String, String]): Int =
    if end - bodyAt < Stamp.Bytes + 1 then -1
    else
      val size = headers.get("content-length").flatMap(_.toIntOption).filter(_ >= Stamp.Bytes)
      val bodyBytes = size.getOrElse(throw IllegalStateException("a SEND needs a content-length of 20 or more"))
      template = FrameTemplate(Scanner.text(buffer, at, bodyAt).getBytes(UTF_8), bodyBytes)
      frames.sendsLike(headers, buffer.getInt(bodyAt), bodyBytes)
      at

object Scanner:
  private def all(end: Int, from: Int): Int = if end > from then end else -1

  private def header(line: String): Option[(String, String)] =
    val colon = line.indexOf(':')
    Option.when(colon >= 0)(shootout.stomp.Frame.unescaped(line.take(colon)) -> line.drop(colon + 1))

  private def text(buffer: ByteBuffer, from: Int, until: Int): String =
    val bytes = new Array[Byte](until - from)
    buffer.get(from, bytes)
    String(bytes, UTF_8)

  /** The place after the empty line; -1 if that has not arrived. Our clients end lines with a line feed alone. */
  private def bodyAt(buffer: ByteBuffer, from: Int, end: Int): Int =
    var i = from
    while i + 1 < end && !(buffer.get(i) == '\n' && buffer.get(i + 1) == '\n') do i += 1
    if i + 1 < end then i + 2 else -1

  private def hexAt(buffer: ByteBuffer, at: Int): Long =
    var value = 0L
    var i = 0
    while i < HexDigits do
      val c = buffer.get(at + i)
      value = (value << 4) | (if c <= '9' then c - '0' else c - 'a' + 10)
      i += 1
    value

  private[nullbroker] val HexDigits = 12

/** The head of a SEND, by which the next one that is alike is recognised.
  *
  * @param head
  *   command, headers and empty line
  */
private final class FrameTemplate(head: Array[Byte], val bodyBytes: Int):
  val headLength: Int = head.length
  val length: Int = head.length + bodyBytes + 1

  /** Where the receipt's digits begin, which differ from frame to frame; -1 if there are none. */
  val receiptAt: Int =
    val name = "\nreceipt:".getBytes(UTF_8)
    val at = head.indexOfSlice(name)
    if at < 0 then -1 else at + name.length

  private val words = (headLength + 7) / 8
  private val bytes = ByteBuffer.wrap(java.util.Arrays.copyOf(head, words * 8)).order(ByteOrder.BIG_ENDIAN)
  private val mask = ByteBuffer.allocate(words * 8)

  for i <- 0 until headLength do
    val digit = receiptAt >= 0 && i >= receiptAt && i < receiptAt + Scanner.HexDigits
    mask.put(i, if digit then 0.toByte else -1.toByte)

  private val wanted: Array[Long] = Array.tabulate(words)(i => bytes.getLong(i * 8))
  private val masks: Array[Long] = Array.tabulate(words)(i => mask.getLong(i * 8))

  /** Whether such a head is here, and at least the stamp and one byte more. */
  def matches(buffer: ByteBuffer, at: Int, end: Int): Boolean =
    if headLength == 0 || end - at < words * 8 || end - at < headLength + Stamp.Bytes + 1 then false
    else
      var i = 0
      while i < words && ((buffer.getLong(at + i * 8) ^ wanted(i)) & masks(i)) == 0 do i += 1
      i == words

private object FrameTemplate:
  val none: FrameTemplate = FrameTemplate(Array.emptyByteArray, 0)
