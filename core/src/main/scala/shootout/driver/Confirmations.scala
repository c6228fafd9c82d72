package shootout.driver

import shootout.units.orNone

/** What a library tells of sends from threads of its own, for the client's thread to ask for. It allocates nothing in steady state;
  * its lock is held for a few instructions.
  *
  * @param wake
  *   run, from any thread, when there is something where there was nothing
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

  /** From any thread: the broker has confirmed a message, just now. */
  def confirmed(sequence: Long): Unit =
    val now = System.nanoTime()
    val first = lock.synchronized {
      incoming.add(sequence, now)
      incoming.size == 1
    }
    if first then wake.run()

  /** From any thread: a send has failed, or the connection. */
  def failed(cause: Throwable): Unit =
    if failedWith == null then failedWith = cause
    wake.run()

  /** In the client's thread, as all below: what [[failed]] was told first. */
  def failure: Option[Throwable] = failedWith.orNone

  /** On to the next one; false: there is none. */
  def advance(): Boolean =
    if at + 1 >= outgoing.size then swap()
    val more = at + 1 < outgoing.size
    if more then at += 1
    more

  /** Of the message that [[advance]] came to. */
  def sequence: Long = outgoing.sequence(at)

  /** When it was confirmed, on the monotonic clock. */
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
