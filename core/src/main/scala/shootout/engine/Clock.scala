package shootout.engine

import shootout.units.{EpochMillis, Nanos}

import java.util.concurrent.locks.LockSupport
import java.util.concurrent.{Future, TimeUnit}

/** The one monotonic clock of a load process. Everything that waits uses it. */
trait Clock:
  def nanos(): Long
  def wall(): EpochMillis

  /** Converts a moment of the monotonic clock to the wall clock's time. */
  final def wallAt(moment: Long): EpochMillis = EpochMillis(wall().value - (nanos() - moment) / 1_000_000)

  /** Returns at the deadline or a little later. */
  def sleepUntil(deadline: Nanos): Unit

  /** Returns when the future is done.
    * @throws java.util.concurrent.ExecutionException
    *   if it failed
    * @throws java.util.concurrent.TimeoutException
    *   if it was not done within the limit
    */
  def await(done: Future[?], limit: Nanos): Unit

object Clock:
  val system: Clock = new Clock:
    def nanos(): Long = System.nanoTime()
    def wall(): EpochMillis = EpochMillis.now()
    def sleepUntil(deadline: Nanos): Unit =
      var rest = deadline.value - nanos()
      while rest > 0 do
        LockSupport.parkNanos(rest)
        rest = deadline.value - nanos()
    def await(done: Future[?], limit: Nanos): Unit = done.get(limit.value, TimeUnit.NANOSECONDS): Unit
