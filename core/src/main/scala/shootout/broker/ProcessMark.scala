package shootout.broker

import java.io.IOException
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import java.util.concurrent.{TimeUnit, TimeoutException}
import scala.jdk.CollectionConverters.*

/** Tells all processes of a broker, even those whose parents are gone and that nobody saw begin: a variable with the broker's work
  * folder, which children inherit. One run at a time uses that folder, so whoever has the variable was started by this run or by an
  * earlier one. Where there is no `/proc` nobody has it.
  */
private object ProcessMark:
  private val Variable = "SHOOTOUT_WORK_FOLDER"
  private val EndLimitMs = 10000L

  /** Who ends them may be overtaken by a child that begins meanwhile. */
  private val Rounds = 5

  def put(environment: java.util.Map[String, String], folder: Path): Unit = environment.put(Variable, value(folder))

  /** Ends, with SIGKILL, all that have the mark of this folder.
    *
    * @return
    *   their ids
    */
  def end(folder: Path): List[Long] = end(folder, Rounds, Nil)

  @annotation.tailrec
  private def end(folder: Path, rounds: Int, ended: List[Long]): List[Long] =
    val left = living(folder)
    if left.isEmpty || rounds == 0 then ended
    else
      left.foreach(_.destroyForcibly())
      left.foreach(awaitEnd)
      end(folder, rounds - 1, (ended ++ left.map(_.pid)).distinct)

  private def living(folder: Path): List[ProcessHandle] =
    val own = ProcessHandle.current.pid
    ProcessHandle.allProcesses.iterator.asScala.filter(p => p.pid != own && has(p.pid, value(folder).==)).toList

  /** Of a broker whose work folder is somewhere below this one, nodes of their own among them. */
  private[broker] def isBelow(pid: Long, root: Path): Boolean = has(pid, _.startsWith(s"${value(root)}/"))

  private def has(pid: Long, folder: String => Boolean): Boolean =
    environment(pid).exists(line => line.startsWith(s"$Variable=") && folder(line.drop(Variable.length + 1)))

  private def value(folder: Path): String = folder.toAbsolutePath.normalize.toString

  /** Of a process that is ours to read; else none. */
  private def environment(pid: Long): List[String] =
    try String(Files.readAllBytes(Path.of(s"/proc/$pid/environ")), UTF_8).split('\u0000').toList
    catch case _: IOException => Nil

  /** Returns when it has ended, or after [[EndLimitMs]]. */
  def awaitEnd(process: ProcessHandle): Unit =
    try process.onExit.get(EndLimitMs, TimeUnit.MILLISECONDS)
    catch case _: TimeoutException => ()
