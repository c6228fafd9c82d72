package shootout.jms

import java.util.ArrayDeque
import java.util.concurrent.TimeUnit
import java.util.concurrent.locks.ReentrantLock
import java.util.function.BooleanSupplier

/** The serial context of a client with a message listener: the library's thread that calls the listener and the client's
  * own thread take turns, so that no message is handed from one to the other.
  *
  * JMS wants the session of a listener to be used by that listener's thread only. Where the client's own thread needs it (an
  * acknowledgement that a timer asks for), a listener that rests does it instead, or the connection is stopped meanwhile.
  */
private final class Turns:
  /** Fair, so that a flood of messages does not keep the client from its tasks. */
  private val lock = ReentrantLock(true)
  private val changed = lock.newCondition()

  /** What follows the message at hand, in the listener's thread. */
  private val soon = ArrayDeque[Runnable]()
  private var listener: Thread | Null = null
  private var resting = false

  /** What the listener that rests is to do for the client's own thread, and what it threw. */
  private var handed: Runnable | Null = null
  private var thrown: Throwable | Null = null

  /** The connection is being stopped, which waits for the listener: so it must not rest. */
  private var stopping = false

  /** Whether the caller is within the listener. */
  def isListener: Boolean = Thread.currentThread eq listener

  // ---- the client's own thread

  def own(turn: Runnable): Unit =
    lock.lock()
    try turn.run()
    finally lock.unlock()

  /** Within a turn: something that waits for the listener to return. */
  def released(task: Runnable): Unit =
    changed.signalAll()
    lock.unlock()
    try task.run()
    finally lock.lock()

  /** Within a turn, of either thread: something that needs the session. The connection is stopped for it where the listener cannot do it,
    * and `stranded` by that is what comes while it stands still: a second stop and start delivers it.
    */
  def inSession(task: Runnable, stop: Runnable, start: Runnable, stranded: Boolean): Unit =
    if isListener then task.run()
    else if resting then handOver(task)
    else
      pause(stop)
      // nothing is listened to before the client knows what became of the task
      try task.run()
      finally
        start.run()
        if stranded then
          pause(stop)
          start.run()

  private def pause(stop: Runnable): Unit =
    stopping = true
    try released(stop)
    finally stopping = false

  private def handOver(task: Runnable): Unit =
    handed = task
    changed.signalAll()
    while handed != null do changed.await(Turns.LookAgainMs, TimeUnit.MILLISECONDS)
    val failure = thrown
    thrown = null
    if failure != null then throw failure

  /** Within a turn: a listener that rests looks whether it still has to. */
  def wake(): Unit = if resting then changed.signalAll()

  // ---- the listener's thread

  def enter(): Unit =
    lock.lock()
    listener = Thread.currentThread

  def leave(): Unit =
    listener = null
    lock.unlock()

  def follow(event: Runnable): Unit = soon.add(event)

  def runSoon(): Unit =
    var event = soon.poll()
    while event != null do
      event.run()
      event = soon.poll()

  /** Rests as long as it is told to. @return whether it did something with the session meanwhile */
  def rest(mustRest: BooleanSupplier): Boolean =
    var worked = false
    while !stopping && mustRest.getAsBoolean do
      resting = true
      try changed.await(Turns.LookAgainMs, TimeUnit.MILLISECONDS)
      finally resting = false
      worked |= doHanded()
    worked

  private def doHanded(): Boolean =
    val task = handed
    if task != null then
      try task.run()
      catch case e: Throwable => thrown = e
      handed = null
      changed.signalAll()
    task != null

private object Turns:
  /** For who is given up, and told nothing. */
  private val LookAgainMs = 100L
