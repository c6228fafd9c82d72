package shootout.stomp.nullbroker

import shootout.driver.Stamp
import shootout.stomp.{EightBytes, Frame, Hex}

import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8

/** Splits what one client sends into frames for its peer, without keeping the bodies. An incomplete frame at the end of
  * a read is kept as a few bytes of head, or as a count of body bytes to skip.
  *
  * Clients send long runs of messages that differ only in stamp and receipt. A head that equals the last one (compared
  * eight bytes at a time) need not be parsed again.
  */
final class Scanner(peer: Peer):
  private var templateOrNull: FrameTemplate | Null = null
  private var rest = Array.emptyByteArray
  private var skip = 0

  // fields of the current SEND
  private var receipt = -1L
  private var producer = 0
  private var nanos = 0L
  private var bodyBytes = 0

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
      val template = templateOrNull
      if skip > 0 then
        val skipped = math.min(skip, end - at)
        at += skipped
        skip -= skipped
        if skip == 0 then finish(buffer, at - 1) else go = false
      else if at < end && template != null && template.matches(buffer, at, end) then
        begin(template, buffer, at)
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

  private def begin(template: FrameTemplate, buffer: ByteBuffer, at: Int): Unit =
    val body = at + template.headLength
    receipt = if template.receiptAt < 0 then -1L else Hex.at(buffer, at + template.receiptAt, Hex.Digits)
    producer = Stamp.producerAt(buffer, body)
    nanos = Stamp.nanosAt(buffer, body)
    bodyBytes = template.bodyBytes

  private def finish(buffer: ByteBuffer, last: Int): Unit =
    if buffer.get(last) != 0 then throw IllegalStateException("a frame does not end where its content-length says")
    peer.sent(receipt, producer, nanos, bodyBytes)

  /** Handles a frame that is not like the last one. @return where it ends, or where it begins if it is a SEND; -1 if
    * more must be read
    */
  private def slow(buffer: ByteBuffer, from: Int, end: Int): Int =
    var at = from
    while at < end && (buffer.get(at) == '\n' || buffer.get(at) == '\r') do at += 1
    val bodyAt = Scanner.bodyAt(buffer, at, end)
    if bodyAt < 0 then if at == end && end > from then end else -1
    else
      val head = new Array[Byte](bodyAt - at)
      buffer.get(at, head)
      val (command, headers) = Frame.parsed(String(head, UTF_8))
      if command == "SEND" then likeThis(buffer, at, bodyAt, end, head, headers)
      else if bodyAt >= end then -1
      else
        peer.command(command, headers)
        bodyAt + 1

  private def likeThis(
      buffer: ByteBuffer,
      at: Int,
      bodyAt: Int,
      end: Int,
      head: Array[Byte],
      headers: Map[String, String]
  ): Int =
    if end - bodyAt < Stamp.Bytes + 1 then -1
    else
      val size = headers.get("content-length").flatMap(_.toIntOption).filter(_ >= Stamp.Bytes)
      val bodyBytes = size.getOrElse(throw IllegalStateException("a SEND needs a content-length of 20 or more"))
      templateOrNull = FrameTemplate(head, bodyBytes)
      peer.sendsLike(headers, Stamp.producerAt(buffer, bodyAt), bodyBytes)
      at

object Scanner:
  /** The place after the empty line; -1 if that has not arrived. Our clients end lines with a line feed alone. */
  private def bodyAt(buffer: ByteBuffer, from: Int, end: Int): Int =
    var i = from
    while i + 1 < end && !(buffer.get(i) == '\n' && buffer.get(i + 1) == '\n') do i += 1
    if i + 1 < end then i + 2 else -1

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

  private val behindAt = receiptAt + Hex.Digits
  private val start = EightBytes(if receiptAt < 0 then head else head.take(receiptAt))
  private val behindOrNull = if receiptAt < 0 then null else EightBytes(head.drop(behindAt))

  /** Whether such a head is here, and at least the stamp and one byte more. These are more bytes than
    * [[EightBytes.Slack]].
    */
  def matches(buffer: ByteBuffer, at: Int, end: Int): Boolean =
    end - at > headLength + Stamp.Bytes && start.standAt(buffer, at) &&
      (behindOrNull == null || behindOrNull.standAt(buffer, at + behindAt))
