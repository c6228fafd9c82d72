package shootout.broker

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
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
  def kill(): Unit = ProcessTree.killAll(living()): Unit

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
  private val KillLimit = 10.seconds

  /** SIGKILL to all of them, and to those that began meanwhile. Returns when all have ended.
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

  // A zombie that nobody reaps (a container without an init process) still has its number, but no program.
  private[broker] def runs(handle: ProcessHandle): Boolean = handle.isAlive && handle.info.command.toScala.isDefined

/** Tells all processes of a run's brokers, even those whose parents are gone and that nobody saw begin: a variable with the work folder
  * of their node, which children inherit. One run at a time uses its data folder, so a process with that variable was started by this
  * run or by an earlier one. Without `/proc` no process is found.
  */
object ProcessMark:
  private val Variable = "SHOOTOUT_WORK_FOLDER"

  private[broker] def put(environment: java.util.Map[String, String], folder: Path): Unit =
    environment.put(Variable, value(folder))

  /** The variable of the environment, for a process that is not a broker's. */
  def of(folder: Path): Map[String, String] = Map(Variable -> value(folder))

  /** Ends, with SIGKILL, all that have the mark of this folder, or of one below it.
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

  /** Of a process that is ours to read; else none. */
  private def environment(pid: Long): List[String] =
    try String(Files.readAllBytes(Path.of(s"/proc/$pid/environ")), UTF_8).split('\u0000').toList
    catch case _: IOException => Nil

/** Every process that this run started for its brokers, so that a shutdown hook can end them all, whatever the rest of
  * the program is doing at that moment.
  */
final class OwnProcesses:
  private var trees = List.empty[ProcessTree]
  private var closed = false

  /** Starts a process with an environment of its own: what a user's shell happens to export (heap options, say) reaches
    * no broker.
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

  /** Ends every process: SIGTERM, and SIGKILL after `grace`. For shutdown hooks; may be called twice and from any
    * thread. Nothing can be started afterwards.
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

/** A command that did not do what it should.
  *
  * @param cannotRun
  *   the program does not exist, or is not executable
  * @param ended
  *   it came to an end within its time
  */
private case class CommandFailure(
    reason: String,
    output: List[String],
    cannotRun: Boolean = false,
    ended: Boolean = true
):
  def summary: String = (reason :: output.filter(_.nonEmpty).takeRight(1)).mkString(": ")

/** Runs a tool of the user's machine (Maven, a package manager) in the user's own environment, to its end. */
private object ToolCommand:
  /** @param folder
    *   where it runs; none: the current one
    * @param limit
    *   after which it is ended, with all it started
    * @param watch
    *   is given the file of its output, every second
    * @return
    *   its lines of output, standard error among them
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
          case None => Left(CommandFailure(s"${command.head} did not end within $limit", lines(output), ended = false))
      finally tree.kill()
    catch
      case e: IOException =>
        Left(CommandFailure(s"${command.head} cannot be run: ${e.getMessage}", Nil, cannotRun = true, ended = false))
    finally Files.deleteIfExists(output)

  @annotation.tailrec
  private def await(tree: ProcessTree, end: Deadline, watch: () => Unit): Option[Int] =
    val status = tree.awaitExit(end.timeLeft.min(1.second))
    watch()
    if status.isDefined || end.isOverdue() then status else await(tree, end, watch)

  private def lines(output: Path): List[String] = String(Files.readAllBytes(output), "UTF-8").linesIterator.toList
