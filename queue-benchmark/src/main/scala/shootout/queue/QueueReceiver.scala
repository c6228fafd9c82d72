package shootout.queue

import shootout.driver.ReceiveSpec
import shootout.scenario.Ack

import java.util.ArrayDeque

/** The receiving half of a client. In the client's thread only, but for [[interrupt]]. */
private[queue] trait QueueReceiver:
  /** Returns when the broker has confirmed the subscription. */
  def join(): Unit = ()

  /** As [[shootout.driver.PollingLink.poll]]. */
  def poll(nanos: Long): Int
  def next(): Array[Byte]
  def acknowledge(): Unit

  /** What was acknowledged counts; what was not is for others, at once.
    *
    * @param unsubscribe
    *   also ends a durable subscription
    */
  def close(unsubscribe: Boolean): Unit

  /** Ends at once what a connection's end does not. Throws nothing. */
  def cut(): Unit = ()

  /** From any thread: a call that blocks ends soon. By default it is interrupted, see [[shootout.driver.ClientThread]]. */
  def interrupt(): Unit = ()

/** Holds messages until they are acknowledged, one by one or all that were taken.
  *
  * @tparam M
  *   a message as the library has it
  */
private[queue] abstract class HoldingReceiver[M <: AnyRef](receive: ReceiveSpec) extends QueueReceiver:
  protected val automatic: Boolean = receive.ack.isAutomatic

  /** Messages that came and were not taken. */
  protected val came: ArrayDeque[M] = ArrayDeque[M]()

  /** Messages that were taken and not acknowledged. */
  protected val unacknowledged: ArrayDeque[M] = ArrayDeque[M]()

  /** Acknowledges one. */
  protected def accept(message: M): Unit

  /** Acknowledges all that were taken. */
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
