package shootout.stomp

import shootout.driver.Stamp

import java.nio.ByteBuffer
import java.nio.channels.WritableByteChannel

/** Frames that are not all alike, in the order in which they were added: commands, acknowledgements, replies, messages
  * of varying size. It grows for what must be sent. Messages ask [[roomy]] first.
  */
final class Outbox:
  private var buffer = ByteBuffer.allocateDirect(1024).limit(0)
  private var tail = 0
  private var cut = false

  def pending: Boolean = buffer.position < tail

  /** Whether a frame may be half written, so that nothing else may come in between. */
  def begun: Boolean = cut && pending

  /** Whether another message may be added, or has to wait until the network has taken some. */
  def roomy: Boolean = tail - buffer.position < Outbox.Comfortable

  def add(bytes: Array[Byte]): Unit = add(bytes, 0, bytes.length)

  def add(bytes: Array[Byte], from: Int, length: Int): Unit =
    ensure(length)
    buffer.put(tail, bytes, from, length)
    tail += length

  def add(byte: Byte): Unit =
    ensure(1)
    buffer.put(tail, byte)
    tail += 1

  /** Adds the decimal digits of a number. */
  def addDecimal(value: Int): Unit =
    var divisor = 1
    while value / divisor >= 10 do divisor *= 10
    while divisor > 0 do
      add(('0' + value / divisor % 10).toByte)
      divisor /= 10

  /** Adds 12 hexadecimal digits, as [[Hex.at]] reads them. */
  def addHex(value: Long): Unit =
    ensure(ReadyFrames.Gap.length)
    Hex.put(buffer, tail, value)
    tail += ReadyFrames.Gap.length

  /** Adds a message body: stamp and filler. */
  def addBody(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int): Unit =
    ensure(bodyBytes)
    Stamp.put(buffer, tail, producer, sequence, nanos, bodyBytes)
    var i = tail + Stamp.Bytes
    tail += bodyBytes
    while i < tail do
      buffer.put(i, Stamp.Filler)
      i += 1

  /** @return bytes written */
  def write(channel: WritableByteChannel): Int =
    buffer.limit(tail)
    val written = channel.write(buffer)
    cut = buffer.hasRemaining && (cut || written > 0)
    if !buffer.hasRemaining then clear()
    written

  /** Forgets what was not written. */
  def clear(): Unit =
    buffer.clear()
    tail = 0
    cut = false

  /** Gives the memory back. */
  def release(): Unit =
    buffer = ByteBuffer.allocateDirect(0)
    clear()

  private def ensure(more: Int): Unit =
    if tail + more > buffer.capacity then makeRoom(more)
    else if buffer.limit() < buffer.capacity then buffer.limit(buffer.capacity)

  /** Moves the unwritten bytes to the front, into a larger buffer if with the new ones they fill more than half. */
  private def makeRoom(more: Int): Unit =
    val unwritten = tail - buffer.position
    buffer.limit(tail)
    if (unwritten + more) * 2L <= buffer.capacity then buffer.compact()
    else
      buffer =
        ByteBuffer.allocateDirect(Integer.highestOneBit(math.max(unwritten + more, buffer.capacity)) * 2).put(buffer)
    buffer.clear()
    tail = unwritten

object Outbox:
  private val Comfortable = 64 * 1024
