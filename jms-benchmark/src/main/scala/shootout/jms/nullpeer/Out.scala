package shootout.jms.nullpeer

import java.lang.invoke.{MethodHandles, VarHandle}
import java.nio.ByteOrder.BIG_ENDIAN
import java.nio.ByteBuffer
import java.nio.channels.WritableByteChannel

/** Bytes on their way to one client, in network order. Positions hold until the next [[write]]. */
final class Out:
  private var bytes = new Array[Byte](Out.SmallBytes)
  private var view = ByteBuffer.wrap(bytes)
  private var start = 0
  private var end = 0

  /** How many bytes wait. */
  def size: Int = end - start

  /** Where the next byte will stand. */
  def position: Int = end

  def byte(value: Int): Unit =
    reserve(1)
    bytes(end) = value.toByte
    end += 1

  def short(value: Int): Unit =
    reserve(2)
    Bytes.putShort(bytes, end, value)
    end += 2

  def int(value: Int): Unit =
    reserve(4)
    Bytes.putInt(bytes, end, value)
    end += 4

  def long(value: Long): Unit =
    reserve(8)
    Bytes.putLong(bytes, end, value)
    end += 8

  def put(from: Array[Byte], at: Int, length: Int): Unit =
    reserve(length)
    System.arraycopy(from, at, bytes, end, length)
    end += length

  def put(from: Array[Byte]): Unit = put(from, 0, from.length)

  /** Overwrites what was put at this position. */
  def intAt(position: Int, value: Int): Unit = Bytes.putInt(bytes, position, value)

  def longAt(position: Int, value: Long): Unit = Bytes.putLong(bytes, position, value)

  /** Makes the four bytes at this position say how many follow them. */
  def sizeAt(position: Int): Unit = intAt(position, end - position - 4)

  private def reserve(more: Int): Unit = if end + more > bytes.length then
    // positions that were given out must stay true, so nothing moves to the front here
    bytes = java.util.Arrays.copyOf(bytes, math.max(bytes.length * 2, end + more))
    view = ByteBuffer.wrap(bytes)

  /** Writes as much as the channel takes. */
  def write(channel: WritableByteChannel): Unit =
    var go = start < end
    while go do
      view.limit(math.min(end, start + Out.WriteBytes)).position(start)
      val written = channel.write(view)
      start += written
      go = written > 0 && start < end
    if start == end then
      start = 0
      end = 0
      if bytes.length > Out.LargeBytes then
        bytes = new Array[Byte](Out.SmallBytes)
        view = ByteBuffer.wrap(bytes)
    else if start > bytes.length / 2 then
      System.arraycopy(bytes, start, bytes, 0, end - start)
      end -= start
      start = 0

object Out:
  private val SmallBytes = 16 * 1024
  private val LargeBytes = 4 * 1024 * 1024

  /** The JDK copies what is written to memory outside of the heap, in pieces of this size. */
  private val WriteBytes = 128 * 1024

/** Numbers in network order at any place of an array. */
object Bytes:
  private val ints: VarHandle = MethodHandles.byteArrayViewVarHandle(classOf[Array[Int]], BIG_ENDIAN)
  private val longs: VarHandle = MethodHandles.byteArrayViewVarHandle(classOf[Array[Long]], BIG_ENDIAN)

  def unsigned(bytes: Array[Byte], at: Int): Int = bytes(at) & 0xff

  def shortAt(bytes: Array[Byte], at: Int): Int = (unsigned(bytes, at) << 8) | unsigned(bytes, at + 1)
  def intAt(bytes: Array[Byte], at: Int): Int = ints.get(bytes, at).asInstanceOf[Int]
  def longAt(bytes: Array[Byte], at: Int): Long = longs.get(bytes, at).asInstanceOf[Long]

  def putShort(bytes: Array[Byte], at: Int, value: Int): Unit =
    bytes(at) = (value >> 8).toByte
    bytes(at + 1) = value.toByte

  def putInt(bytes: Array[Byte], at: Int, value: Int): Unit = ints.set(bytes, at, value)
  def putLong(bytes: Array[Byte], at: Int, value: Long): Unit = longs.set(bytes, at, value)
