package shootout.driver

import java.util.{ArrayDeque, PriorityQueue}
import java.util.concurrent.{ConcurrentLinkedQueue, TimeUnit}
import java.util.concurrent.locks.{LockSupport, ReentrantLock}
import java.util.function.BooleanSupplier

/** The thread of a client whose library blocks, named after the client. It is the client's serial context, either alone
  * or in turn with a thread of the library. All blocking calls run here.
  */
final class ClientThread(
    name: String,
    /** runs one turn when no other thread has one */
    turns: Runnable => Unit,
    /** works on everything except tasks and waits for it no longer than the given nanoseconds; false if there was
      * nothing to do, so that the thread may rest
      */
    work: Long => Boolean,
    /** is called with what a task threw */
    failed: Throwable => Unit,
    /** runs in the thread at its very end, see [[end]] */
    last: Runnable = () => ()
):
  private final case class Timer(at: Long, order: Long, task: Runnable)
  private given Ordering[Timer] = Ordering.by(t => (t.at, t.order))

  private val tasks = ConcurrentLinkedQueue[Runnable]()
  private val timers = PriorityQueue[Timer](summon[Ordering[Timer]])
  private var timersMade = 0L
  @volatile private var ended = false
  private var idleFor = 0L
  private val thread = Thread(() => run(), name)
  thread.setDaemon(true)

  def start(): Unit = thread.start()

  /** From any thread: runs a task in a turn. */
  def execute(task: Runnable): Unit =
    tasks.add(task)
    wake()

  /** From any thread: wakes the thread, because [[work]] has something to do. */
  def wake(): Unit = LockSupport.unpark(thread)

  /** Runs a task later. It is called in a turn, of this thread or of another one. */
  def after(nanos: Long, task: Runnable): Unit =
    timersMade += 1
    timers.add(Timer(System.nanoTime() + nanos, timersMade, task))
    if Thread.currentThread ne thread then wake()

  /** From any thread: ends the thread soon, even out of a call that blocks.
    *
    * @param graceMs
    *   how many milliseconds the current call may continue before it is interrupted
    */
  def end(graceMs: Long = 0): Unit =
    ended = true
    wake()
    if graceMs == 0 then thread.interrupt()
    else
      val interrupter = Thread(() =>
        thread.join(graceMs)
        thread.interrupt()
      )
      interrupter.setDaemon(true)
      interrupter.start()

  private def run(): Unit =
    val turn: Runnable = () => takeTurn()
    try
      while !ended do
        turns(turn)
        if idleFor > 0 && tasks.isEmpty && !ended then LockSupport.parkNanos(this, idleFor)
    finally last.run()

  private def takeTurn(): Unit =
    attempt(() => runTasks())
    val rest = if timers.isEmpty then ClientThread.LongestRest else timers.peek.at - System.nanoTime()
    var worked = true
    attempt(() => worked = work(math.max(0L, rest)))
    idleFor = if worked then 0 else rest

  private def runTasks(): Unit =
    // Each task may add the next one, so the number in a turn is limited.
    var left = ClientThread.TasksInTurn
    var task = tasks.poll()
    while task != null do
      task.run()
      left -= 1
      task = if left > 0 && !ended then tasks.poll() else null
    while !timers.isEmpty && timers.peek.at <= System.nanoTime() do timers.poll().task.run()

  private def attempt(task: Runnable): Unit =
    try task.run()
    catch case e: Throwable => if !ended then failed(e)

object ClientThread:
  private val TasksInTurn = 100
  private val LongestRest = TimeUnit.SECONDS.toNanos(1)

/** The serial context of a client with a message listener. The library's thread that calls the listener and the
  * client's own thread take turns, so that no message is handed from one to the other.
  *
  * JMS requires that only the listener's thread uses the session of a listener. If the client's own thread needs it
  * (for an acknowledgement after a timer), a resting listener acts for it. If none rests, the connection is stopped
  * meanwhile.
  */
private[driver] final class Turns:
  /** The lock is fair, so that a flood of messages does not keep the client from its tasks. */
  private val lock = ReentrantLock(true)
  private val changed = lock.newCondition()

  /** What follows the current message, in the listener's thread. */
  private val soon = ArrayDeque[Runnable]()
  private var listener: Thread | Null = null
  private var resting = false

  /** What the resting listener does for the client's own thread, and what it threw. */
  private var handed: Runnable | Null = null
  private var thrown: Throwable | Null = null

  /** True while the connection is being stopped. This waits for the listener, which must therefore not rest. */
  private var stopping = false

  /** Whether the caller is within the listener. */
  def isListener: Boolean = Thread.currentThread eq listener

  // ---- the client's own thread

  def own(turn: Runnable): Unit =
    lock.lock()
    try turn.run()
    finally lock.unlock()

  /** Within a turn: runs something that waits for the listener to return. */
  def released(task: Runnable): Unit =
    changed.signalAll()
    lock.unlock()
    try task.run()
    finally lock.lock()

  /** Within a turn of either thread: runs something that needs the session. If the listener cannot run it, the
    * connection is stopped meanwhile. `stranded` means that messages which arrive during the stop get stuck: a second
    * stop and start delivers them.
    */
  def inSession(task: Runnable, stop: Runnable, start: Runnable, stranded: Boolean): Unit =
    if isListener then task.run()
    else if resting then handOver(task)
    else
      pause(stop)
      // No message is heard before the client knows the outcome of the task.
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

  /** Within a turn: lets a resting listener check whether it still has to rest. */
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

  /** Rests as long as `mustRest` says so. @return whether it used the session meanwhile */
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

private[driver] object Turns:
  /** A thread whose client was abandoned gets no signal, so it checks again after this time. */
  private val LookAgainMs = 100L
