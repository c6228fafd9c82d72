package shootout.broker

import java.util.concurrent.{ConcurrentHashMap, TimeUnit, TimeoutException}
import scala.concurrent.duration.*
import scala.jdk.CollectionConverters.*
import scala.jdk.OptionConverters.*

/** A process and all that it started. Nothing else is ever signalled: a handle stands for one process, not for a
  * number that another process may have by now.
  */
final class ProcessTree private[broker] (process: Process):
  // A child whose parent is gone is no descendant any more, so whoever was seen once is remembered.
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

  /** SIGTERM to the first process, and after `grace` SIGKILL to whatever is left. Returns when all have ended. */
  def terminate(grace: FiniteDuration): Unit =
    observe()
    process.destroy()
    awaitExit(grace)
    kill()

  /** SIGKILL to all. Returns when all have ended. */
  def kill(): Unit =
    val limit = ProcessTree.killLimit.fromNow
    var left = living()
    while left.nonEmpty && limit.hasTimeLeft() do
      left.foreach(_.destroyForcibly())
      left.foreach(awaitEnd(_, limit.timeLeft))
      left = living()
    if left.nonEmpty then throw IllegalStateException(s"processes ${left.map(_.pid).mkString(", ")} outlive SIGKILL")

  /** SIGSTOP to all: they stand still until [[resume]], and keep memory and ports. */
  def pause(): Unit = signal("-STOP")

  /** SIGCONT to all. */
  def resume(): Unit = signal("-CONT")

  /** By the shell's own `kill`, for Java has no word for other signals, and not every machine has the program. */
  private def signal(name: String): Unit =
    val pids = living().map(_.pid.toString)
    if pids.nonEmpty then
      val command = List("sh", "-c", "kill \"$@\"", "sh", name) ++ pids
      val status = ProcessBuilder(command.asJava).redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor()
      if status != 0 then throw IllegalStateException(s"kill $name ${pids.mkString(" ")} ended with status $status")

  private def awaitEnd(handle: ProcessHandle, limit: FiniteDuration): Unit =
    try handle.onExit.get(math.max(limit.toMillis, 0L), TimeUnit.MILLISECONDS)
    catch case _: TimeoutException => ()

  private def living(): List[ProcessHandle] =
    observe()
    known.asScala.filter(ProcessTree.runs).toList.sortBy(_.pid)

  // To ask for descendants is to read the list of all processes: once, unless there are orphans with a family.
  private def observe(): Unit =
    val found = collection.mutable.Set.empty[ProcessHandle]
    for handle <- process.toHandle :: known.asScala.toList if !found(handle) && handle.isAlive do
      found += handle
      found ++= handle.descendants.iterator.asScala
    found.foreach(known.add)

object ProcessTree:
  private val killLimit = 10.seconds

  // A zombie that nobody reaps (a container without an init process) still has its number, but no program.
  private def runs(handle: ProcessHandle): Boolean = handle.isAlive && handle.info.command.toScala.isDefined
