package shootout.stomp

import shootout.driver.Stamp

import java.io.IOException
import java.nio.ByteBuffer
import java.nio.channels.ReadableByteChannel
import java.nio.charset.StandardCharsets.UTF_8

/** Receives what a [[FrameReader]] finds. Ranges point into `reader.buffer`, and hold only during the call. */
trait FrameHandler:
  /** Receives a message. `reader.acknowledgement` has the value to acknowledge it by.
    *
    * @param intact
    *   whether the body is complete and one of ours; if not, the fields of its stamp mean nothing
    * @return
    *   false to stop here
    */
  def message(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int, intact: Boolean): Boolean

  /** Receives a receipt, by its id. @return false to stop here */
  def receipt(idAt: Int, idLength: Int): Boolean

  /** Receives any other frame: CONNECTED or ERROR. @return false to stop here */
  def other(command: String, headers: Map[String, String], body: String): Boolean

/** Splits the bytes of a connection into frames, where the system has put them. Nothing is copied. It looks only at the
  * parts of a head that differ from the previous one, and at stamp and end of a body. The rest of a body is dropped as
  * soon as it is read, so a large message needs no large buffer.
  *
  * It reads STOMP 1.0 to 1.2: bodies with content-length or up to the NUL, lines that end in LF or CR LF, and line ends
  * between frames (heart-beats). It allocates nothing per message. The buffer grows for a client that fills it, and for
  * any frame without content-length. Beyond a limit ([[FrameLimits]]), `parse` throws an IOException.
  *
  * @param wholeBodies
  *   whether all of a body is checked, and not only stamp and end
  */
final class FrameReader(wholeBodies: Boolean = false):
  private var ackHeader = Subscription.ackHeader(Version.V10)

  /** How many bytes the buffer may contain. */
  private var capacity = FrameReader.FirstSize
  private var start = 0
  private var end = 0
  private val known = KnownHead()
  private val part = PartOfMessage(wholeBodies)

  // fields of the current frame
  private var contentLength = -1
  private var valueAt = 0
  private var valueLength = 0

  /** The buffer into which ranges of a [[FrameHandler]] point. */
  var buffer: ByteBuffer = FrameReader.make(capacity)

  /** Sets the header of a message that its acknowledgement repeats. It depends on the protocol's version. */
  def acknowledgeBy(header: Array[Byte]): Unit =
    ackHeader = header
    known.forget()

  /** Copies the value by which the current message is acknowledged; it is empty if there is none. */
  def acknowledgement(into: AckId): Unit =
    if part.isGiven then into.set(part.acknowledgement) else into.set(buffer, valueAt, valueLength)

  def text(at: Int, length: Int): String =
    val bytes = new Array[Byte](length)
    buffer.get(at, bytes)
    String(bytes, UTF_8)

  /** Gives the memory back, because HawtDispatch's timers keep a connection for a while after its end. */
  def release(): Unit =
    capacity = 0
    buffer = FrameReader.make(0)
    start = end
    part.forget()

  /** Whether the latest [[fill]] could have taken more bytes than there were. */
  var hasRoom: Boolean = false

  /** Reads once from the channel. @return bytes read; -1 at the end of the stream */
  def fill(channel: ReadableByteChannel): Int =
    if start == end then
      start = 0
      end = 0
    else if end == capacity then makeRoom()
    buffer.limit(capacity).position(end)
    val read = channel.read(buffer)
    buffer.limit(buffer.capacity)
    if read > 0 then
      end += read
      hasRoom = end < capacity
      if !hasRoom && capacity < FrameReader.ComfortableSize then makeRoom()
    read

  /** Hands out every complete frame, until the handler says stop. @return false if it did so */
  def parse(handler: FrameHandler): Boolean =
    var go = true
    var stopped = false
    while go do
      if part.missing > 0 then
        start += part.skip(buffer, start, end)
        go = part.missing == 0
        if go && !part.giveTo(handler) then stopped = true
      else
        skipLineEnds()
        val frame = start
        val bodyAt = if start < end then body(frame) else -1
        val stop = if bodyAt < 0 then -1 else bodyEnd(bodyAt)
        go = stop >= 0
        if go then
          start = stop + 1
          stopped = !dispatch(handler, frame, bodyAt, stop)
        else if start < end then unfinished(frame, bodyAt)
      if stopped then go = false
    !stopped

  private def dispatch(handler: FrameHandler, frame: Int, bodyAt: Int, end: Int): Boolean =
    buffer.get(frame) match
      case 'M' => message(handler, bodyAt, end - bodyAt)
      case 'R' if valueAt >= 0 => handler.receipt(valueAt, valueLength)
      case _ => slow(handler, frame, bodyAt, end)

  private def message(handler: FrameHandler, at: Int, length: Int): Boolean =
    if length < Stamp.Bytes then handler.message(0, 0, 0, length, false)
    else
      val intact = Stamp.intactAt(buffer, at, length) &&
        (length == Stamp.Bytes || buffer.get(at + length - 1) == Stamp.Filler) &&
        (!wholeBodies || EightBytes.only(Stamp.Filler, buffer, at + Stamp.Bytes, at + length))
      handler.message(
        Stamp.producerAt(buffer, at),
        Stamp.sequenceAt(buffer, at),
        Stamp.nanosAt(buffer, at),
        length,
        intact
      )

  private def unfinished(frame: Int, bodyAt: Int): Unit =
    if bodyAt < 0 then FrameLimits.head(end - frame)
    else
      val isMessage = buffer.get(frame) == 'M'
      if isMessage then letGo(bodyAt)
      if start < end then FrameLimits.body(end - bodyAt, isMessage)

  /** Drops what lies between stamp and end of a body, if the stamp has arrived and the end has not. */
  private def letGo(bodyAt: Int): Unit = if contentLength >= Stamp.Bytes && end - bodyAt >= Stamp.Bytes then
    part.begin(buffer, bodyAt, contentLength, end)
    part.acknowledgement.set(buffer, valueAt, valueLength)
    start = end

  private def skipLineEnds(): Unit =
    while start < end && (buffer.get(start) == '\n' || buffer.get(start) == '\r') do start += 1

  /** Where the body of a frame begins; -1 if that has not arrived yet. */
  private def body(frame: Int): Int =
    val isMessage = buffer.get(frame) == 'M'
    val found = if isMessage then known.find(buffer, frame, end) else -1
    if found >= 0 then
      contentLength = known.contentLength
      valueAt = known.valueAt
      valueLength = known.valueLength
      found
    else
      val bodyAt = head(frame)
      if bodyAt >= 0 && isMessage then known.learn(buffer, frame, bodyAt, contentLength, valueAt)
      bodyAt

  /** Walks over command and headers, from line end to line end.
    *
    * @return
    *   where the body begins; -1 if that has not arrived yet
    */
  private def head(frame: Int): Int =
    contentLength = -1
    valueAt = -1
    valueLength = 0
    var line = frame
    var at = frame
    var bodyAt = -1
    while bodyAt < 0 && at < end do
      var found = EightBytes.lineEnds(buffer, at)
      while found != 0 && bodyAt < 0 do
        val stop = at + EightBytes.first(found)
        found = if stop < end then EightBytes.rest(found) else 0
        if stop < end then
          if stop == line || stop == line + 1 && buffer.get(line) == '\r' then bodyAt = stop + 1
          else if line > frame then header(line, stop, buffer.get(frame))
          line = stop + 1
      at += EightBytes.Bytes
    bodyAt

  /** Reads a header line. If a header is repeated, the first one counts (STOMP 1.2, "Repeated Header Entries"). */
  private def header(line: Int, lineEnd: Int, command: Byte): Unit =
    if contentLength < 0 && starts(line, lineEnd, FrameReader.ContentLength) then
      contentLength = ContentLength.of(buffer, line + FrameReader.ContentLength.length, trimmed(lineEnd))
    else if valueAt < 0 then
      val wanted = if command == 'R' then FrameReader.ReceiptId else ackHeader
      if starts(line, lineEnd, wanted) then
        valueAt = line + wanted.length
        valueLength = trimmed(lineEnd) - valueAt

  private def trimmed(lineEnd: Int): Int = if buffer.get(lineEnd - 1) == '\r' then lineEnd - 1 else lineEnd

  private def starts(line: Int, stop: Int, name: Array[Byte]): Boolean =
    var i = 0
    if line + name.length <= stop then while i < name.length && buffer.get(line + i) == name(i) do i += 1
    i == name.length

  /** Where the NUL after the body is; -1 if it has not arrived yet. */
  private def bodyEnd(bodyAt: Int): Int =
    if contentLength < 0 then EightBytes.nul(buffer, bodyAt, end)
    else
      val stop = bodyAt + contentLength
      if stop >= end then -1
      else if buffer.get(stop) == 0 then stop
      else throw IOException(FrameReader.WrongEnd)

  private def slow(handler: FrameHandler, frame: Int, bodyAt: Int, end: Int): Boolean =
    val (command, headers) = Frame.parsed(text(frame, bodyAt - frame))
    handler.other(command, headers, text(bodyAt, end - bodyAt))

  /** Moves the unread bytes to the front, into a larger buffer if they fill more than half. */
  private def makeRoom(): Unit =
    buffer.limit(end).position(start)
    val unread = buffer.remaining
    if unread * 2 > capacity || start == 0 then
      capacity *= 2
      buffer = FrameReader.make(capacity).put(buffer)
    else buffer.compact()
    buffer.clear()
    start = 0
    end = unread

object FrameReader:
  private val FirstSize = 4 * 1024

  /** The buffer of a client that gets more than it can read at once. A larger one would not stay in the CPU's cache. */
  private val ComfortableSize = 128 * 1024
  private val ContentLength = "content-length:".getBytes(UTF_8)
  private val ReceiptId = "receipt-id:".getBytes(UTF_8)
  private[stomp] val WrongEnd = "a frame does not end where its content-length says"

  private def make(capacity: Int): ByteBuffer = ByteBuffer.allocateDirect(capacity + EightBytes.Slack)

/** A message whose stamp has arrived, but not its end. The rest of its body is counted, and not kept.
  *
  * @param wholeBodies
  *   whether the rest of its body is checked, too
  */
final private class PartOfMessage(wholeBodies: Boolean):
  /** Bytes of its body, and of the NUL after it, that have not arrived yet; 0 if there is no such message. */
  var missing = 0

  /** Whether a handler is given the message right now, so that its acknowledgement is here. */
  var isGiven = false
  val acknowledgement = AckId()

  private var producer = 0
  private var sequence = 0L
  private var nanos = 0L
  private var bodyBytes = 0
  private var intact = false

  /** @param end
    *   end of the bytes that have arrived: at least a stamp, and at most the whole body
    */
  def begin(buffer: ByteBuffer, bodyAt: Int, length: Int, end: Int): Unit =
    producer = Stamp.producerAt(buffer, bodyAt)
    sequence = Stamp.sequenceAt(buffer, bodyAt)
    nanos = Stamp.nanosAt(buffer, bodyAt)
    bodyBytes = length
    intact = Stamp.intactAt(buffer, bodyAt, length)
    missing = bodyAt + length + 1 - end
    if missing == 1 && length > Stamp.Bytes then lookAtLast(buffer.get(end - 1))
    if wholeBodies then lookAtAll(buffer, bodyAt + Stamp.Bytes, end)

  private def lookAtAll(buffer: ByteBuffer, from: Int, until: Int): Unit =
    if !EightBytes.only(Stamp.Filler, buffer, from, until) then intact = false

  private def lookAtLast(byte: Byte): Unit = if byte != Stamp.Filler then intact = false

  /** Counts bytes that have arrived. @return how many of them belong to the message */
  def skip(buffer: ByteBuffer, start: Int, end: Int): Int =
    val taken = math.min(missing, end - start)
    // the last byte of the body is the last but one of the missing bytes
    if missing > 1 && taken >= missing - 1 then lookAtLast(buffer.get(start + missing - 2))
    // the last one is the NUL
    if wholeBodies then lookAtAll(buffer, start, start + math.min(taken, missing - 1))
    if taken == missing && buffer.get(start + missing - 1) != 0 then throw IOException(FrameReader.WrongEnd)
    missing -= taken
    taken

  def giveTo(handler: FrameHandler): Boolean =
    isGiven = true
    try handler.message(producer, sequence, nanos, bodyBytes, intact)
    finally isGiven = false

  def forget(): Unit = missing = 0
