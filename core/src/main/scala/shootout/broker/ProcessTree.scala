package shootout.broker

import java.util.concurrent.{ConcurrentHashMap, TimeUnit, TimeoutException}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** A process and all its descendants. Nothing else is ever signalled: a handle means one process, not a number that
  * another process may have by now.
  */
final class ProcessTree private[broker] (process: Process):
  // A child whose parent is gone is no longer a descendant, so every process that was seen once is remembered.
  private val known = ConcurrentHashMap.newKeySet[ProcessHandle]()
  known.add(process.toHandle)

  /** Whether the first process runs. */
  def isAlive: Boolean = process.isAlive

  def pids: List[Long] = living().map(_.pid)

  /** Waits for the end of the first process.
    *
    * @return
    *   its exit status, or none if it still runs
    */
  def awaitExit(limit: FiniteDuration): Option[Int] =
    observe()
    Option.when(process.waitFor(limit.toMillis, TimeUnit.MILLISECONDS))(process.exitValue)

  /** Sends SIGTERM to the first process, and after `grace` SIGKILL to whatever is left. Returns when all have ended.
    */
  def terminate(grace: FiniteDuration): Unit =
    observe()
    process.destroy()
    awaitExit(grace)
    kill()

  /** Sends SIGKILL to all. Returns when all have ended. */
  def kill(): Unit = ProcessTree.killAll(living()): Unit

  private def living(): List[ProcessHandle] =
    observe()
    known.asScala.filter(ProcessTree.runs).toList.sortBy(_.pid)

  // Finding descendants reads the list of all processes, so it happens once, unless there are orphans with children.
  private def observe(): Unit =
    val found = collection.mutable.Set.empty[ProcessHandle]
    for handle <- process.toHandle :: known.asScala.toList if !found(handle) && handle.isAlive do
      found += handle
      found ++= handle.descendants.iterator.asScala
    found.foreach(known.add)

object ProcessTree:
  private val KillLimit = 10.seconds

  /** Sends SIGKILL to all of them, and to those that began meanwhile. Returns when all have ended.
    *
    * @return
    *   their ids
    */
  private[broker] def killAll(living: => List[ProcessHandle]): List[Long] =
    val limit = KillLimit.fromNow
    val ended = collection.mutable.LinkedHashSet.empty[Long]
    var left = living
    while left.nonEmpty && limit.hasTimeLeft() do
      ended ++= left.map(_.pid)
      left.foreach(_.destroyForcibly())
      left.foreach(awaitEnd(_, limit.timeLeft))
      left = living
    if left.nonEmpty then throw IllegalStateException(s"processes ${left.map(_.pid).mkString(", ")} outlive SIGKILL")
    ended.toList

  private def awaitEnd(process: ProcessHandle, limit: FiniteDuration): Unit =
    try process.onExit.get(math.max(limit.toMillis, 0L), TimeUnit.MILLISECONDS)
    catch case _: TimeoutException => ()

  // A zombie that is not reaped (in a container without an init process) still has its number, but no program.
  private[broker] def runs(handle: ProcessHandle): Boolean = handle.isAlive && handle.info.command.toScala.isDefined
