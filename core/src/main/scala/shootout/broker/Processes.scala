package shootout.broker

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
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

/** Identifies all processes of a run's brokers, even orphans that were never observed. They inherit an environment
  * variable with the work folder of their node. One run at a time uses its data folder, so a process with that variable
  * belongs to this run or an earlier one. Without `/proc` no process is found.
  */
object ProcessMark:
  private val Variable = "SHOOTOUT_WORK_FOLDER"

  private[broker] def put(environment: java.util.Map[String, String], folder: Path): Unit =
    environment.put(Variable, value(folder))

  /** The environment variable, for a process that is not a broker's. */
  def of(folder: Path): Map[String, String] = Map(Variable -> value(folder))

  /** Sends SIGKILL to all processes that have the variable of this folder, or of a folder below it.
    *
    * @return
    *   their ids
    */
  def end(folder: Path): List[Long] =
    val own = ProcessHandle.current.pid
    ProcessTree.killAll(ProcessHandle.allProcesses.iterator.asScala.filter(p =>
      p.pid != own && has(p.pid, folder)
    ).toList)

  private[broker] def has(pid: Long, folder: Path): Boolean =
    environment(pid).exists(line =>
      line == s"$Variable=${value(folder)}" || line.startsWith(s"$Variable=${value(folder)}/")
    )

  private def value(folder: Path): String = folder.toAbsolutePath.normalize.toString

  /** The environment of a process that we may read, otherwise empty. */
  private def environment(pid: Long): List[String] =
    try String(Files.readAllBytes(Path.of(s"/proc/$pid/environ")), UTF_8).split('\u0000').toList
    catch case _: IOException => Nil

/** All processes that this run started for its brokers. A shutdown hook can end them all, whatever the rest of the
  * program is doing at that moment.
  */
final class OwnProcesses:
  private var trees = List.empty[ProcessTree]
  private var closed = false

  /** Starts a process with its own environment. Variables of the user's shell, such as heap options, do not reach a
    * broker.
    *
    * @param output
    *   standard output and error are appended to this file
    * @throws java.io.IOException
    *   if the program does not exist or cannot be run
    * @throws IllegalStateException
    *   after [[endAll]]
    */
  private[broker] def start(
      command: List[String],
      folder: Path,
      environment: List[(String, String)],
      output: Path
  ): ProcessTree = synchronized {
    if closed then throw IllegalStateException("the run is being shut down; nothing is started any more")
    val builder = ProcessBuilder(command.asJava).directory(folder.toFile).redirectErrorStream(true)
    val own = builder.environment
    own.keySet.retainAll(OwnProcesses.inherited.asJava)
    own.put("HOME", folder.toString)
    for (name, value) <- environment do own.put(name, value)
    ProcessMark.put(own, folder)
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile))
    val process = builder.start()
    process.getOutputStream.close()
    val tree = ProcessTree(process)
    trees ::= tree
    tree
  }

  private[broker] def forget(tree: ProcessTree): Unit = synchronized {
    trees = trees.filterNot(_ eq tree)
  }

  /** Ends every process with SIGTERM, and with SIGKILL after `grace`. Nothing can be started afterwards. Shutdown hooks
    * use it, and it may be called twice and from any thread.
    */
  def endAll(grace: FiniteDuration): Unit =
    val open = synchronized {
      closed = true
      trees
    }
    val enders = open.map(tree => Thread(() => tree.terminate(grace)))
    enders.foreach(_.start())
    enders.foreach(_.join())

object OwnProcesses:
  private val inherited = Set("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "SYSTEMROOT")

/** A command that failed, and its lines of output. */
private case class CommandFailure(reason: String, output: List[String]):
  def summary: String = (reason :: output.filter(_.nonEmpty).takeRight(1)).mkString(": ")

/** Runs a tool of the user's machine, such as Maven or a package manager, to its end in the user's environment. */
private object ToolCommand:
  /** @param folder
    *   the working folder; none for the current one
    * @param limit
    *   the time after which it is ended, with all processes that it started
    * @param watch
    *   is called every second with the file of its output
    * @return
    *   its lines of output, including standard error
    */
  def run(
      command: List[String],
      folder: Option[Path],
      limit: FiniteDuration,
      watch: Path => Unit = _ => ()
  ): Either[CommandFailure, List[String]] =
    val output = Files.createTempFile("shootout-", ".log")
    try
      val builder = ProcessBuilder(command.asJava).redirectErrorStream(true)
      folder.foreach(f => builder.directory(f.toFile))
      builder.environment.put("DEBIAN_FRONTEND", "noninteractive")
      builder.redirectInput(ProcessBuilder.Redirect.from(java.io.File("/dev/null"))).redirectOutput(output.toFile)
      val tree = ProcessTree(builder.start())
      try
        await(tree, limit.fromNow, () => watch(output)) match
          case Some(0) => Right(lines(output))
          case Some(status) => Left(CommandFailure(s"${command.head} ended with status $status", lines(output)))
          case None => Left(CommandFailure(s"${command.head} did not end within $limit", lines(output)))
      finally tree.kill()
    catch
      case e: IOException => Left(CommandFailure(s"${command.head} cannot be run: ${e.getMessage}", Nil))
    finally Files.deleteIfExists(output)

  @annotation.tailrec
  private def await(tree: ProcessTree, end: Deadline, watch: () => Unit): Option[Int] =
    val status = tree.awaitExit(end.timeLeft.min(1.second))
    watch()
    if status.isDefined || end.isOverdue() then status else await(tree, end, watch)

  private def lines(output: Path): List[String] = String(Files.readAllBytes(output), UTF_8).linesIterator.toList
