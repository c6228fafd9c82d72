package shootout.queue.rabbitstream

import com.rabbitmq.stream.StreamException

import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.LockSupport

/** A node that has just come takes senders and readers of a stream, and sends them away once more when the stream's leader is there. So
  * what is lost while a client begins makes it begin anew, and what is lost later is told.
  */
private final class Beginning(lost: Throwable => Unit):
  @volatile private var begun = false
  @volatile private var early: Throwable | Null = null

  /** From any thread. */
  def tell(cause: Throwable): Unit = if begun then lost(cause) else early = cause

  /** @param step
    *   returns when the broker has answered behind all that was asked of it
    * @param undo
    *   before the next try
    */
  def apply(step: => Unit)(undo: => Unit): Unit =
    val limit = System.nanoTime() + Beginning.Patience
    var failure = attempt(step)
    while failure != null && System.nanoTime() - limit < 0 do
      undo
      LockSupport.parkNanos(this, Beginning.Pause)
      failure = attempt(step)
    if failure != null then throw failure
    begun = true
    val cause = early
    if cause != null then lost(cause)

  private def attempt(step: => Unit): Throwable | Null =
    early = null
    try
      step
      early
    catch case e: StreamException if early != null => e

private object Beginning:
  private val Patience = TimeUnit.SECONDS.toNanos(20)
  private val Pause = TimeUnit.MILLISECONDS.toNanos(50)
