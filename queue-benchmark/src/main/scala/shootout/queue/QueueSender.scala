package shootout.queue

import shootout.driver.{Bodies, Confirmations, SendSpec}

import java.util.concurrent.{Semaphore, TimeUnit}

/** The sending half of a client. In the client's thread only. */
private[queue] trait QueueSender:
  /** Returns when the first send need not wait. */
  def begin(): Unit = ()

  /** As [[shootout.driver.PollingLink.send]]. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit
  def flush(): Unit

  /** Returns when the broker has processed what was sent. */
  def close(): Unit

  /** Ends at once what a connection's end does not. Throws nothing. */
  def cut(): Unit = ()

/** Hands one message after the other to the library.
  *
  * @param reuse
  *   the library has copied a body when [[one]] returns
  */
private[queue] abstract class MessageSender(send: SendSpec, reuse: Boolean) extends QueueSender:
  protected val bodies: Bodies = Bodies.of(send, reuse)

  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    var n = 0
    while n < count do
      one(target, sequence + n, bodies(producer, sequence + n, stampNanos, bodyBytes))
      n += 1

/** Sends that a library has taken and not yet answered, by threads of its own. A client that does not wait for them must not run ahead
  * without end.
  *
  * @param most
  *   sends that may be under way
  */
private[queue] final class InFlight(most: Int, send: SendSpec, confirmations: Confirmations):
  private val waits = send.confirm && !send.pipelined
  private val room = Semaphore(most)

  /** Before a send: waits while too many are under way. */
  def begin(): Unit = room.acquire()

  /** As [[begin]], without waiting. @return whether there was room */
  def tryBegin(): Boolean = room.tryAcquire()

  /** From any thread: a send of so many messages is over, with a cause if it failed. */
  def end(sequence: Long, count: Int, failure: Throwable | Null): Unit =
    if failure != null then confirmations.failed(failure)
    else if send.confirm then
      var n = 0
      while n < count do
        confirmations.confirmed(sequence + n)
        n += 1
    over()

  /** From any thread: a send is over, and what became of its messages is told. */
  def over(): Unit = room.release()

  /** From any thread: nothing more will be answered, and nobody shall wait for it. */
  def giveUp(): Unit = room.release(most)

  /** A send that is waited for: its confirmation is there when this returns. */
  def flush(): Unit = if waits then settle()

  /** Returns when all are over. */
  def settle(): Unit =
    room.acquire(most)
    room.release(most)

  /** The same, but waits no longer than that. @return how many are still under way */
  def settleWithin(seconds: Long): Int =
    if room.tryAcquire(most, seconds, TimeUnit.SECONDS) then
      room.release(most)
      0
    else most - room.availablePermits

/** Sequences of messages that are confirmed together. In the client's thread only; it allocates nothing in steady state. */
private[queue] final class SequenceBuffer:
  private var sequences = new Array[Long](64)
  private var count = 0

  def isEmpty: Boolean = count == 0

  def add(sequence: Long): Unit =
    if count == sequences.length then sequences = java.util.Arrays.copyOf(sequences, 2 * count)
    sequences(count) = sequence
    count += 1

  /** Forgets all; where somebody waits for confirmations, they are confirmed. */
  def settle(send: SendSpec, confirmations: Confirmations): Unit =
    var n = 0
    while n < count && send.confirm do
      confirmations.confirmed(sequences(n))
      n += 1
    count = 0
