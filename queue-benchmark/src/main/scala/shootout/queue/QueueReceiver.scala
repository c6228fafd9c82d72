package shootout.queue

import shootout.driver.ReceiveSpec
import shootout.scenario.Ack

import java.util.ArrayDeque

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
