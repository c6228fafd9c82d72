package shootout.queue.rabbit

import shootout.driver.Confirmations

import java.util.concurrent.atomic.AtomicLongArray
import java.util.concurrent.{Semaphore, TimeUnit}

/** Sends of a channel whose confirmations have not come: the sequence of each by its delivery tag, which is the number of the send. The
  * client's thread adds, the connection's takes; nothing is allocated, and nobody waits unless [[most]] are on their way.
  *
  * @param most
  *   between the oldest one and the latest; a power of two
  */
private final class Unconfirmed(confirmations: Confirmations, most: Int = Unconfirmed.Most):
  private val mask = most - 1
  private val sequences = AtomicLongArray(Array.fill(most)(Unconfirmed.Gone))
  private val room = Semaphore(most)

  /** The tag of the next send. Written by the client's thread only, behind its sequence. */
  @volatile private var next = 1L

  /** The oldest tag that was not settled. Of the connection's thread. */
  private var oldest = 1L

  /** Before a message is sent. Waits while there are too many. */
  def add(sequence: Long): Unit =
    room.acquire()
    val tag = next
    sequences.set(slot(tag), sequence)
    next = tag + 1

  /** In the connection's thread: the broker has confirmed a message, or all up to it. */
  def confirmed(tag: Long, multiple: Boolean): Unit =
    val before = oldest
    if multiple then
      var each = before
      while each <= tag do
        take(each)
        each += 1
    else take(tag)
    val end = next
    while oldest < end && sequences.get(slot(oldest)) == Unconfirmed.Gone do oldest += 1
    if oldest > before then room.release((oldest - before).toInt)

  private def take(tag: Long): Unit =
    val sequence = sequences.getAndSet(slot(tag), Unconfirmed.Gone)
    if sequence != Unconfirmed.Gone then confirmations.confirmed(sequence)

  private def slot(tag: Long): Int = (tag & mask).toInt

  /** Waits until all are confirmed.
    *
    * @return
    *   how many are not, after the limit
    */
  def settle(limitMs: Long): Int =
    if room.tryAcquire(most, limitMs, TimeUnit.MILLISECONDS) then
      room.release(most)
      0
    else most - room.availablePermits

  /** From any thread: nothing more will be confirmed, and nobody shall wait for it. */
  def giveUp(): Unit = room.release(most)

private object Unconfirmed:
  private val Most = 1 << 14
  private val Gone = -1L
