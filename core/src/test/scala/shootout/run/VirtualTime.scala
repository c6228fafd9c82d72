package shootout.run

import shootout.driver.Scheduler
import shootout.units.{EpochMillis, Nanos}

import java.util.concurrent.{Future, TimeoutException}
import java.util.{PriorityQueue, SplittableRandom}

/** Time that passes only while whoever runs a cell waits: then everything that broker and clients have to do is done on the
  * same thread, in the order in which it is due, each task at the price of some microseconds. So a whole run is the same each
  * time and takes no longer than its computing, whatever else the machine does.
  */
final class VirtualTime extends Clock, Scheduler:
  private final class Task(val due: Long, val number: Long, val body: Runnable) extends Comparable[Task]:
    def compareTo(other: Task): Int =
      val byTime = java.lang.Long.compare(due, other.due)
      if byTime != 0 then byTime else java.lang.Long.compare(number, other.number)

  private val tasks = PriorityQueue[Task]()
  private val random = SplittableRandom(1)
  private var now = VirtualTime.Began
  private var asked = 0L
  private var running = false
  private var stallsAt = Long.MaxValue
  private var goesOnAt = Long.MaxValue

  def nanos(): Long = now
  def wall(): EpochMillis = EpochMillis(now / 1_000_000)

  def after(delayNanos: Long, task: Runnable): Unit =
    asked += 1
    tasks.add(Task(now + delayNanos, asked, task)): Unit

  /** Broker and clients do nothing from then on, for so long; whoever runs the cell goes on. */
  def stall(from: Nanos, length: Nanos): Unit =
    stallsAt = from.value
    goesOnAt = from.value + length.value

  def sleepUntil(deadline: Nanos): Unit = pass(deadline.value, () => false)

  def await(done: Future[?], limit: Nanos): Unit =
    pass(now + limit.value, () => done.isDone)
    if done.isDone then done.get(): Unit else throw TimeoutException()

  private def pass(end: Long, enough: () => Boolean): Unit =
    require(!running, "a task of the broker or of a client waits")
    running = true
    try
      while !enough() && now < end && !tasks.isEmpty && start(tasks.peek) <= end do
        val task = tasks.poll()
        now = start(task) + random.nextLong(VirtualTime.LeastCost, VirtualTime.MostCost)
        task.body.run()
    finally running = false
    if !enough() then now = math.max(now, end)

  private def start(task: Task): Long =
    val earliest = math.max(now, task.due)
    if earliest >= stallsAt && earliest < goesOnAt then goesOnAt else earliest

object VirtualTime:
  /** Long ago for any time-out, and not 0, which a forgotten reading would be. */
  private val Began = 3600L * 1_000_000_000

  /** Nanoseconds that a task takes; they are drawn, or no rate would vary. */
  private val LeastCost = 2_500L
  private val MostCost = 7_500L
