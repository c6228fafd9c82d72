package shootout.stomp

import shootout.driver.Stamp

import java.nio.ByteBuffer
import java.nio.channels.WritableByteChannel
import java.nio.charset.StandardCharsets.US_ASCII

/** A buffer of identical SEND frames of which only the stamps (and receipt ids) are patched before each use: the way to
  * send many messages with neither allocation nor copying of headers and bodies.
  *
  * @param head
  *   the frame up to the body; wherever it contains [[ReadyFrames.Gap]], the sequence is patched in
  */
final class ReadyFrames(head: Array[Byte], val bodyBytes: Int):
  private val stride = head.length + bodyBytes + 1
  private val capacity = math.max(1, ReadyFrames.Size / stride)
  private val buffer = ByteBuffer.allocateDirect(capacity * stride)
  private val gaps = ReadyFrames.gapsIn(head)
  private var filled = 0

  locally {
    val frame = head ++ Array.fill(bodyBytes)(Stamp.Filler) :+ 0.toByte
    for _ <- 0 until capacity do buffer.put(frame)
    buffer.clear().limit(0)
  }

  /** Whether bytes wait to be written. */
  def pending: Boolean = buffer.hasRemaining

  /** How many more messages there is room for. */
  def room: Int = capacity - filled

  /** Adds up to `count` messages with consecutive sequences. @return how many there was room for */
  def put(producer: Int, sequence: Long, count: Int, nanos: Long): Int =
    val taken = math.min(count, capacity - filled)
    buffer.limit((filled + taken) * stride)
    var i = 0
    while i < taken do
      val at = (filled + i) * stride
      Stamp.put(buffer, at + head.length, producer, sequence + i, nanos, bodyBytes)
      var gap = 0
      while gap < gaps.length do
        Hex.put(buffer, at + gaps(gap), sequence + i)
        gap += 1
      i += 1
    filled += taken
    taken

  /** @return bytes written; once all are, there is room for a full buffer again */
  def write(channel: WritableByteChannel): Int =
    val written = channel.write(buffer)
    if !buffer.hasRemaining then clear()
    written

  /** Forgets what was not written. */
  def clear(): Unit =
    buffer.clear().limit(0)
    filled = 0

object ReadyFrames:
  /** As much as one write to a socket usually takes. */
  private val Size = 64 * 1024

  /** Stands in a frame's head where an id, a sequence in 12 hexadecimal digits, is to be patched. */
  val Gap: Array[Byte] = ("?" * Hex.Digits).getBytes(US_ASCII)

  private def gapsIn(head: Array[Byte]): Array[Int] =
    Iterator.iterate(head.indexOfSlice(Gap))(at => head.indexOfSlice(Gap, at + 1)).takeWhile(_ >= 0).toArray
