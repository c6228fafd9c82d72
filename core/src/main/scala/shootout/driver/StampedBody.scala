package shootout.driver

import java.nio.ByteBuffer

/** Makes the bodies of one client's messages. In its thread only. */
trait Bodies:
  /** @param bytes
    *   the declared size
    */
  def apply(producer: Int, sequence: Long, nanos: Long, bytes: Int): Array[Byte]

object Bodies:
  /** @param reuse
    *   the library has copied a body when its send returns
    */
  def of(send: SendSpec, reuse: Boolean): Bodies =
    if send.message.isPlain then StampedBody(reuse) else FormedBody(send.message)

/** Message bodies as arrays, each with its [[Stamp]] in front.
  *
  * @param reuse
  *   the library has copied a body when its send returns, so that the next one of the same size may take its place
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
  /** Whether stamp, length and the last byte of a body are as they were sent.
    *
    * @param wholly
    *   and all bytes between them
    */
  def isIntact(body: Array[Byte], wholly: Boolean): Boolean =
    val length = body.length
    length >= Stamp.Bytes && Stamp.intactAt(body, 0, length) &&
    (length == Stamp.Bytes || body(length - 1) == Stamp.Filler && (!wholly || allAlike(body)))

  /** Whether each byte behind the stamp is like the next one; the library compares many at a time. */
  private def allAlike(body: Array[Byte]): Boolean =
    java.util.Arrays.equals(body, Stamp.Bytes, body.length - 1, body, Stamp.Bytes + 1, body.length)
