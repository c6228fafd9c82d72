package shootout.queue.rocket

import java.util.concurrent.{AbstractExecutorService, TimeUnit}

/** Runs what it is given at once, in the thread of the one who gives it. */
private final class CallersThread extends AbstractExecutorService:
  def execute(task: Runnable): Unit = task.run()
  def shutdown(): Unit = ()
  def shutdownNow(): java.util.List[Runnable] = java.util.List.of()
  def isShutdown: Boolean = false
  def isTerminated: Boolean = false
  def awaitTermination(timeout: Long, unit: TimeUnit): Boolean = true
