package shootout.stomp

import shootout.driver.Stamp

import java.io.IOException
import java.nio.ByteBuffer

/** A message whose stamp has arrived, but not its end. The rest of its body is counted, and not kept.
  *
  * @param wholeBodies
  *   whether the rest of its body is checked, too
  */
final private[stomp] class PartOfMessage(wholeBodies: Boolean):
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
