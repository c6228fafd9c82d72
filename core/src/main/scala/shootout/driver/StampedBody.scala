package shootout.driver

import java.nio.ByteBuffer

/** Message bodies as arrays, each with its [[Stamp]] in front.
  *
  * @param reuse
  *   the library has copied a body when its send returns, so that the next one of the same size may take its place
  */
final class StampedBody(reuse: Boolean):
  private var body = Array.emptyByteArray
  private var stamp = ByteBuffer.wrap(body)

  def apply(producer: Int, sequence: Long, nanos: Long, bytes: Int): Array[Byte] =
    if !reuse || body.length != bytes then
      body = Array.fill(bytes)(Stamp.Filler)
      stamp = ByteBuffer.wrap(body)
    Stamp.put(stamp, 0, producer, sequence, nanos, bytes)
    body
