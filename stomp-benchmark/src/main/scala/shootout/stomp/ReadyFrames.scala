package shootout.stomp

import shootout.driver.Stamp

import java.nio.ByteBuffer
import java.nio.channels.WritableByteChannel
import java.nio.charset.StandardCharsets.US_ASCII

/** A buffer of identical SEND frames of which only the stamps (and receipt ids) are patched before each use: the way to
  * send many messages with neither allocation nor copying of headers and bodies.
  *
  * It starts small, so that thousands of clients that send now and then cost little, and grows for who fills it.
  *
  * @param head
  *   the frame up to the body; wherever it contains [[ReadyFrames.Gap]], the sequence is patched in
  */
final class ReadyFrames(head: Array[Byte], val bodyBytes: Int):
  private val stride = head.length + bodyBytes + 1
  private val largest = math.max(1, ReadyFrames.LargestSize / stride)
  private var capacity = math.max(1, ReadyFrames.FirstSize / stride)
  private var buffer = made
  private val gaps = ReadyFrames.gapsIn(head)
  private var filled = 0
  private var cramped = false

  private def made: ByteBuffer =
    val buffer = ByteBuffer.allocateDirect(capacity * stride)
    val frame = head ++ Array.fill(bodyBytes)(Stamp.Filler) :+ 0.toByte
    for _ <- 0 until capacity do buffer.put(frame)
    buffer.clear().limit(0)

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
    if filled == capacity && capacity < largest then cramped = true
    taken

  /** @return bytes written; once all are, there is room for a full buffer again */
  def write(channel: WritableByteChannel): Int =
    val written = channel.write(buffer)
    if !buffer.hasRemaining then clear()
    if cramped && filled == 0 then grow()
    written

  private def grow(): Unit =
    cramped = false
    capacity = math.min(largest, capacity * ReadyFrames.Growth)
    buffer = made

  /** Forgets what was not written. */
  def clear(): Unit =
    buffer.clear().limit(0)
    filled = 0

object ReadyFrames:
  private val FirstSize = 2 * 1024
  private val Growth = 8

  /** As much as one write to a socket usually takes. */
  private val LargestSize = 64 * 1024

  /** Stands in a frame's head where an id, a sequence in 12 hexadecimal digits, is to be patched. */
  val Gap: Array[Byte] = ("?" * Hex.Digits).getBytes(US_ASCII)

  private def gapsIn(head: Array[Byte]): Array[Int] =
    Iterator.iterate(head.indexOfSlice(Gap))(at => head.indexOfSlice(Gap, at + 1)).takeWhile(_ >= 0).toArray
