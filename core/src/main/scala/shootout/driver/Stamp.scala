package shootout.driver

import java.lang.invoke.{MethodHandles, VarHandle}
import java.nio.{ByteBuffer, ByteOrder}

/** The first 20 bytes of every message body, and so the smallest message there is (big endian):
  *
  * {{{
  * 0..3    producer: workload tag (16 bits) and index of the producer (16 bits)
  * 4..11   sequence (48 bits) and checksum (16 bits) of all other fields and of the body's length
  * 12..19  send time: nanoseconds of the monotonic clock of the sending process
  * }}}
  *
  * What follows is filler, each byte [[Filler]].
  */
object Stamp:
  val Bytes = 20
  val Filler: Byte = 'x'
  val MaxSequence: Long = (1L << 48) - 1
  val MaxIndex = 0xffff

  private val longs: VarHandle = MethodHandles.byteArrayViewVarHandle(classOf[Array[Long]], ByteOrder.BIG_ENDIAN)
  private val ints: VarHandle = MethodHandles.byteArrayViewVarHandle(classOf[Array[Int]], ByteOrder.BIG_ENDIAN)

  def producer(workloadTag: Int, index: Int): Int = (workloadTag << 16) | (index & MaxIndex)
  def workloadTag(producer: Int): Int = producer >>> 16
  def index(producer: Int): Int = producer & MaxIndex

  /** Writes a stamp at an absolute position; `buffer` must be big endian. */
  def put(buffer: ByteBuffer, at: Int, producer: Int, sequence: Long, nanos: Long, bodyBytes: Int): Unit =
    buffer.putInt(at, producer)
    buffer.putLong(at + 4, (sequence << 16) | checksum(producer, sequence, nanos, bodyBytes))
    buffer.putLong(at + 12, nanos)

  def producerAt(bytes: Array[Byte], at: Int): Int = ints.get(bytes, at).asInstanceOf[Int]
  def sequenceAt(bytes: Array[Byte], at: Int): Long = longAt(bytes, at + 4) >>> 16
  def nanosAt(bytes: Array[Byte], at: Int): Long = longAt(bytes, at + 12)

  // These read the same fields from a buffer, which must be big endian.
  def producerAt(buffer: ByteBuffer, at: Int): Int = buffer.getInt(at)
  def sequenceAt(buffer: ByteBuffer, at: Int): Long = buffer.getLong(at + 4) >>> 16
  def nanosAt(buffer: ByteBuffer, at: Int): Long = buffer.getLong(at + 12)
  def intactAt(buffer: ByteBuffer, at: Int, bodyBytes: Int): Boolean =
    val word = buffer.getLong(at + 4)
    (word & 0xffff) == checksum(buffer.getInt(at), word >>> 16, buffer.getLong(at + 12), bodyBytes)

  /** Whether the checksum matches the other fields and the body's length. */
  def intactAt(bytes: Array[Byte], at: Int, bodyBytes: Int): Boolean =
    val word = longAt(bytes, at + 4)
    (word & 0xffff) == checksum(producerAt(bytes, at), word >>> 16, nanosAt(bytes, at), bodyBytes)

  private def longAt(bytes: Array[Byte], at: Int): Long = longs.get(bytes, at).asInstanceOf[Long]

  /** Multiplicative hash (Knuth's constant and two odd ones of splitmix64); the best-mixed 16 bits are the highest. */
  private def checksum(producer: Int, sequence: Long, nanos: Long, bodyBytes: Int): Long =
    val mixed = (sequence ^ (producer.toLong << 32) ^ bodyBytes) * 0x9e3779b97f4a7c15L
    ((mixed ^ (mixed >>> 29) ^ nanos) * 0xbf58476d1ce4e5b9L) >>> 48

/** Creates the bodies of one client's messages. Only the client's thread may use it. */
trait Bodies:
  /** @param bytes
    *   the declared size
    */
  def apply(producer: Int, sequence: Long, nanos: Long, bytes: Int): Array[Byte]

object Bodies:
  /** @param reuse
    *   true if the library has copied a body when its send returns
    */
  def of(send: SendSpec, reuse: Boolean): Bodies =
    if send.message.isPlain then StampedBody(reuse) else FormedBody(send.message)

/** Message bodies as arrays. Each begins with its [[Stamp]].
  *
  * @param reuse
  *   true if the library has copied a body when its send returns, so that the next one of the same size may replace
  *   it
  */
final class StampedBody(reuse: Boolean) extends Bodies:
  private var body = Array.emptyByteArray
  private var stamp = ByteBuffer.wrap(body)

  def apply(producer: Int, sequence: Long, nanos: Long, bytes: Int): Array[Byte] =
    if !reuse || body.length != bytes then
      body = Array.fill(bytes)(Stamp.Filler)
      stamp = ByteBuffer.wrap(body)
    Stamp.put(stamp, 0, producer, sequence, nanos, bytes)
    body

object StampedBody:
  /** Whether stamp, length and the last byte of a body arrived as they were sent.
    *
    * @param wholly
    *   true to check all bytes between them, too
    */
  def isIntact(body: Array[Byte], wholly: Boolean): Boolean =
    val length = body.length
    length >= Stamp.Bytes && Stamp.intactAt(body, 0, length) &&
    (length == Stamp.Bytes || body(length - 1) == Stamp.Filler && (!wholly || allAlike(body)))

  /** Whether each byte after the stamp equals the next one. The library compares many at a time. */
  private def allAlike(body: Array[Byte]): Boolean =
    java.util.Arrays.equals(body, Stamp.Bytes, body.length - 1, body, Stamp.Bytes + 1, body.length)
