package shootout.driver

import java.util.concurrent.{Executors, TimeUnit}

/** Where an [[InMemoryBroker]] and its clients do everything, one task after the other, and the time that they see. */
trait Scheduler:
  /** Nanoseconds, as those of the run's clock. */
  def nanos(): Long

  /** From any thread. */
  def after(delayNanos: Long, task: Runnable): Unit

  /** From any thread: behind all that was asked for before. */
  def execute(task: Runnable): Unit = after(0, task)

/** A thread of its own, and the system's time. */
final class ThreadScheduler extends Scheduler:
  private val thread = Executors.newSingleThreadScheduledExecutor { task =>
    val t = Thread(task, "in-memory-broker")
    t.setDaemon(true)
    t
  }
  def nanos(): Long = System.nanoTime()
  def after(delayNanos: Long, task: Runnable): Unit = thread.schedule(task, delayNanos, TimeUnit.NANOSECONDS): Unit
