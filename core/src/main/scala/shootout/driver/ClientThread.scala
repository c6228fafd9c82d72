package shootout.driver

import java.util.PriorityQueue
import java.util.concurrent.{ConcurrentLinkedQueue, TimeUnit}
import java.util.concurrent.locks.LockSupport

/** The own thread of a client whose library blocks, named after it: its serial context, by itself or in turn with a thread of
  * the library's. Everything that blocks blocks here.
  *
  * @param turns
  *   runs one turn: when nobody else has one
  * @param work
  *   does what there is to do beside tasks, and waits for it no longer than the given nanoseconds; false: nothing, so that
  *   the thread may rest
  * @param failed
  *   is told what a task threw
  * @param last
  *   done by the thread at its very end, see [[end]]
  */
final class ClientThread(
    name: String,
    turns: Runnable => Unit,
    work: Long => Boolean,
    failed: Throwable => Unit,
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

  /** From any thread. */
  def execute(task: Runnable): Unit =
    tasks.add(task)
    wake()

  /** From any thread: [[work]] has something to do. */
  def wake(): Unit = LockSupport.unpark(thread)

  /** In a turn, of this thread or of another one. */
  def after(nanos: Long, task: Runnable): Unit =
    timersMade += 1
    timers.add(Timer(System.nanoTime() + nanos, timersMade, task))
    if Thread.currentThread ne thread then wake()

  /** From any thread: the thread ends soon, even out of a call that blocks.
    *
    * @param graceMs
    *   what it is at may go on for so long, and what is done last with it
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
    // a task may bring the next one, for ever
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
