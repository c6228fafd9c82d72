package shootout.driver

import shootout.units.orNone

/** Collects what a library reports about sends from its own threads, until the client's thread asks for it. It
  * allocates nothing in steady state, and locks only for a few instructions.
  *
  * @param wake
  *   runs in any thread when a report arrives after there was none
  */
final class Confirmations(wake: Runnable):
  private final class Block:
    private var longs = new Array[Long](Confirmations.FirstSize)
    var size = 0

    def add(sequence: Long, nanos: Long): Unit =
      if 2 * size == longs.length then longs = java.util.Arrays.copyOf(longs, 2 * longs.length)
      longs(2 * size) = sequence
      longs(2 * size + 1) = nanos
      size += 1

    def sequence(at: Int): Long = longs(2 * at)
    def nanos(at: Int): Long = longs(2 * at + 1)

  private val lock = Object()
  private var incoming = Block()
  private var outgoing = Block()
  private var at = -1
  @volatile private var failedWith: Throwable | Null = null

  /** From any thread: notes that the broker has just confirmed a message. */
  def confirmed(sequence: Long): Unit =
    val now = System.nanoTime()
    val first = lock.synchronized {
      incoming.add(sequence, now)
      incoming.size == 1
    }
    if first then wake.run()

  /** From any thread: notes that a send or the connection has failed. */
  def failed(cause: Throwable): Unit =
    if failedWith == null then failedWith = cause
    wake.run()

  /** The first failure. This method and all below run in the client's thread. */
  def failure: Option[Throwable] = failedWith.orNone

  /** Moves on to the next publisher confirm; false if there is none. */
  def advance(): Boolean =
    if at + 1 >= outgoing.size then swap()
    val more = at + 1 < outgoing.size
    if more then at += 1
    more

  /** The sequence of the message that [[advance]] moved to. */
  def sequence: Long = outgoing.sequence(at)

  /** When the message was confirmed, on the monotonic clock. */
  def nanos: Long = outgoing.nanos(at)

  private def swap(): Unit =
    val empty = outgoing
    empty.size = 0
    lock.synchronized {
      outgoing = incoming
      incoming = empty
    }
    at = -1

object Confirmations:
  private val FirstSize = 256
