package shootout.queue.rabbit

import java.util.concurrent.locks.LockSupport

/** Messages on their way from the connection's thread to the client's. It allocates nothing in steady state; its lock is held for a few
  * instructions.
  *
  * @param reader
  *   the client's thread
  */
private final class Deliveries(reader: Thread):
  private final class Block:
    private var bodies = new Array[Array[Byte]](Deliveries.FirstSize)
    private var tags = new Array[Long](Deliveries.FirstSize)
    var size = 0

    def add(tag: Long, body: Array[Byte]): Unit =
      if size == tags.length then
        bodies = java.util.Arrays.copyOf(bodies, 2 * size)
        tags = java.util.Arrays.copyOf(tags, 2 * size)
      bodies(size) = body
      tags(size) = tag
      size += 1

    def tag(at: Int): Long = tags(at)

    def take(at: Int): Array[Byte] =
      val body = bodies(at)
      // nobody else may keep it from being collected
      bodies(at) = Deliveries.Taken
      body

  private val lock = Object()
  private var incoming = Block()
  private var outgoing = Block()
  private var at = 0

  /** In the connection's thread. */
  def add(tag: Long, body: Array[Byte]): Unit =
    val first = lock.synchronized {
      incoming.add(tag, body)
      incoming.size == 1
    }
    if first then LockSupport.unpark(reader)

  /** In the client's thread, as all below. Waits for so many nanoseconds at most, and may return earlier for nothing.
    *
    * @return
    *   how many [[take]] will give
    */
  def await(nanos: Long): Int =
    if at == outgoing.size then swap()
    if at == outgoing.size && nanos > 0 then
      LockSupport.parkNanos(this, nanos)
      swap()
    outgoing.size - at

  private def swap(): Unit =
    val empty = outgoing
    empty.size = 0
    lock.synchronized {
      outgoing = incoming
      incoming = empty
    }
    at = 0

  /** The delivery tag of the next message. */
  def tag: Long = outgoing.tag(at)

  /** The body of the next message, which is not the next one any more. */
  def take(): Array[Byte] =
    val body = outgoing.take(at)
    at += 1
    body

private object Deliveries:
  private val Taken = Array.emptyByteArray
  private val FirstSize = 256
