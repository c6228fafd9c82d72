package shootout.stomp

import org.fusesource.hawtdispatch.{DispatchQueue, Task}
import shootout.units.Nanos

import java.util.concurrent.{ScheduledThreadPoolExecutor, TimeUnit}

/** Runs tasks on queues at their time, to a fraction of a millisecond. HawtDispatch's own timer waits in whole
  * milliseconds (`Object.wait` rounds up), which would be most of the latency that a lightly loaded broker shows.
  */
object Alarms:
  private val timer = ScheduledThreadPoolExecutor(
    1,
    task =>
      val thread = Thread(task, "alarms")
      thread.setDaemon(true)
      thread
  )

  def after(delay: Nanos, queue: DispatchQueue, task: Task): Unit =
    timer.schedule((() => queue.execute(task)): Runnable, delay.value, TimeUnit.NANOSECONDS)
