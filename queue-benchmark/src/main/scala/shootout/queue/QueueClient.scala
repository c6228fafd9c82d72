package shootout.queue

import shootout.driver.{Bodies, Confirmations, ReceiveSpec, SendSpec}
import shootout.scenario.Ack

import java.io.IOException
import java.util.ArrayDeque
import java.util.concurrent.{Semaphore, TimeUnit}
import scala.annotation.unused

/** The sending half of a client. Only the client's thread may use it. */
private[queue] trait QueueSender:
  /** Prepares, so that the first send need not wait. */
  def begin(): Unit = ()

  /** Works like [[shootout.driver.PollingLink.send]]. */
  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit
  def flush(): Unit

  /** Returns when the broker has processed what was sent. */
  def close(): Unit

  /** Ends at once what a connection's end does not. */
  def cut(): Unit = ()

/** Hands one message after the other to the library.
  *
  * @param reuse
  *   whether the library has copied a body when [[one]] returns
  */
private[queue] abstract class MessageSender(send: SendSpec, reuse: Boolean) extends QueueSender:
  protected val bodies: Bodies = Bodies.of(send, reuse)

  protected def one(target: Int, sequence: Long, body: Array[Byte]): Unit

  /** Follows the last message of a call. */
  protected def together(@unused target: Int): Unit = ()

  def send(target: Int, producer: Int, sequence: Long, count: Int, stampNanos: Long, bodyBytes: Int): Unit =
    var n = 0
    while n < count do
      one(target, sequence + n, bodies(producer, sequence + n, stampNanos, bodyBytes))
      n += 1
    together(target)

/** Counts the sends that a library has taken and will answer later, in threads of its own. A client that does not wait
  * for answers must not run ahead without limit.
  *
  * @param most
  *   the most sends that may be in flight
  */
private[queue] abstract class Unanswered(most: Int, confirmations: Confirmations):
  private val room = Semaphore(most)

  /** Waits while too many sends are in flight. It is called before each send. */
  def begin(): Unit = room.acquire()

  /** Works like [[begin]], but does not wait. @return whether there was room */
  def tryBegin(): Boolean = room.tryAcquire()

  /** Reports that sends are over, after the fate of their messages was reported. Any thread may call it. */
  def over(sends: Int): Unit = room.release(sends)

  /** Reports that no more answers will arrive, so that no thread waits for them. Any thread may call it. */
  def giveUp(): Unit = room.release(most)

  /** Returns when all sends are over. */
  def settle(): Unit =
    room.acquire(most)
    room.release(most)

  /** Does the same within a limit.
    *
    * @throws java.io.IOException
    *   if sends are still in flight then; a failure that was reported is thrown first
    */
  def settleWithin(seconds: Long): Unit =
    val settled = room.tryAcquire(most, seconds, TimeUnit.SECONDS)
    for failure <- confirmations.failure do throw failure
    if settled then room.release(most)
    else
      val left = most - room.availablePermits
      throw IOException(s"the broker has not confirmed $left messages within $seconds s")

/** The sends of a client whose library answers each by its sequence. */
private[queue] final class InFlight(most: Int, send: SendSpec, confirmations: Confirmations)
    extends Unanswered(most, confirmations):
  private val waits = send.confirm && !send.pipelined

  /** Reports that a send of `count` messages is over, with a cause if it failed. Any thread may call it. */
  def end(sequence: Long, count: Int, failure: Throwable | Null): Unit =
    if failure != null then confirmations.failed(failure)
    else if send.confirm then
      var n = 0
      while n < count do
        confirmations.confirmed(sequence + n)
        n += 1
    over(1)

  /** If the client waits for each send, waits until its publisher confirm has arrived. */
  def flush(): Unit = if waits then settle()

/** Sequences of messages that are confirmed together. Only the client's thread may use it. It allocates nothing in
  * steady state.
  */
private[queue] final class SequenceBuffer:
  private var sequences = new Array[Long](64)
  private var count = 0

  def isEmpty: Boolean = count == 0

  def add(sequence: Long): Unit =
    if count == sequences.length then sequences = java.util.Arrays.copyOf(sequences, 2 * count)
    sequences(count) = sequence
    count += 1

  /** Forgets all sequences. If the client wants publisher confirms, they are confirmed. */
  def settle(send: SendSpec, confirmations: Confirmations): Unit =
    var n = 0
    while n < count && send.confirm do
      confirmations.confirmed(sequences(n))
      n += 1
    count = 0

/** The receiving half of a client. Only the client's thread may use it, except for [[interrupt]]. */
private[queue] trait QueueReceiver:
  /** Returns when the broker has confirmed the subscription. */
  def join(): Unit = ()

  /** Works like [[shootout.driver.PollingLink.poll]]. */
  def poll(nanos: Long): Int
  def next(): Array[Byte]
  def acknowledge(): Unit

  /** Leaves. What was acknowledged counts, and other receivers get the rest at once.
    *
    * @param unsubscribe
    *   whether to end a durable subscription too
    */
  def close(unsubscribe: Boolean): Unit

  /** Ends at once what a connection's end does not. */
  def cut(): Unit = ()

  /** Makes a blocking call end soon; any thread may call it. By default the call is interrupted, see
    * [[shootout.driver.ClientThread]].
    */
  def interrupt(): Unit = ()

/** Keeps messages until they are acknowledged, one by one or all that were taken.
  *
  * @tparam M
  *   the library's type of a message
  */
private[queue] abstract class HoldingReceiver[M <: AnyRef](receive: ReceiveSpec) extends QueueReceiver:
  protected val automatic: Boolean = receive.ack.isAutomatic

  /** Messages that arrived and were not taken. */
  protected val came: ArrayDeque[M] = ArrayDeque[M]()

  /** Messages that were taken and not acknowledged. */
  protected val unacknowledged: ArrayDeque[M] = ArrayDeque[M]()

  /** Acknowledges one message. */
  protected def accept(message: M): Unit

  /** Acknowledges all messages that were taken. */
  protected def acceptAll(): Unit = while !unacknowledged.isEmpty do accept(unacknowledged.poll())

  protected def take(): M =
    val message = came.poll()
    unacknowledged.add(message)
    message

  def acknowledge(): Unit =
    if receive.ack == Ack.Individual then
      val latest = unacknowledged.pollLast()
      if latest != null then accept(latest)
    else if !automatic then acceptAll()
